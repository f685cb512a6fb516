/** Counts questions with and without an answer by confidence, and reads both kinds of lines. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../support/files/temporary-folder.ts';
import { countNearForeign, readNearForeignCases } from './evaluate-near-foreign.ts';

const assessed = (answerable: boolean, confidence: 'high' | 'low' | 'out-of-scope', times: number) =>
  Array.from({ length: times }, () => ({ answerable, confidence }));

it('counts declined, low and high questions of both kinds', () => {
  const cases = [
    ...assessed(false, 'out-of-scope', 3),
    ...assessed(false, 'low', 2),
    ...assessed(false, 'high', 1),
    ...assessed(true, 'out-of-scope', 1),
    ...assessed(true, 'low', 2),
    ...assessed(true, 'high', 4),
  ];
  expect(countNearForeign(cases)).toEqual({
    foreign: 6,
    foreignDeclined: 3,
    foreignLow: 2,
    foreignHigh: 1,
    controls: 7,
    controlsAnswered: 6,
    controlsHigh: 4,
  });
});

it('reads `answerable`, which is true if a line does not state it', () => {
  const folder = temporaryFolder();
  const line = { id: 'one', repo: 'a/b', index_commit: 'HEAD', query: 'Which?' };
  const lines = [line, { ...line, id: 'two', answerable: false }].map((one) => JSON.stringify(one));
  writeFiles(folder, { 'set.jsonl': `${lines.join('\n')}\n`, 'bad.jsonl': '{"id":"x"}\n' });
  const read = readNearForeignCases(join(folder, 'set.jsonl'));
  expect(read.map(({ id, answerable }) => [id, answerable])).toEqual([
    ['one', true],
    ['two', false],
  ]);
  expect(() => readNearForeignCases(join(folder, 'bad.jsonl'))).toThrow(/bad\.jsonl:1/);
});
