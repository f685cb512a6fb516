/** Finds local ports that are free, and listens on them. */

import { createServer, type Server } from 'node:net';

/**
 * The range in which to look for a free port. It lies below the ephemeral ports (32768 and up on Linux, 49152 and up elsewhere). Otherwise,
 * an outgoing connection could take a server's port during a restart.
 */
export const minPort = 20_000;
export const maxPort = 32_000;
const maxTries = 50;

/**
 * Returns the port itself, or a free port for 0; undefined when the port is taken. The port is not reserved: another program can take it
 * before the caller listens on it.
 */
export async function findFreePort(port: number): Promise<number | undefined> {
  if (port !== 0) return (await canListen(port)) ? port : undefined;
  for (let triesLeft = maxTries; triesLeft > 0; triesLeft--) {
    const candidate = randomPort();
    if (await canListen(candidate)) return candidate;
  }
  return undefined;
}

/**
 * Listens on a port of 127.0.0.1; for 0, on a free one, which no other program can take in between.
 *
 * @returns the port
 * @throws Error with the code EADDRINUSE when the port is taken, or no free one was found
 */
export async function listenOnPort(server: Server, port: number): Promise<number> {
  for (let triesLeft = port === 0 ? maxTries : 1; ; triesLeft--) {
    const candidate = port === 0 ? randomPort() : port;
    try {
      await listen(server, candidate);
      return candidate;
    } catch (thrown) {
      if (triesLeft <= 1 || !isTaken(thrown as NodeJS.ErrnoException)) throw thrown;
    }
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await listen(server, port);
  } catch (thrown) {
    if (isTaken(thrown as NodeJS.ErrnoException)) return false;
    throw thrown;
  }
  await new Promise((settle) => server.close(settle));
  return true;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((settle, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail);
      settle();
    });
  });
}

function isTaken({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EADDRINUSE' || code === 'EACCES';
}

function randomPort(): number {
  return minPort + Math.floor(Math.random() * (maxPort - minPort));
}
