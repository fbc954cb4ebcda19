/** Chromium is started with `--expose-gc`. No other engine lets a page, or its driver, have elements collected. */
declare const gc: (options: { type: 'major'; execution: 'async' }) => Promise<void>;

const task = () => new Promise((resolve) => setTimeout(resolve));

/** How many of these are alive after a thorough collection. */
export async function survivors(refs: readonly WeakRef<object>[]): Promise<number> {
  for (let round = 0; round < 4; round++) {
    // WeakRefs that were read in a task keep their target until it is over.
    await task();
    await gc({ type: 'major', execution: 'async' });
  }
  await task();
  return refs.filter((ref) => ref.deref() !== undefined).length;
}

/** Mounts `count` elements made by `make`, removes them, and keeps only weak references. */
export async function mountAndRemove(count: number, make: () => HTMLElement): Promise<WeakRef<object>[]> {
  const host = document.createElement('div');
  document.body.append(host);
  const refs: WeakRef<object>[] = [];
  for (let i = 0; i < count; i++) {
    const element = make();
    refs.push(new WeakRef(element));
    host.append(element);
    await (element as HTMLElement & { updateComplete?: Promise<unknown> }).updateComplete;
  }
  host.remove();
  host.replaceChildren();
  await task();
  return refs;
}
