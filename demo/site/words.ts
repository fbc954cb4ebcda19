import type { Lang } from './site-page.js';

/** What the frame of every page says. */
export interface SiteWords {
  skip: string;
  site: string;
  guides: string;
  reference: string;
  gallery: string;
  scenarios: string;
  playground: string;
  conformance: string;
  pages: string;
  menu: string;
  onThisPage: string;
  search: string;
  searching: string;
  nothing: string;
  next: string;
  previous: string;
  otherLanguage: string;
  english: string;
  footer: string;
}

export const WORDS: Readonly<Record<Lang, SiteWords>> = {
  en: {
    skip: 'Skip to the content',
    site: 'Site',
    guides: 'Guides',
    reference: 'Reference',
    gallery: 'Gallery',
    scenarios: 'Scenarios',
    playground: 'Playground',
    conformance: 'Conformance',
    pages: 'Pages',
    menu: 'All pages',
    onThisPage: 'On this page',
    search: 'Search',
    searching: 'Search results',
    nothing: 'Nothing found',
    next: 'Next',
    previous: 'Previous',
    otherLanguage: '中文',
    english: 'English',
    footer: 'MIT licence. Nothing on this site leaves your browser.',
  },
  zh: {
    skip: '跳到正文',
    site: '网站',
    guides: '指南',
    reference: '参考',
    gallery: '组件一览',
    scenarios: '场景',
    playground: '试验场',
    conformance: '一致性',
    pages: '页面',
    menu: '所有页面',
    onThisPage: '本页内容',
    search: '搜索',
    searching: '搜索结果',
    nothing: '没有找到',
    next: '下一篇',
    previous: '上一篇',
    otherLanguage: 'English',
    english: '英文',
    footer: 'MIT 许可证。本站的任何内容都不会离开您的浏览器。',
  },
};
