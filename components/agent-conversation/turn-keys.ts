import type { TurnWindow } from './turn-window.js';

/** Alt+Up and Alt+Down: the turn before or after the one where the focus is, or that is first in view. */
export function goToNeighbour(event: KeyboardEvent, turns: TurnWindow): HTMLElement | undefined {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
  const other = event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing;
  if (!step || !event.altKey || other || event.defaultPrevented || isWriting(event)) return undefined;
  const scroller = event.currentTarget as HTMLElement;
  const from = turnOf(event.composedPath()) ?? firstInView(scroller);
  const to = from && turns.neighbour(from, step);
  if (to) event.preventDefault();
  return to;
}

function isWriting(event: Event): boolean {
  const target = event.composedPath()[0];
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

function turnOf(path: readonly EventTarget[]): Element | undefined {
  return path.find((node): node is Element => node instanceof Element && node.matches('.turn'));
}

function firstInView(scroller: Element): Element | undefined {
  const { top, bottom } = scroller.getBoundingClientRect();
  return [...scroller.querySelectorAll('.stretch')]
    .filter((stretch) => {
      const rect = stretch.getBoundingClientRect();
      return rect.bottom > top && rect.top < bottom;
    })
    .flatMap((stretch) => [...stretch.querySelectorAll('.turn')])
    .find((turn) => turn.getBoundingClientRect().bottom > top);
}
