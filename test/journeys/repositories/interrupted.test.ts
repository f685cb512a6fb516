/** Clients that disconnect leave no data behind, and a clock that is set back blocks no job. */

import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openJobParts } from '../../bench/recovery/read-job-parts.ts';
import { answeringSource, packProject } from '../../support/files/own-source.ts';
import { changeRows, countStoredObjects, countStoredRows } from '../../support/server/stored-rows.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

let journey: JourneyServer;
beforeAll(async () => {
  journey = await startJourneyServer({ PACK_BYTES: '50000' });
});
afterAll(() => journey.close());

const getDataDirectory = (): string => journey.server.dataDirectory;

/** Sends the headers and part of the body of a request, then disconnects. */
async function disconnectDuring(path: string, contentType: string, sentBytes: number): Promise<void> {
  const { port } = journey.server;
  const socket = connect(port, '127.0.0.1');
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Content-Type: ${contentType}`,
    'Content-Length: 40000000',
  ];
  await new Promise<void>((sent, fail) => {
    socket.once('error', fail);
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(new Uint8Array(sentBytes), () => sent());
  });
  await sleep(100);
  socket.destroy();
}

test('interrupted uploads leave no job, no row and no server error', async () => {
  for (let upload = 0; upload < 8; upload += 1)
    await disconnectDuring(`/v1/repositories?name=acme/dropped-${upload}`, 'application/gzip', 100_000);
  await disconnectDuring('/v1/repositories?name=acme/dropped-late', 'application/gzip', 6_000_000);
  await disconnectDuring('/v1/repositories', 'application/json', 1_000);
  await disconnectDuring('/v1/webhooks/github', 'application/json', 1_000);
  while (countStoredRows(getDataDirectory())['upload'] !== undefined) await sleep(500);
  await sleep(500);
  expect(countStoredRows(getDataDirectory())).toEqual({});
  // The only object is the one that looks for jobs interrupted by a crash.
  expect(countStoredObjects(getDataDirectory(), 'JobObject')).toBeLessThanOrEqual(1);
  expect(readFileSync(journey.server.logFile, 'utf8')).not.toContain('"event":"request failed"');
  expect(await journey.client.listRepositories()).toEqual([]);
});

test('a part whose lease ends tomorrow, because the clock was set back, is run again', async () => {
  const { archive } = await packProject(answeringSource);
  const added = await journey.client.addRepository(
    { name: 'acme/early' },
    { contentType: 'application/gzip', body: new Uint8Array(archive) },
  );
  const parts = openJobParts(getDataDirectory());
  while (parts.read('parse').running === 0) await sleep(5);
  parts.close();
  await journey.server.kill();
  changeRows(getDataDirectory(), 'job_part', 'UPDATE job_part SET lease_until = lease_until + 86400000');
  const client = await journey.restart();
  const deadline = AbortSignal.timeout(90_000);
  let status = '';
  while (status !== 'ready' && !deadline.aborted) {
    ({ status } = await client.getRepository(added.id));
    await sleep(300);
  }
  expect(status).toBe('ready');
});
