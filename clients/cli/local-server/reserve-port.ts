/** Checks whether a local port is available, or finds one. */

import { createServer } from 'node:net';

/**
 * The range in which to look for a free port. It lies below the ephemeral ports (32768 and up on Linux, 49152 and up elsewhere). Otherwise,
 * an outgoing connection could take a server's port during a restart.
 */
const minPort = 20_000;
const maxPort = 32_000;
const maxTries = 50;

/** @returns the port itself, or a free port for 0; undefined when the port is taken */
export async function reservePort(port: number): Promise<number | undefined> {
  if (port !== 0) return (await canListen(port)) ? port : undefined;
  for (let triesLeft = maxTries; triesLeft > 0; triesLeft--) {
    const candidate = minPort + Math.floor(Math.random() * (maxPort - minPort));
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
