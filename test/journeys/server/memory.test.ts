/** Measures the memory of the Worker's isolate after hostile files and many questions, through the inspector of a server. */

import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspectIsolate } from '../../bench/memory/inspect-isolate.ts';
import type { LiveHeap } from '../../bench/memory/read-heap-snapshot.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const mb = 1024 * 1024;
const dense = '1,1,1,1,1,1,1,1,\n'.repeat(24_000);
const files: Readonly<Record<string, string>> = {
  'src/pot.ts': '/** Brews tea. */\nexport function brewTea(leaves: string): string {\n  return leaves;\n}\n',
  'src/table.c': `int table[] = {${dense}1};\n`,
  'src/Table.cs': `class T { int[] a = {${dense}1}; }\n`,
  'src/table.php': `<?php\n$table = [${dense}1];\n`,
};

let journey: JourneyServer;
let id: string;
beforeAll(async () => {
  journey = await startJourneyServer({}, { hasInspector: true });
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name, size: Buffer.byteLength(body) },
    body,
  }));
  const repository = await journey.index('tea', gzipSync(await packTar(entries)));
  expect(repository.error).toBeUndefined();
  id = repository.id;
});
afterAll(() => journey.close());

async function readLiveHeap(): Promise<LiveHeap> {
  const inspector = await inspectIsolate(journey.server.workerdPid() ?? 0, 'core:user:wherefore');
  try {
    return await inspector.liveHeap();
  } finally {
    inspector.close();
  }
}

async function ask(from: number, count: number): Promise<void> {
  for (let turn = from; turn < from + count; turn += 1) {
    await journey.client.search(id, { query: `brew tea ${turn}` });
    const request = { question: `Where is tea ${turn} brewed?`, conversationId: `tea-${turn}` };
    for await (const { part } of journey.client.streamAnswer(id, request))
      expect(part.type).not.toBe('error');
  }
}

it('dense files do not grow the memory of the grammars beyond its maximum', async () => {
  const { largestArrayBuffer } = await readLiveHeap();
  expect(largestArrayBuffer).toBeGreaterThanOrEqual(32 * mb);
  expect(largestArrayBuffer).toBeLessThanOrEqual(40 * mb);
});

it('questions and searches in many conversations do not accumulate memory', async () => {
  await ask(0, 15);
  const before = await readLiveHeap();
  await ask(15, 40);
  const after = await readLiveHeap();
  // Compiled code grows with new kinds of questions, so it is subtracted. The bound allows about 25 kB for each of 80 requests.
  expect(after.heap - after.code - (before.heap - before.code)).toBeLessThan(2 * mb);
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(2 * mb);
}, 240_000);
