/** The search of every page: a list of all headings, fetched when somebody begins to type. */

interface Entry {
  /** The page, and its title. */
  path: string;
  title: string;
  /** Pairs of id and text. */
  headings: readonly (readonly [id: string, text: string])[];
}
interface Hit {
  path: string;
  text: string;
  page: string;
  score: number;
}

const MOST = 12;
const form = document.querySelector<HTMLFormElement>('#search')!;
const field = form.querySelector('input')!;
const found = form.querySelector<HTMLElement>('#found')!;
let index: Promise<readonly Entry[]> | undefined;

const load = () =>
  (index ??= fetch(form.dataset['index']!).then((answer) => answer.json() as Promise<Entry[]>));

function search(entries: readonly Entry[], query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/);
  const score = (text: string) => {
    const lower = text.toLowerCase();
    if (!words.every((word) => lower.includes(word))) return 0;
    return lower.startsWith(query.toLowerCase()) ? 2 : 1;
  };
  return entries
    .flatMap(({ path, title, headings }) => [
      { path, text: title, page: '', score: score(title) * 2 },
      ...headings.map(([id, text]) => ({ path: `${path}#${id}`, text, page: title, score: score(text) })),
    ])
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST);
}

async function show(): Promise<void> {
  const query = field.value.trim();
  found.hidden = query === '';
  if (query === '') return;
  const hits = search(await load(), query);
  // Something else was typed while the list came.
  if (query !== field.value.trim()) return;
  const items = hits.map(({ path, text, page }) => {
    const link = document.createElement('a');
    link.href = form.dataset['root']! + path;
    link.textContent = text;
    if (page) {
      const where = document.createElement('small');
      where.textContent = page;
      link.append(where);
    }
    return link;
  });
  found.replaceChildren(...items);
  if (items.length === 0) found.textContent = found.dataset['nothing']!;
}

form.hidden = false;
field.addEventListener('input', () => void show());
form.addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...found.querySelectorAll('a')];
  const at =
    links.indexOf(document.activeElement as HTMLAnchorElement) + (event.key === 'ArrowDown' ? 1 : -1);
  event.preventDefault();
  (links[at] ?? field).focus();
});
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!form.contains(relatedTarget as Node | null)) found.hidden = true;
});
