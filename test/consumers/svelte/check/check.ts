import 'oui-elements/types/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';
import { session } from '../../shared/party.js';

export const surface: SvelteHTMLElements['oui-surface'] = {
  'surface-id': 'guest-list',
  metadata: { seats: 10 },
};
export const workbench: SvelteHTMLElements['agent-workbench'] = {
  session,
  layout: 'chat',
  'onagent-send-request': (event) => event.text.length,
};

export const wrongId: SvelteHTMLElements['oui-surface'] = { surfaceId: 7 }; // WRONG
export const wrongInput: SvelteHTMLElements['oui-action'] = { input: 'seats' }; // WRONG
export const wrongSession: SvelteHTMLElements['agent-workbench'] = { session: 'party' }; // WRONG
export const wrongWord: SvelteHTMLElements['agent-workbench'] = { layout: 'chats' }; // WRONG
export const wrongEvent: SvelteHTMLElements['agent-workbench'] = {
  'onagent-send-request': (event) => event.words, // WRONG
};
