/** Whether a local port can be listened on, and a free one when any will do. */

import { createServer } from 'node:net';

/**
 * Where a free port is looked for: below the ports a system gives to outgoing connections (32768 and up on Linux, 49152 and
 * up elsewhere), of which one may take a server's port while that server is started again.
 */
const lowest = 20_000;
const highest = 32_000;
const tries = 50;

/** @returns the port itself, or a free one for 0; undefined when the port is taken. */
export async function reservePort(port: number): Promise<number | undefined> {
  if (port !== 0) return (await canListen(port)) ? port : undefined;
  for (let left = tries; left > 0; left--) {
    const candidate = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await canListen(candidate)) return candidate;
  }
  return undefined;
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
