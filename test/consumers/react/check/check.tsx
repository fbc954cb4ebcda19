import 'oui-elements/types/jsx';
import { session } from '../../shared/party.js';

export const right = (
  <>
    <oui-surface surface-id="guest-list" name="Guests" description="Who comes." metadata={{ seats: 10 }}>
      <oui-action
        action-id="set_seats"
        description="Sets how many can come."
        input={{ type: 'object' }}
        handler={(params) => params['seats']}
        onoui-invoke={(event) => event.respondWith({ left: 1 })}
      />
    </oui-surface>
    <agent-workbench session={session} layout="chat" onagent-send-request={(event) => event.text.length} />
  </>
);

export const wrong = [
  <oui-surface surfaceId={7} />, // WRONG
  <oui-action action-id="set_seats" input="seats" />, // WRONG
  <agent-workbench session="party" />, // WRONG
  <agent-workbench layout="chats" />, // WRONG
  <agent-workbench onagent-send-request={(event) => event.words} />, // WRONG
  <agent-workbench colour="red" />, // WRONG
];
