/** What a person has written or chosen, by id: each session has its own, as another may have a thing of the same id. */
export class PerSession<V> {
  readonly #maps = new WeakMap<object, Map<string, V>>();

  of(session: object): Map<string, V> {
    let map = this.#maps.get(session);
    if (!map) this.#maps.set(session, (map = new Map()));
    return map;
  }
}
