import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort, listenOnPort, maxPort, minPort } from '../../../../clients/cli/local-server/ports.ts';

test('finds a port below the ephemeral range, and detects a port in use', async () => {
  const port = await findFreePort(0);
  expect(port).toBeLessThan(32_768);
  const server = createServer().listen(port, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  expect(await findFreePort(port ?? 0)).toBeUndefined();
  await new Promise((closed) => server.close(closed));
  expect(await findFreePort(port ?? 0)).toBe(port);
});

test('listens on another port when the first candidate is taken, and reports a taken port', async () => {
  const [taken, second] = [createServer(), createServer()];
  onTestFinished(() => void [taken, second].map((server) => server.close()));
  const port = await listenOnPort(taken, 0);
  const random = vi.spyOn(Math, 'random').mockReturnValueOnce((port - minPort + 0.5) / (maxPort - minPort));
  onTestFinished(() => void random.mockRestore());
  expect(await listenOnPort(second, 0)).not.toBe(port);
  expect(random.mock.calls.length).toBeGreaterThan(1);
  await expect(listenOnPort(createServer(), port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
