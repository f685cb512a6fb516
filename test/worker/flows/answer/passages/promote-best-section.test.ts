/** The section that answers best comes first, even if the ranking found another section of the same page. */
import { describe, expect, it } from 'vitest';
import { promoteBestSection } from '../../../../../worker/flows/answer/passages/promote-best-section.ts';
import type { ChunkRow } from '../../../../../worker/ports/chunk-store.ts';
import { readQuestion } from '../../../../../worker/retrieval/question/read-question.ts';
import { chunkRow } from '../../../../support/samples/questions.ts';

const section = (path: string, key: number, ordinal: number, raw: string): ChunkRow =>
  chunkRow(path, { key, ordinal, raw, metadata: { defines: [], headings: ['Lanterns'] } });

const storing = section(
  'docs/lanterns.md',
  11,
  1,
  '## Storing\n\nA lantern is stored where the keeper can light it.\n',
);
const lighting = section(
  'docs/lanterns.md',
  12,
  2,
  '## Lighting a lantern\n\nTo light a lantern, turn the wick up.\n',
);
const other = section(
  'docs/storms.md',
  13,
  0,
  '## Lighting a lantern\n\nTo light a lantern, turn the wick up.\n',
);
const all = [storing, lighting, other];

const promote = async (
  passages: readonly { chunk: ChunkRow; score: number }[],
  stored = all,
): Promise<readonly number[]> => {
  const request: number[] = [];
  const chunkStore = {
    chunksByKey: (_: unknown, keys: readonly number[]) => {
      request.push(...keys);
      return Promise.resolve(stored.filter(({ key }) => keys.includes(key)));
    },
  };
  const finding = {
    question: readQuestion('How do I light a lantern?'),
    retrieved: { frequencies: new Map() },
  };
  const key = { shard: 0, snapshot: 1, generation: 1 };
  const promoted = await promoteBestSection({ chunkStore }, { key }, { finding, passages });
  expect(request.length).toBeLessThanOrEqual(3 * 31);
  return promoted.map(({ chunk }) => chunk.key);
};

describe('the first section', () => {
  it('may be adjacent to the found chunk, on the same page', async () => {
    expect(await promote([{ chunk: storing, score: 1 }])).toEqual([12, 11]);
  });

  it('is not an adjacent section whose headings are about something else', async () => {
    const adjacent = section(
      'docs/lanterns.md',
      12,
      2,
      'Use a lantern to find the way, and always fill it up.\n',
    );
    const silent = { ...adjacent, metadata: { ...adjacent.metadata, headings: ['Oil'] } };
    expect(
      await promote(
        [
          { chunk: other, score: 1 },
          { chunk: storing, score: 0.2 },
        ],
        [silent],
      ),
    ).toEqual([13, 11]);
    const pathless = { ...silent, path: other.path, key: 14, ordinal: 1 };
    expect(
      await promote([{ chunk: { ...other, raw: 'Nothing of it is said.\n' }, score: 1 }], [pathless]),
    ).toEqual([13]);
  });

  it('may be a passage with a lower rank', async () => {
    expect(
      await promote([
        { chunk: storing, score: 1 },
        { chunk: lighting, score: 0.9 },
      ]),
    ).toEqual([12, 11]);
  });

  it('is unchanged if the first passage is code', async () => {
    const code = chunkRow('src/lantern.py', { key: 3, raw: 'def light(lantern): pass\n' });
    expect(
      await promote([
        { chunk: code, score: 1 },
        { chunk: storing, score: 0.9 },
      ]),
    ).toEqual([3, 11]);
  });
});
