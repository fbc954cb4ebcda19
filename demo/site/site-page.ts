export type Lang = 'en' | 'zh';

export interface Heading {
  id: string;
  text: string;
  depth: number;
}

/** One link of a list of pages. */
export interface SiteLink {
  path: string;
  title: string;
  /** Where it is not the language of the page that shows it. */
  lang?: Lang;
}

export interface LinkGroup {
  title: string;
  links: readonly SiteLink[];
}

/** What the header marks as the place where one is. */
export type Section = 'start' | 'guides' | 'reference' | 'try' | 'conformance';

/** A page of the site, before the frame is put around it. */
export interface SitePage {
  /** From the root of the site, such as `guides/agent-ready.html`. */
  path: string;
  title: string;
  /** A sentence for search engines and previews. */
  description: string;
  lang: Lang;
  section: Section;
  /** HTML of what is in `<main>`. */
  body: string;
  /** `start`: the whole width; `doc`: a column with the list of pages beside it; `tool`: wide, without lists. */
  kind: 'start' | 'doc' | 'tool';
  headings?: readonly Heading[];
  /** The list of pages beside it. */
  groups?: readonly LinkGroup[];
  /** The same in the other language. */
  twin?: string;
  /** Style sheets and modules of its own, in `assets/`. */
  styles?: readonly string[];
  scripts?: readonly string[];
  /** Modules that those import, from the root of the site: fetched with the page, not one after the other. */
  modules?: readonly string[];
}
