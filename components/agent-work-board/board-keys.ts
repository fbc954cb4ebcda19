/** Which card comes next: so many up or down, the first or last of the column, or one of the next column. */
type Step = number | 'first' | 'last' | { column: 1 | -1 };

/** The step that a key on a card means; in fields and buttons inside a card, keys mean what they always do. */
export function stepOf(event: KeyboardEvent): Step | undefined {
  const target = event.target as HTMLElement;
  if (!target.matches('.card-line') || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return undefined;
  const forward = target.matches(':dir(rtl)') ? -1 : 1;
  switch (event.key) {
    case 'j':
    case 'ArrowDown':
      return 1;
    case 'k':
    case 'ArrowUp':
      return -1;
    case 'ArrowRight':
      return { column: forward };
    case 'ArrowLeft':
      return { column: forward === 1 ? -1 : 1 };
    case 'Home':
      return 'first';
    case 'End':
      return 'last';
    default:
      return undefined;
  }
}

/** Ids are of others: none goes into a selector. */
export function cardAt(root: ParentNode, key: string): HTMLElement | undefined {
  return [...root.querySelectorAll<HTMLElement>('.card')].find(({ dataset }) => dataset['id'] === key);
}
