import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { reservePort } from '../../../../clients/cli/local-server/reserve-port.ts';

test('finds a port below the ephemeral range, and detects a port in use', async () => {
  const port = await reservePort(0);
  expect(port).toBeLessThan(32_768);
  const server = createServer().listen(port, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  expect(await reservePort(port ?? 0)).toBeUndefined();
  await new Promise((closed) => server.close(closed));
  expect(await reservePort(port ?? 0)).toBe(port);
});
