/**
 * A connection to the inner server on which a refused write is no error. A server that has answered may close before it
 * has read the whole body; Node would then destroy the socket, and the answer that waits in it would be lost.
 */

import { connect, type Socket } from 'node:net';

const closedByPeer = new Set(['EPIPE', 'ECONNRESET']);

export function connectInner(port: number): Socket {
  const socket = connect({ host: '127.0.0.1', port });
  const write = socket._write.bind(socket);
  // What cannot be written is dropped; reading goes on, and tells whether there was an answer.
  socket._write = (chunk, encoding, done) => write(chunk, encoding, (error) => done(lasting(error)));
  const writeAll = socket._writev?.bind(socket);
  if (writeAll !== undefined)
    socket._writev = (chunks, done) => writeAll(chunks, (error) => done(lasting(error)));
  return socket;
}

function lasting(error: NodeJS.ErrnoException | null | undefined): Error | null {
  return error?.code !== undefined && closedByPeer.has(error.code) ? null : (error ?? null);
}
