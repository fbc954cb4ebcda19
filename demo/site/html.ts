import { posix } from 'node:path';

/** Text as HTML text, and as the value of an attribute in double quotes. */
export function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** From one page of the site to another file of it: the site may be hosted anywhere. */
export function relative(from: string, to: string): string {
  const [path = '', anchor] = to.split('#');
  const link = path === '' || path === from ? '' : posix.relative(posix.dirname(from), path);
  return anchor === undefined ? link || posix.basename(from) : `${link}#${anchor}`;
}
