import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { reservePort } from '../../../../clients/cli/local-server/reserve-port.ts';

test('finds a port that no outgoing connection is given, and tells one that is taken', async () => {
  const found = await reservePort(0);
  expect(found).toBeLessThan(32_768);
  const server = createServer().listen(found, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  expect(await reservePort(found ?? 0)).toBeUndefined();
  await new Promise((closed) => server.close(closed));
  expect(await reservePort(found ?? 0)).toBe(found);
});
