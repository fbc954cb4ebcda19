import '../../components/shared/locales/zh.js';

const LOOKS = [
  ['light', 'ltr', 'en'],
  ['dark', 'ltr', 'en'],
  ['light', 'rtl', 'en'],
  ['dark', 'ltr', 'zh'],
] as const;

/** Calls back with the element light, dark, right to left, and in Chinese. */
export async function inEveryLook(
  element: HTMLElement & { readonly updateComplete: Promise<boolean> },
  check: () => Promise<void>,
): Promise<void> {
  const box = element.parentElement!;
  for (const [scheme, dir, lang] of LOOKS) {
    box.dir = dir;
    box.style.colorScheme = scheme;
    box.style.background = scheme === 'dark' ? '#171a17' : '#fff';
    element.lang = lang;
    await new Promise(requestAnimationFrame);
    await element.updateComplete;
    await check();
  }
}
