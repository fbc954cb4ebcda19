import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import type { A2aOptions } from '../a2a.js';
import { ask } from '../http-answer.js';
import type { Version } from './rpc-client.js';
import { objects, textAt } from './wire.js';

export interface AgentCard {
  name: string;
  /** Where it was read. */
  ref: string;
  /** What the agent says that it can do. */
  capability: JsonObject;
  /** False: it answers once, and must be asked how it goes. */
  streams: boolean;
  /** Of the interface at the address that is used; `undefined`: the card does not say. */
  version: Version | undefined;
}

const WELL_KNOWN = '/.well-known/agent-card.json';

/** Reads an agent's card. A string says why there is none. */
export async function readCard(settings: A2aOptions, signal: AbortSignal): Promise<AgentCard | string> {
  const base = globalThis.location?.href;
  const url = absolute(settings.url, base);
  const ref = url && absolute(settings.cardUrl || WELL_KNOWN, settings.cardUrl ? base : url.href);
  if (!url || !ref) return 'The address of the agent is not absolute, so its card cannot be looked for.';
  const { credentials, fetch, headers } = settings;
  // What opens the agent's door is not shown at another.
  const own = ref.origin === url.origin ? { headers, credentials } : {};
  const answer = await ask(
    { url: ref, ...own, ...(fetch ? { fetch } : {}) },
    { headers: { accept: 'application/json' } },
    signal,
  );
  if ('failure' in answer) return answer.failure.message;
  const card = parseJson(await answer.response.text().catch(() => ''));
  const name = isJsonObject(card) ? textAt(card, 'name') : undefined;
  if (!isJsonObject(card) || name === undefined) return 'What stands in the place of the card is no card.';
  const { description, version, skills, provider } = card;
  const capabilities = isJsonObject(card['capabilities']) ? card['capabilities'] : {};
  return {
    name,
    ref: ref.href,
    capability: {
      description,
      version,
      provider: isJsonObject(provider) ? provider['organization'] : undefined,
      skills: objects(skills).map((skill) => ({
        id: skill['id'],
        name: skill['name'],
        description: skill['description'],
      })),
    },
    streams: capabilities['streaming'] === true,
    version: versionOf(card, url),
  };
}

/** The highest that we speak of those offered at this address; a card of 0.3 names one for all. */
function versionOf(card: JsonObject, url: URL): Version | undefined {
  const offered = objects(card['supportedInterfaces'])
    .filter(
      (entry) =>
        entry['protocolBinding'] === 'JSONRPC' &&
        absolute(textAt(entry, 'url') ?? '')?.pathname === url.pathname,
    )
    .map((entry) => textAt(entry, 'protocolVersion') ?? '');
  const all = offered.length > 0 ? offered : [textAt(card, 'protocolVersion') ?? ''];
  if (all.some((version) => version.startsWith('1.'))) return '1.0';
  return all.some((version) => version.startsWith('0.3')) ? '0.3' : undefined;
}

function absolute(url: string | URL, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}
