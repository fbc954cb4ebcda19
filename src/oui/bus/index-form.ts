import type { ActionManifest, IndexEntry, SurfaceIndex, SurfaceManifest } from '../protocol/manifest.js';
import { contentHash } from '../protocol/surfaces-hash.js';
import { describeInput } from './describe-input.js';
import { shorten } from '../../base/shorten.js';

const LONGEST_DESCRIPTION = 160;

const known = new WeakMap<SurfaceManifest, SurfaceIndex>();

/** OUI-E5: a surface in index form. Equal for the same manifest, and made once. */
export function indexOf(surface: SurfaceManifest): SurfaceIndex {
  let index = known.get(surface);
  if (!index) {
    const { id, name, description, version, observations, concurrency, actions } = surface;
    index = {
      id,
      name,
      description,
      ...(version === undefined ? {} : { version }),
      ...(observations === undefined ? {} : { observations }),
      ...(concurrency === undefined ? {} : { concurrency }),
      index: actions.map(entryOf),
    };
    known.set(surface, index);
  }
  return index;
}

/** Changes with anything in an action's definition. */
export function definitionHash(action: ActionManifest): string {
  return contentHash(action);
}

function entryOf(action: ActionManifest): IndexEntry {
  const { id, title, description, effect, confirm, async, estimatedDuration, input } = action;
  return {
    id,
    ...(title === undefined ? {} : { title }),
    description: firstSentence(description),
    ...(effect === undefined ? {} : { effect }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(async === undefined ? {} : { async }),
    ...(estimatedDuration === undefined ? {} : { estimatedDuration }),
    input: describeInput(input),
    definitionHash: definitionHash(action),
  };
}

function firstSentence(text: string): string {
  // A full stop ends a sentence before a space only: `v1.2` and `e.g.:` do not.
  const [sentence = text] = /^[^]*?(?:[.!?](?=\s)|[。！？]|$)/u.exec(text.trim()) ?? [];
  return shorten(sentence, LONGEST_DESCRIPTION);
}
