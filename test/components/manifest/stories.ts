type Stories = Readonly<Record<string, readonly object[]>>;

const FOLDER = '/demo/gallery';
const { STORIES } = (await import(`${FOLDER}/stories.js`)) as { STORIES: Stories };
const { PANEL_STORIES } = (await import(`${FOLDER}/stories/index.js`)) as {
  PANEL_STORIES: Readonly<Record<string, Stories>>;
};

/** The events of a story of the gallery: one of this panel's own, else one that every panel is shown. */
export function storyOf(tag: string, name: string): readonly object[] {
  const [panel, story] = name.includes('/') ? (name.split('/') as [string, string]) : [tag, name];
  const found = PANEL_STORIES[panel]?.[story] ?? STORIES[story];
  if (!found) throw new Error(`the gallery has no story “${name}” for <${tag}>`);
  return found;
}
