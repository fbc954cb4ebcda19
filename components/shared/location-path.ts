/** The part of the Navigation API that is used; TypeScript's DOM library has not all of it everywhere. */
type PageWindow = Window & { navigation?: EventTarget };

/**
 * Calls back with the path of the page's URL, or that which a router keeps behind `#/` or `#!/`, at once and after
 * each navigation within the page: links of a client-side router, `history`, back and forward.
 */
export function followPath(view: Window, callback: (path: string) => void): void {
  let last: string | undefined;
  const look = () => {
    const { pathname, hash } = view.location;
    const path = /^#!?(\/[^?#]*)/.exec(hash)?.[1] ?? pathname;
    if (path === last) return;
    last = path;
    callback(path);
  };
  const { navigation } = view as PageWindow;
  if (navigation) {
    navigation.addEventListener('currententrychange', look);
  } else {
    for (const type of ['popstate', 'hashchange']) view.addEventListener(type, look);
    // Without the Navigation API nothing tells of pushState and replaceState, so they are wrapped.
    for (const method of ['pushState', 'replaceState'] as const) {
      const original = view.history[method];
      view.history[method] = function (this: History, ...args: Parameters<History['pushState']>) {
        original.apply(this, args);
        look();
      };
    }
  }
  look();
}
