import { decodeEntities } from '../../../components/shared/markdown/decode-entities.js';

/** Elements that a page of the playground cannot have: they would run, fetch or style something. */
const LEFT_OUT = [
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'link',
  'meta',
  'base',
  'img',
  'video',
  'audio',
  'svg',
];
const VOID = ['area', 'br', 'col', 'hr', 'input', 'source', 'track', 'wbr'];
const RAW = ['script', 'style', 'textarea', 'title'];
/** A start tag of these ends an open one of the same kind, as HTML allows. */
const SELF_CLOSING = ['li', 'option', 'tr', 'td', 'th', 'dt', 'dd', 'p'];
const TOKEN = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
export interface ReadMarkup {
  content: DocumentFragment;
  /** What was written and is not there, in words. */
  leftOut: string[];
}

/**
 * Makes elements from the text of a page, one by one: with Trusted Types no text becomes HTML by itself, and nothing of what
 * somebody pastes here may run. JSON in `<script type="application/json">` stays.
 */
export function readMarkup(source: string): ReadMarkup {
  const content = document.createDocumentFragment();
  const leftOut = new Set<string>();
  const open: (Element | DocumentFragment)[] = [content];
  const top = () => open.at(-1)!;
  const close = (name: string) => {
    const at = open.findLastIndex((each) => each instanceof Element && each.localName === name);
    if (at > 0) open.length = at;
  };
  let end = 0;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(source); token; token = TOKEN.exec(source)) {
    top().append(decodeEntities(source.slice(end, token.index)));
    end = TOKEN.lastIndex;
    const [, slash, written, attributes = ''] = token;
    const name = written?.toLowerCase();
    if (!name) continue;
    if (slash) {
      close(name);
      continue;
    }
    if (SELF_CLOSING.includes(name) && (top() as Element).localName === name) close(name);
    const { element, refused } = make(name, attributes);
    for (const each of refused) leftOut.add(each);
    if (RAW.includes(name)) {
      const rest = source.slice(end).search(new RegExp(`</${name}`, 'i'));
      const text = rest < 0 ? source.slice(end) : source.slice(end, end + rest);
      if (element) element.textContent = name === 'script' ? text : decodeEntities(text);
      if (element) top().append(element);
      end = TOKEN.lastIndex = end + text.length;
    } else if (element) {
      top().append(element);
      if (!VOID.includes(name) && !attributes.endsWith('/')) open.push(element);
    }
  }
  top().append(decodeEntities(source.slice(end)));
  return { content, leftOut: [...leftOut] };
}

function make(name: string, attributes: string): { element?: HTMLElement; refused: string[] } {
  const pairs = [...attributes.matchAll(ATTRIBUTE)].map(
    ([, key = '', ...values]) =>
      [key.toLowerCase(), decodeEntities(values.find((value) => value !== undefined) ?? '')] as const,
  );
  const isJson =
    name === 'script' && pairs.some(([key, value]) => key === 'type' && value === 'application/json');
  if (['html', 'head', 'body'].includes(name)) return { refused: [] };
  if (LEFT_OUT.includes(name) && !isJson) return { refused: [`<${name}>`] };
  const element = document.createElement(name);
  const refused: string[] = [];
  for (const [key, value] of pairs) {
    if (/^on|^style$|^srcdoc$|^src$/.test(key) || /^\s*(?:javascript|data):/i.test(value)) refused.push(key);
    else
      try {
        element.setAttribute(key, value);
      } catch {
        refused.push(key);
      }
  }
  return { element, refused };
}
