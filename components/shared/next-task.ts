let waiting: (() => void)[] = [];

/**
 * Calls back when the task that is running is over, and its microtasks too: whatever left and came back by then
 * never was away. Unlike a timer it is not held up in a hidden page.
 */
export function nextTask(callback: () => void): void {
  if (waiting.push(callback) > 1) return;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    const all = waiting;
    waiting = [];
    for (const each of all) {
      try {
        each();
      } catch (thrown) {
        // The others are not to blame.
        reportError(thrown);
      }
    }
  };
  port2.postMessage(0);
}
