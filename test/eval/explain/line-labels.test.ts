/** Reads marked lines, and marks the lines of a definition by them. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../support/files/temporary-folder.ts';
import { markLine, readLineLabels } from './line-labels.ts';

const label = {
  id: 'q1',
  blocks: [
    { file: 'a.py', start: 4, end: 6 },
    { file: 'a.py', start: 6, end: 9 },
  ],
  sentence: { file: 'a.py', start: 2, end: 3 },
};

it.each([
  [1, 0, 0],
  [2, 0, 1],
  [4, 1, 0],
  [6, 1, 0],
  [9, 2, 0],
  [10, 0, 0],
])('marks line %i with block %i and sentence %i', (line, block, sentence) => {
  expect(markLine(label, 'a.py', line)).toEqual({ block, sentence });
  expect(markLine(label, 'b.py', line)).toEqual({ block: 0, sentence: 0 });
});

it('reads one label a line, with or without a sentence, and names an invalid line', async () => {
  const folder = await temporaryFolder();
  const { sentence: _, ...withoutSentence } = label;
  await writeFiles(folder, {
    'good.jsonl': `${JSON.stringify(label)}\n\n${JSON.stringify(withoutSentence)}\n`,
    'bad.jsonl': `${JSON.stringify(label)}\n{"id": "q2"}\n`,
  });
  expect(readLineLabels(join(folder, 'good.jsonl'))).toEqual([label, withoutSentence]);
  expect(() => readLineLabels(join(folder, 'bad.jsonl'))).toThrow(/bad\.jsonl:2/);
  expect(() => readLineLabels(join(folder, 'none.jsonl'))).toThrow(/do not exist/);
});
