/** Newer than the DOM library knows. */
interface ComposedSelection {
  getComposedRanges?(options: { shadowRoots: readonly ShadowRoot[] }): readonly StaticRange[];
}

/** What a person has their hands on must not be drawn anew: focus, a selection, a form, an image they loaded. */
export function isInUse(element: Element): boolean {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return false;
  if (element.contains(root.activeElement)) return true;
  if (element.querySelector('img, input, textarea, select')) return true;
  return selectedIn(root).some((range) => range.intersectsNode(element));
}

function selectedIn(root: ShadowRoot): Range[] {
  const selection = document.getSelection();
  const ranges =
    (selection as ComposedSelection | null)?.getComposedRanges?.({ shadowRoots: [root] }) ??
    (selection?.rangeCount ? [selection.getRangeAt(0)] : []);
  return ranges
    .filter(({ collapsed }) => !collapsed)
    .map(({ startContainer, startOffset, endContainer, endOffset }) => {
      const range = document.createRange();
      range.setStart(startContainer, startOffset);
      range.setEnd(endContainer, endOffset);
      return range;
    });
}
