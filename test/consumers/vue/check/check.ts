import 'oui-elements/types/vue';
import type { GlobalComponents } from 'vue';
import { session } from '../../shared/party.js';

/** What vue-tsc holds a template against. */
type Props<Tag extends keyof GlobalComponents> = InstanceType<GlobalComponents[Tag]>['$props'];

export const surface: Props<'oui-surface'> = { surfaceId: 'guest-list', metadata: { seats: 10 } };
export const workbench: Props<'agent-workbench'> = {
  session,
  layout: 'chat',
  onAgentSendRequest: (event) => event.text.length,
};

export const wrongId: Props<'oui-surface'> = { surfaceId: 7 }; // WRONG
export const wrongInput: Props<'oui-action'> = { input: 'seats' }; // WRONG
export const wrongSession: Props<'agent-workbench'> = { session: 'party' }; // WRONG
export const wrongWord: Props<'agent-workbench'> = { layout: 'chats' }; // WRONG
export const wrongEvent: Props<'agent-workbench'> = { onAgentSendRequest: (event) => event.words }; // WRONG
