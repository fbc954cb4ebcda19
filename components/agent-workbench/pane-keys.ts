/** F6 and Shift+F6 go from pane to pane; Escape closes one that lies over the conversation. Only from inside the workbench. */
export function onPaneKey(
  event: KeyboardEvent,
  frame: HTMLElement,
  closeOverlay: (pane: HTMLElement) => boolean,
): void {
  if (event.defaultPrevented || event.isComposing) return;
  const panes = [...frame.querySelectorAll<HTMLElement>('[data-pane]:not(button)')];
  const path = event.composedPath();
  const at = panes.findIndex((pane) => path.includes(pane));
  if (event.key === 'F6' && panes.length > 0) {
    event.preventDefault();
    const step = event.shiftKey ? -1 : 1;
    const to = at < 0 ? (step > 0 ? 0 : panes.length - 1) : (at + step + panes.length) % panes.length;
    focusPane(panes[to]!);
  } else if (event.key === 'Escape' && at >= 0 && closeOverlay(panes[at]!)) event.preventDefault();
}

/** The field of the composer, where that is the pane; else the pane itself. */
function focusPane(pane: HTMLElement): void {
  const composer = pane.querySelector<HTMLElement>('.message-box');
  composer?.focus();
  if (!composer?.matches(':focus-within')) pane.focus();
}
