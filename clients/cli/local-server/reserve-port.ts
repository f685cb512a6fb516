/** Checks whether a local port is available, or finds one. */

import { createServer } from 'node:net';

/**
 * The range for free ports. It lies below the ephemeral ports (32768 and up on Linux, 49152 and up elsewhere): an
 * outgoing connection could otherwise take a server's port during a restart.
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
