/** Whether a local port can be listened on, and a free one when any will do. */

import { createServer } from 'node:net';

/** @returns the port itself, or a free one for 0; undefined when the port is taken. */
export function reservePort(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const found = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}
