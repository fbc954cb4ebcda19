import { expect } from 'chai';
import fc from 'fast-check';
import type { AgentSession } from 'oui-elements/agent-ui';
import { type AgentUiEvent } from 'oui-elements/agent-ui';
import { answerOf, factsOf, fed } from './session-driver.js';

const at = (sequence: number, type: string, payload: object, more: object = {}): AgentUiEvent =>
  ({ type, sessionId: 's', turnId: 't', messageId: 'm-1', sequence, payload, ...more }) as AgentUiEvent;
const codes = (session: AgentSession) => session.snapshot().diagnostics.map(({ code }) => code);

describe('what a final text did to a streamed one', () => {
  it('§2.4 (4) a replaced text is told of in lengths, never in words', () => {
    const session = fed([
      at(1, 'text.delta', { delta: 'a secret draft' }),
      at(2, 'text.final', { text: 'The answer.' }),
    ]);
    expect(answerOf(session)).to.equal('The answer.');
    const [note] = session.snapshot().diagnostics;
    expect(note).to.include({ code: 'text.reconciled_replace', level: 'info' });
    expect(note!['message']).to.equal('a final text of 11 characters replaced a streamed one of 14');
    expect(JSON.stringify(note)).not.to.contain('secret');
  });

  it('§2.4 (2, 3, 6) an equal, a longer or a repeated final text is no news', () => {
    expect(
      codes(fed([at(1, 'text.delta', { delta: 'Yes' }), at(2, 'text.final', { text: 'Yes' })])),
    ).to.deep.equal([]);
    const longer = fed([
      at(1, 'text.delta', { delta: 'Yes' }),
      at(2, 'text.final', { text: 'Yes, it is.' }),
      at(3, 'text.final', { text: 'Yes, it is.' }),
    ]);
    expect(codes(longer)).to.deep.equal([]);
  });

  it('§2.4 (7) text that comes after the final text it is part of changes nothing, and is told of', () => {
    const session = fed([
      at(1, 'text.delta', { delta: 'Hello ' }),
      at(3, 'text.final', { text: 'Hello world' }),
      at(2, 'text.delta', { delta: 'world' }),
    ]);
    expect(answerOf(session)).to.equal('Hello world');
    expect(codes(session)).to.include('text.late_delta');
  });

  it('§2.4 (8) a snapshot that says another text replaces it, and tells of it in the same way', () => {
    const session = fed([
      at(1, 'text.delta', { delta: 'One' }),
      at(2, 'messages.snapshot', { messages: [{ id: 'm-1', role: 'assistant', text: 'Two' }] }),
    ]);
    expect(answerOf(session)).to.equal('Two');
    expect(codes(session)).to.include('text.reconciled_replace');
  });
});

describe('what goes with a person’s words', () => {
  const files = [
    {
      id: 'f-1',
      name: 'plan.pdf',
      mimeType: 'application/pdf',
      size: 1200,
      url: 'https://files.example/plan.pdf',
    },
    {
      id: 'f-2',
      name: 'shot.png',
      mimeType: 'image/png',
      url: `data:image/png;base64,${'A'.repeat(20_000)}`,
    },
  ];

  it('M-005 §3.2 attachments are named with the message, and their content is not stored', () => {
    const session = fed([
      at(1, 'run.started', { userMessage: { id: 'u-1', text: 'Look', attachments: files } }, { runId: 'r' }),
    ]);
    const [message] = session.snapshot().messages;
    expect(message!['attachments']).to.deep.equal([
      files[0],
      { id: 'f-2', name: 'shot.png', mimeType: 'image/png' },
    ]);
    const [part] = session.view('conversation').get().turns[0]!.parts;
    expect(part).to.deep.include({ type: 'user_text', attachments: message!['attachments'] });
  });

  it('§2.4 (8) they come back with a snapshot of messages', () => {
    const session = fed([
      at(1, 'messages.snapshot', {
        messages: [{ id: 'u-1', role: 'user', text: 'Look', attachments: files }],
      }),
    ]);
    expect(session.snapshot().messages[0]!['attachments']).to.have.length(2);
  });

  it('N-027 whatever stands in their place is left out', () => {
    for (const attachments of [null, 'x', {}, [1, null, 'a'], []]) {
      const session = fed([
        at(1, 'run.started', { userMessage: { id: 'u', text: 'x', attachments } }, { runId: 'r' }),
      ]);
      expect(session.snapshot().messages[0]).not.to.have.property('attachments');
    }
  });
});

describe('other words for the same', () => {
  it('C21 a queue that says "reject" means "blocked"', () => {
    const session = fed([
      {
        type: 'queue.changed',
        sessionId: 's',
        sequence: 1,
        payload: { queued: [{ id: 'q', preview: 'x', mode: 'reject' }] },
      },
    ]);
    expect(session.snapshot().queue[0]).to.include({ mode: 'blocked' });
  });

  it('C23 a metric of another name is the standard’s; one that measures something else keeps its own', () => {
    const session = fed(
      ['submitToFirstTextMs', 'submit_to_status_ms', 'firstTextToPaintMs'].map((metricName, i) => ({
        type: 'metric.changed',
        sequence: i + 1,
        metricName,
        payload: { value: i },
      })),
    );
    const names = session.snapshot().metrics.map(({ metricName }) => metricName);
    expect(names).to.have.members(['first_text_delta_ms', 'first_runtime_status_ms', 'firstTextToPaintMs']);
  });
});

describe('previews of artifacts', () => {
  const KIB = 1024;
  const preview = (sequence: number, id: string, chars: number) =>
    at(sequence, 'artifact.preview.ready', { preview: id[0]!.repeat(chars) }, { artifactId: id });
  const kept = (session: AgentSession) =>
    session
      .snapshot()
      .artifacts.filter((artifact) => artifact['preview'] !== undefined)
      .map(({ artifactId }) => artifactId as string);

  it('§5.5 all of them together stay under 2 MiB: the newest are kept, the others say that they are not there', () => {
    const session = fed(Array.from({ length: 60 }, (_, i) => preview(i + 1, `a-${i}`, 63 * KIB)));
    const ids = kept(session);
    expect(ids).to.have.length(Math.floor((2 * KIB * KIB) / (63 * KIB + 1)));
    expect(ids).to.include('a-59').and.not.include('a-0');
    const first = session.view('artifact_workspace').get().artifacts[0]!;
    expect(first.fallbacks?.['preview']).to.include({ token: 'unavailable' });
  });

  it('§5.5 M-061 which ones does not depend on the order in which they came', function () {
    this.timeout(20_000);
    const sizes = fc.array(fc.integer({ min: 20, max: 64 }), { minLength: 40, maxLength: 60 });
    fc.assert(
      fc.property(sizes, fc.infiniteStream(fc.nat()), (list, random) => {
        const events = list.map((size, i) => preview(i + 1, `a-${i}`, size * KIB));
        const shuffled = [...events];
        for (let i = shuffled.length - 1; i > 0; i--) {
          const j = random.next().value % (i + 1);
          [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
        }
        expect(factsOf(fed(shuffled)).artifacts).to.deep.equal(factsOf(fed(events)).artifacts);
      }),
      { numRuns: 6 },
    );
  });
});
