import { adoptWebMcpTools, webMcpTransport, type RegisteredTool } from '../../src/bridges/webmcp.js';
import type { SurfaceBus } from '../../src/oui/index.js';
import type { Opened } from './oui-transport.js';
import { modelContextOf } from './model-context-of.js';

export interface WebMcpWishes {
  exposedTo: readonly string[] | undefined;
  maxNameLength: number | undefined;
  debugging: boolean;
  /** The tools of the page become surfaces, too. */
  adopt: boolean;
  /** Also those of frames of these origins. */
  adoptFrom: readonly string[] | undefined;
}

/** What of WebMCP needs a document. Loaded when the type is first named. */
export function openWebMcp(doc: Document, { adopt, adoptFrom, ...offer }: WebMcpWishes): Opened {
  const context = modelContextOf(doc);
  const transport = webMcpTransport(context, offer);
  if (!adopt) return { transport };
  return {
    transport,
    begin(bus: SurfaceBus) {
      const adopted = adoptWebMcpTools(bus, context, {
        debugging: offer.debugging,
        ...(adoptFrom ? { fromOrigins: adoptFrom } : {}),
        ...(doc.defaultView ? { window: doc.defaultView } : {}),
        waitsForPerson,
      });
      const observer = new MutationObserver((records) => {
        if (records.some(({ removedNodes }) => [...removedNodes].some(holdsFrame))) adopted.frameRemoved();
      });
      observer.observe(doc, { childList: true, subtree: true });
      return () => {
        observer.disconnect();
        adopted.close();
      };
    },
  };
}

/** A browser tells of no frame that goes. */
function holdsFrame(node: Node): boolean {
  return node instanceof Element && (node.localName === 'iframe' || node.querySelector('iframe') !== null);
}

/** A form's tool is submitted by a person unless its markup says otherwise. */
function waitsForPerson({ name, source, window }: RegisteredTool): boolean {
  try {
    const { document } = (source ?? window) as Window;
    const form = document.querySelector(`form[toolname="${CSS.escape(name)}"]`);
    return form !== null && !form.hasAttribute('toolautosubmit');
  } catch {
    // Another origin's document is closed to this page.
    return false;
  }
}
