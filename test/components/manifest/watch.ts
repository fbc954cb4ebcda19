/** Told of every event that anything on this page dispatches, before it is. */
let onDispatch: ((event: Event) => void) | undefined;

const { dispatchEvent } = EventTarget.prototype;
EventTarget.prototype.dispatchEvent = function (event) {
  onDispatch?.(event);
  return dispatchEvent.call(this, event);
};

/** Which states each tag was ever put into. A set of states does not say whose it is, so this looks where it is made. */
export const STATES = new Map<string, Set<string>>();

const hosts = new WeakMap<object, string>();
const { attachInternals } = HTMLElement.prototype;
HTMLElement.prototype.attachInternals = function () {
  const internals = attachInternals.call(this);
  hosts.set(internals.states, this.localName);
  return internals;
};
const { add } = CustomStateSet.prototype;
CustomStateSet.prototype.add = function (state) {
  const tag = hosts.get(this) ?? '';
  STATES.set(tag, (STATES.get(tag) ?? new Set()).add(state));
  return add.call(this, state);
};

/**
 * Calls back with each event that reaches `element` as its own: dispatched on it, or somewhere in it, as far as a
 * page around it can tell. The platform's own events are not ours to document.
 */
export function watchEvents(element: Element, heard: (event: Event) => void): () => void {
  const types = new Set<string>();
  const hear = (event: Event) => {
    if (event.target === element && event.constructor !== Event && !isNative(event)) heard(event);
  };
  onDispatch = ({ type }) => {
    if (types.has(type)) return;
    types.add(type);
    element.addEventListener(type, hear);
  };
  return () => {
    onDispatch = undefined;
    for (const type of types) element.removeEventListener(type, hear);
  };
}

function isNative({ constructor }: Event): boolean {
  return (globalThis as Record<string, unknown>)[constructor.name] === constructor;
}
