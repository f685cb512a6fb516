/** A proxy on loopback that passes everything on, and breaks a connection off after so many bytes of an answer when told to. */

import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

export interface CuttingProxy {
  readonly url: string;
  /** Breaks off the next event streams, each after its number of bytes. */
  readonly cutNext: (...bytes: readonly number[]) => void;
  /** Streams broken off so far. */
  readonly cuts: () => number;
  readonly close: () => Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const waiting: number[] = [];
  let cuts = 0;
  const server = createServer((asked, answer) => {
    const { method = 'GET', url: path = '/', headers } = asked;
    const onward = request({
      hostname,
      port,
      method,
      path,
      headers: { ...headers, host: `${hostname}:${port}` },
    });
    onward.on('response', (told) => {
      const isStream = told.headers['content-type']?.includes('text/event-stream') === true;
      const room = isStream ? waiting.shift() : undefined;
      answer.writeHead(told.statusCode ?? 502, told.headers);
      if (room === undefined) return void pipeline(told, answer, () => undefined);
      answer.flushHeaders();
      let left = room;
      told.on('data', (bytes: Buffer) => {
        if (left < 0) return;
        const passed = bytes.subarray(0, left);
        left -= bytes.byteLength;
        answer.write(passed, () => {
          if (left >= 0 || told.destroyed) return;
          cuts += 1;
          answer.socket?.destroy();
          told.destroy();
        });
      });
      told.on('end', () => answer.end());
      told.on('error', () => answer.destroy());
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    cutNext: (...bytes) => void waiting.splice(0, Infinity, ...bytes),
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
