import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cosineSimilarity } from '../../../../worker/core/code/embedding.ts';
import { createEmbeddedEmbedder } from '../../../../worker/adapters/embedded/embedder.ts';
import { space } from '../../../../worker/adapters/embedded/model/space.ts';
import { createTinyWeights } from './tiny-weights.ts';

const rows = [
  { piece: 'read', scale: 0.5, codes: [2, 0, 0, -1] },
  { piece: 'file', scale: 1, codes: [0, 3, 0, 0] },
  { piece: 'größe', scale: 1, codes: [0, 0, 7, 0] },
];
const embedder = createEmbeddedEmbedder(async () => ({ default: createTinyWeights(rows) }));
const unit = (vector: readonly number[]): number[] => vector.map((value) => value / Math.hypot(...vector));
const expectNear = (vector: Float32Array, expected: readonly number[]) =>
  expected.forEach((value, at) => expect(vector[at]).toBeCloseTo(value, 5));

describe('a query', () => {
  it('is the sum of its rows, with repeated pieces weighted by their logarithm', async () => {
    const twice = 1 + Math.log(2);
    expectNear(await embedder.embedQuery('read_file read'), unit([twice, 3, 0, -0.5 * twice]));
  });

  it('uses the mean of its parts for an unknown piece', async () => {
    expectNear(await embedder.embedQuery('xreadfiles'), unit([0.5, 1.5, 0, -0.25]));
  });

  it('finds pieces outside ASCII', async () => expectNear(await embedder.embedQuery('Größe'), [0, 0, 1, 0]));

  it.each(['', 'zzzz qqq', '12 + 34'])(
    'is a zero vector if it contains no known pieces: %j',
    async (text) => {
      expect([...(await embedder.embedQuery(text))]).toEqual([0, 0, 0, 0]);
    },
  );
});

it('weights name, path and body, and returns one vector per text in order', async () => {
  const [first, second] = await embedder.embed([
    { name: 'read', path: 'größe.x', body: 'file' },
    { name: '', path: '', body: 'file' },
  ]);
  // Each field is divided by the square root of its length: √(1 + ¼) for the name, √7 for the path, √3 for the body.
  const name = Math.hypot(1, 0.5) ** 0.5;
  expectNear(first ?? new Float32Array(), unit([3 / name, 3 ** 0.5, 2 * 7 ** 0.5, -1.5 / name]));
  expectNear(second ?? new Float32Array(), [0, 1, 0, 0]);
});

it('returns the same vector for the same text, regardless of texts in between', async () => {
  const before = await embedder.embedQuery('read fileread');
  await embedder.embedQuery('größe filefile unknownread');
  expect(await embedder.embedQuery('read fileread')).toEqual(before);
});

it.each([new ArrayBuffer(0), new ArrayBuffer(64), createTinyWeights(rows).slice(0, -1)])(
  'rejects damaged weights',
  async (weights) => {
    const damaged = createEmbeddedEmbedder(async () => ({ default: weights }));
    await expect(damaged.embedQuery('read')).rejects.toMatchObject({ code: 'embedder_failed' });
  },
);

describe('the bundled weights', () => {
  const file = readFileSync(
    new URL('../../../../worker/adapters/embedded/model/weights.bin', import.meta.url),
  );
  const trained = createEmbeddedEmbedder(async () => ({ default: Uint8Array.from(file).buffer }));

  it('match their space and stay below 5 MB', () => {
    const hash = createHash('sha256').update(file).digest('hex').slice(0, 12);
    expect(space).toEqual({ name: `wherefore-static-256@${hash}`, dimensions: 256 });
    expect(file.byteLength).toBeLessThanOrEqual(5_000_000);
  });

  it('place a question nearer to the code that answers it than to other code, even without shared words', async () => {
    const [unlink, connect] = await trained.embed([
      { name: 'unlink', path: 'fs.ts', body: 'export function unlink(path) { return os.rm(path); }' },
      {
        name: 'connect',
        path: 'net.ts',
        body: 'export function connect(host, port) { return new Socket(host); }',
      },
    ]);
    const query = await trained.embedQuery('delete a file');
    const other = await trained.embedQuery('open a network connection to a server');
    const none = new Float32Array(256);
    expect(cosineSimilarity(query, unlink ?? none)).toBeGreaterThan(
      cosineSimilarity(query, connect ?? none) + 0.1,
    );
    expect(cosineSimilarity(other, connect ?? none)).toBeGreaterThan(
      cosineSimilarity(other, unlink ?? none) + 0.1,
    );
  });
});
