import { connect, type Socket } from 'node:net';

/** Requests of the X protocol, by their numbers. */
const GET_WINDOW_ATTRIBUTES = 3;
const QUERY_TREE = 15;
const SET_INPUT_FOCUS = 42;
/** In the answer to the first of them. */
const MAP_STATE = 26;
const VIEWABLE = 2;

/**
 * Gives the keyboard to the windows of a display that has no window manager, which would have done it. In a window
 * without it a page has no focus, and its elements hear nothing of theirs.
 */
export async function focusWindows(display: string): Promise<void> {
  const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`);
  const read = reader(socket);
  try {
    // Little-endian, protocol 11.0, nobody to be authorized.
    socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    const setup = await read(8);
    const server = await read(setup.readUInt16LE(6) * 4);
    const vendor = Math.ceil(server.readUInt16LE(16) / 4) * 4;
    const root = server.readUInt32LE(32 + vendor + server.readUInt8(21) * 8);
    socket.write(request(QUERY_TREE, 0, root));
    const tree = await read(32);
    const children = await read(tree.readUInt32LE(4) * 4);
    for (let at = 0; at < children.length; at += 4) {
      const window = children.readUInt32LE(at);
      socket.write(request(GET_WINDOW_ATTRIBUTES, 0, window));
      const attributes = await read(44);
      if (attributes[MAP_STATE] !== VIEWABLE) continue;
      const [revertToParent, now] = [2, 0];
      socket.write(request(SET_INPUT_FOCUS, revertToParent, window, now));
    }
  } finally {
    socket.end();
  }
}

function request(opcode: number, detail: number, ...words: number[]): Buffer {
  const bytes = Buffer.alloc(4 + words.length * 4);
  bytes.writeUInt8(opcode, 0);
  bytes.writeUInt8(detail, 1);
  bytes.writeUInt16LE(1 + words.length, 2);
  words.forEach((word, index) => bytes.writeUInt32LE(word, 4 + index * 4));
  return bytes;
}

/** Reads so many bytes, when they are there. */
function reader(socket: Socket): (length: number) => Promise<Buffer> {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let kept = Buffer.alloc(0);
  return async (length) => {
    while (kept.length < length) {
      const { value, done } = await chunks.next();
      if (done) throw new Error('The X server hung up.');
      kept = Buffer.concat([kept, value]);
    }
    const bytes = kept.subarray(0, length);
    kept = kept.subarray(length);
    return bytes;
  };
}
