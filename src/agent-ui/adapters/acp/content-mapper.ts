import type { JsonObject } from '../../../base/json.js';
import type { FactWriter, RunRef } from '../fact-writer.js';
import type { KeptDetails } from '../kept-details.js';
import { baseName, objectAt, textAt } from './wire.js';

/** Content that is no text: what it is, and where it can be had. Its body goes into no fact. */
export class ContentMapper {
  #made = 0;

  constructor(
    private readonly facts: FactWriter,
    private readonly details: KeptDetails,
  ) {}

  /** Tells of an image, a file or a link; answers its artifact's id. */
  show(block: JsonObject, run: RunRef, agentId?: string, toolCallId?: string): string | undefined {
    const found = this.#artifactOf(block, run);
    if (!found) {
      this.facts.diagnose('unmapped', 'content', 'Content of an unknown kind is not shown.', 'info');
      return undefined;
    }
    const { artifactId, ...payload } = found;
    this.facts.add(run, {
      type: 'artifact.created',
      artifactId,
      ...(agentId === undefined ? {} : { agentId }),
      ...(toolCallId === undefined ? {} : { toolCallId }),
      payload: { status: 'ready', ...payload },
    });
    return artifactId;
  }

  #artifactOf(block: JsonObject, { turnId }: RunRef): ({ artifactId: string } & JsonObject) | undefined {
    const { type } = block;
    const mimeType = textAt(block, 'mimeType');
    if (type === 'resource_link') {
      const uri = textAt(block, 'uri');
      if (uri === undefined) return undefined;
      const title = textAt(block, 'title') ?? textAt(block, 'name') ?? baseName(uri);
      return { artifactId: uri, title, kind: 'link', readRef: uri, mimeType };
    }
    if (type === 'resource') {
      const resource = objectAt(block, 'resource');
      const uri = resource && textAt(resource, 'uri');
      if (!resource || uri === undefined) return undefined;
      return this.#kept(uri, baseName(uri), 'file', textAt(resource, 'mimeType'), resource['blob']);
    }
    if (type !== 'image' && type !== 'audio') return undefined;
    const id = textAt(block, 'uri') ?? `${turnId}/${type}/${++this.#made}`;
    return this.#kept(id, undefined, type, mimeType, block['data']);
  }

  /** A body that came with the message, as the data URL that it is. */
  #kept(
    artifactId: string,
    title: string | undefined,
    kind: string,
    mimeType = 'application/octet-stream',
    base64: unknown,
  ): { artifactId: string } & JsonObject {
    const facts = { artifactId, title, kind, mimeType };
    if (typeof base64 !== 'string') return facts;
    const readRef = `acp:content:${artifactId}`;
    this.details.put(readRef, { contentType: mimeType, text: `data:${mimeType};base64,${base64}` });
    return { ...facts, readRef };
  }
}
