/** A change of one file as people read it: the lines that are the same before and after it are left out. */
export function diffText(path: string, oldText: string | undefined, newText: string): string {
  const before = linesOf(oldText ?? '');
  const after = linesOf(newText);
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const range = (count: number) => `${count === 0 ? start : start + 1},${count}`;
  return [
    oldText === undefined ? '--- /dev/null' : `--- ${path}`,
    `+++ ${path}`,
    `@@ -${range(removed.length)} +${range(added.length)} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
  ].join('\n');
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
