import { useState } from 'react';
import { answer, session } from '../../shared/party.js';
import Guests from './Guests.jsx';
import Late from './Late.jsx';
import Tables from './Tables.jsx';

const late = new URLSearchParams(location.search).has('late');

export default function App() {
  const [shown, setShown] = useState(true);
  const [said, setSaid] = useState('');

  function onSend(event) {
    event.preventDefault();
    setSaid(event.text);
    answer(event.text);
  }

  return (
    <>
      <oui-transport url="/oui/v1"></oui-transport>
      {late ? (
        <Late />
      ) : (
        <>
          <button id="tab" onClick={() => setShown(!shown)}>
            Guests
          </button>
          {shown && <Guests />}
          <Tables />
          <output id="said">{said}</output>
          <agent-workbench session={session} layout="chat" onagent-send-request={onSend}></agent-workbench>
        </>
      )}
    </>
  );
}
