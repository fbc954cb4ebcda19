import { html, nothing, type TemplateResult } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { icon } from '../shared/icons.js';
import type { WorkspaceContext } from './workspace-context.js';

/** A page that must name the policies it allows names this one, if HTML is to be shown. */
const POLICY = 'oui-artifact-page';

/**
 * What the page in the frame may do, whatever it says itself: look as it likes, and reach nothing. It comes first, so
 * that nothing of the page stands before it.
 */
const RULES = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "script-src 'unsafe-inline'",
  'img-src data:',
  'media-src data:',
  'font-src data:',
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

interface Policy {
  createHTML(text: string): unknown;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(text: string): string }): Policy;
}

let policy: Policy | undefined;

/** The page allows what makes the type that it demands of a frame's document. */
function mayFrame(): boolean {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  try {
    policy ??= factory?.createPolicy(POLICY, { createHTML: (text) => text });
    return true;
  } catch {
    return false;
  }
}

class FramedDirective extends Directive {
  #text: string | undefined;
  #document: unknown;

  /** The same object for the same text: another one would load the frame again. */
  render(text: string): unknown {
    if (text === this.#text) return this.#document;
    this.#text = text;
    const page = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${RULES}">${text}`;
    return (this.#document = policy ? policy.createHTML(page) : page);
  }
}

const framed = directive(FramedDirective);

/**
 * Foreign HTML, when a person wants to see it (known-failure 44): in a frame of no origin, which reaches neither the
 * page nor a server. Its scripts need a second word: a script could leave the frame for an address with what the page
 * says in it. Nobody listens to its messages.
 */
export function sandboxedPage(text: string, title: string, context: WorkspaceContext): TemplateResult {
  const { choices, choose, wording } = context;
  const { t } = wording;
  if (choices.page?.text !== text)
    return html`<p class="frame-bar">
      <button type="button" data-verb="show-page" @click=${() => choose({ page: { text, scripts: false } })}>
        ${icon('eye')} ${t('artifact.showPage')}
      </button>
      <span class="meta">${t('artifact.pageNote')}</span>
    </p>`;
  const scripted = choices.page.scripts;
  const allowed = mayFrame();
  return html`<p class="frame-bar">
      <button type="button" class="quiet" data-verb="hide-page" @click=${() => choose({ page: undefined })}>
        ${t('artifact.hidePage')}
      </button>
      ${
        scripted || !allowed
          ? nothing
          : html`<button
                type="button"
                data-verb="run-page"
                @click=${() => choose({ page: { text, scripts: true } })}
              >
                ${t('artifact.runPage')}
              </button>
              <span class="meta">${t('artifact.runNote')}</span>`
      }
    </p>
    ${
      !allowed
        ? html`<p class="meta" data-fallback="unavailable" role="status">${t('artifact.pageBarred')}</p>`
        : scripted
          ? html`<iframe
              part="page"
              sandbox="allow-scripts"
              referrerpolicy="no-referrer"
              title=${title}
              .srcdoc=${framed(text)}
            ></iframe>`
          : html`<iframe
              part="page"
              sandbox=""
              referrerpolicy="no-referrer"
              title=${title}
              .srcdoc=${framed(text)}
            ></iframe>`
    }`;
}
