import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort, listenOnPort } from '../../../../clients/cli/local-server/ports.ts';

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
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => void random.mockRestore());
  const [taken, second] = [createServer(), createServer()];
  onTestFinished(() => void [taken, second].map((server) => server.close()));
  const port = await listenOnPort(taken, 0);
  random.mockReturnValueOnce(0.5).mockReturnValue(0.25);
  expect(await listenOnPort(second, 0)).toBeLessThan(port);
  await expect(listenOnPort(createServer(), port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
