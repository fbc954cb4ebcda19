import type { JsonObject } from '../../base/json.js';
import type { MessageExtras } from '../events/control-request.js';

/** What a message carries beside its content: runtimes take it next to the messages, in each run anew. */
export interface Carried {
  context?: readonly { description: string; value: string }[];
  forwardedProps?: JsonObject;
}

/** No protocol here has a word for a mode; what there is no word for goes into `forwardedProps`. */
export function carriedBy({ contextRefs = [], mode }: MessageExtras): Carried {
  const context = contextRefs.map(({ id, label, kind, value }) => ({
    description: kind === undefined ? label : `${label} (${kind})`,
    value: value ?? id,
  }));
  return {
    ...(context.length > 0 ? { context } : {}),
    ...(mode === undefined ? {} : { forwardedProps: { mode } }),
  };
}
