import type { OuiAction } from './oui-action.js';

/** Marks such an action for the bridge to WebMCP, wherever the element is. */
export const NATIVE_TOOL_TAG = 'webmcp-native';

/**
 * Whether the browser itself offers the form of this action as a WebMCP tool, by `toolname` and `tooldescription`: a
 * bridge to WebMCP then leaves it out, so that agents do not see it twice.
 */
export function isNativeTool({ target }: OuiAction): boolean {
  return (
    target?.localName === 'form' &&
    target.hasAttribute('tooldescription') &&
    // With another name the browser registers nothing.
    /^[\w.-]{1,128}$/.test(target.getAttribute('toolname') ?? '') &&
    'modelContext' in target.ownerDocument &&
    target.ownerDocument.modelContext !== undefined
  );
}
