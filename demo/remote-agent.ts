import { createInterface } from 'node:readline/promises';
import { WebSocket } from 'ws';
import { REMOTE_PATH, type FromTerminal, type ToTerminal } from './remote-messages.js';

/** `npm run agent -- "add milk"`: asks the demo server to drive the page that is open in a browser. */
const port = process.env['PORT'] ?? '4173';
const sentence = process.argv.slice(2).join(' ').trim();
if (!sentence) {
  console.error('Say what the agent shall do, for example: npm run agent -- "add milk"');
  process.exit(2);
}

const socket = new WebSocket(`ws://127.0.0.1:${port}${REMOTE_PATH}`);
const say = (message: FromTerminal) => socket.send(JSON.stringify(message));
let exitCode = 1;

socket.on('open', () => say({ type: 'say', text: sentence }));
socket.on('error', () => {
  console.error(`No demo server answers on port ${port}. Start it with "npm start" (and the same PORT).`);
});
socket.on('close', () => process.exit(exitCode));
socket.on('message', (data: Buffer) => {
  const message = JSON.parse(data.toString('utf8')) as ToTerminal;
  switch (message.type) {
    case 'text':
      console.log(message.text);
      break;
    case 'call':
      console.log(`→ ${message.tool} ${JSON.stringify(message.params)}`);
      break;
    case 'interim':
      console.log(`  … ${JSON.stringify(message.progress ?? message.data)}`);
      break;
    case 'result':
      console.log(resultLine(message));
      break;
    case 'confirm':
      void ask(message).then((yes) => say({ type: 'answer', yes }));
      break;
    case 'end':
      exitCode = message.ok ? 0 : 1;
      socket.close();
  }
});

function resultLine({ success, durationMs, data, error }: Extract<ToTerminal, { type: 'result' }>): string {
  const time = durationMs === undefined ? '' : ` in ${durationMs} ms`;
  if (success) return `✓ done${time}${data === undefined ? '' : ` ${JSON.stringify(data)}`}`;
  const details = error?.details === undefined ? '' : ` ${JSON.stringify(error.details)}`;
  return `✗ ${error?.code ?? 'failed'}: ${error?.message ?? 'no reason given'}${details}`;
}

/** Anything but a clear yes is a no, also the end of the input. */
async function ask({
  title,
  description,
  params,
}: Extract<ToTerminal, { type: 'confirm' }>): Promise<boolean> {
  console.log(`? ${title}: ${description}\n  ${JSON.stringify(params)}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    const answer = await Promise.race([terminal.question('  Do it? [y/N] '), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
