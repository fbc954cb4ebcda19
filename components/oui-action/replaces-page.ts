/** Whether what a link or a form opens in `target` takes the place of this page. */
export function replacesPage(target: string, { ownerDocument }: HTMLElement): boolean {
  const named = target || (ownerDocument.querySelector('base[target]')?.getAttribute('target') ?? '');
  const name = named.toLowerCase();
  // A parent that is replaced takes its frames with it.
  return ['', '_self', '_top', '_parent'].includes(name) || named === ownerDocument.defaultView?.name;
}
