import { fixture, html } from '@open-wc/testing';
import type { AgentArtifactWorkspace } from 'oui-elements/components/agent-artifact-workspace';
import type { ControlKind } from '../../../src/agent-ui/events/control-request.js';
import 'oui-elements/define/agent-artifact-workspace';
import { drawn, find, findAll, ScriptedSession, textOf } from '../scripted-session.js';

const ALL: readonly ControlKind[] = [
  'edit',
  'edit.fork',
  'edit.regenerate',
  'export',
  'rollback',
  'request_review',
  'retry',
];

type Answer = string | { contentType: string; text: string } | Error | Promise<string>;

/** A panel whose artifact service is the test. */
export async function page(controls = ALL) {
  const script = new ScriptedSession('s', controls);
  /** What is behind each reference; what was asked for, in order. */
  const contents: Record<string, Answer> = {};
  const fetched: string[] = [];
  const { adapter } = script;
  const connect = adapter.connect.bind(adapter);
  adapter.connect = async (sink, options) => ({
    ...(await connect(sink, options)),
    detail: async (ref) => {
      fetched.push(ref);
      const answer = await contents[ref];
      if (answer === undefined) throw new Error(`nothing at ${ref}`);
      if (answer instanceof Error) throw answer;
      return typeof answer === 'string' ? { contentType: 'text/plain', text: answer } : answer;
    },
  });
  const box = await fixture<HTMLElement>(
    html`<div>
      <agent-artifact-workspace lang="en" .session=${script.session}></agent-artifact-workspace>
    </div>`,
  );
  await drawn();
  const element = box.querySelector<AgentArtifactWorkspace>('agent-artifact-workspace')!;
  const artifact = (type: string, fields: object = {}, payload: object = {}) =>
    script.emit(`artifact.${type}` as 'artifact.created', { artifactId: 'art-1', ...fields }, payload);
  return { script, element, box, artifact, contents, fetched };
}

export const row = (element: Element, id: string) => find(element, `.row[data-id="${id}"]`);
export const order = (element: Element) => findAll(element, '.row').map(({ dataset }) => dataset['id']);
export const verb = (element: Element, name: string) =>
  find<HTMLButtonElement>(element, `[data-verb="${name}"]`);
export const control = (element: Element, kind: string) =>
  find<HTMLButtonElement>(element, `[data-control="${kind}"]:is(button)`);
export const pane = (element: Element) => textOf(find(element, '.pane'));
export const field = (element: Element) => find<HTMLTextAreaElement>(element, 'textarea');

export async function click(element: Element, name: string): Promise<void> {
  verb(element, name).click();
  await drawn();
}

export async function tab(element: Element, name: string): Promise<void> {
  find(element, `[data-tab="${name}"]:is(button)`).click();
  await drawn();
}

export async function type(element: Element, text: string): Promise<void> {
  const area = field(element);
  area.value = text;
  area.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  await drawn();
}
