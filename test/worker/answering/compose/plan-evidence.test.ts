/** Which spans an answer is made from: enough to answer, none twice, all within their files. */
import { describe, expect, it } from 'vitest';
import { planEvidence, type EvidencePlan } from '../../../../worker/answering/compose/plan-evidence.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { chunkRow, symbolRow } from '../../../support/samples/questions.ts';

const plan = (more: Partial<EvidencePlan>) =>
  planEvidence({
    question: readQuestion('How are chunks joined?'),
    definitions: [],
    passages: [],
    files: [],
    topK: 3,
    ...more,
  });
const passage = (path: string, startLine: number, endLine: number) => ({
  chunk: chunkRow(path, { startLine, endLine }),
  score: 1,
  symbols: [],
});

describe('a definition', () => {
  it('is shown whole, with the documentation before it', () => {
    const symbol = symbolRow('a.rs', 'join', 12, {
      startLine: 12,
      endLine: 20,
      documentationLines: { startLine: 9, endLine: 11 },
    });
    expect(plan({ definitions: [symbol] })).toMatchObject([
      { use: 'definition', whole: true, path: 'a.rs', startLine: 9, endLine: 20 },
    ]);
  });

  it('that is long is shown by its head, down to its name and the end of its documentation', () => {
    const long = { startLine: 1, endLine: 900 };
    const spans = plan({
      definitions: [
        symbolRow('a.py', 'A', 1, long),
        symbolRow('b.py', 'B', 50, long),
        symbolRow('c.py', 'C', 1, { ...long, documentationLines: { startLine: 2, endLine: 70 } }),
      ],
    });
    expect(spans.map((span) => [span.startLine, span.endLine])).toEqual([
      [1, 30],
      [1, 50],
      [1, 70],
    ]);
  });

  it('is one of four at most', () => {
    const symbols = Array.from({ length: 9 }, (_, index) => symbolRow(`f${index}.py`, 'run', 1));
    expect(plan({ definitions: symbols })).toHaveLength(4);
  });
});

describe('passages', () => {
  it('are the best, as many as asked for', () => {
    const passages = [1, 11, 21, 31, 41].map((at) => passage('a.py', at, at + 9));
    expect(plan({ passages }).map((span) => span.startLine)).toEqual([1, 11, 21]);
  });

  it('are left out where a definition already shows most of them', () => {
    const definitions = [symbolRow('a.py', 'join', 10, { startLine: 10, endLine: 30 })];
    const passages = [passage('a.py', 12, 28), passage('a.py', 26, 60), passage('b.py', 12, 28)];
    expect(plan({ definitions, passages }).map((span) => `${span.path} ${span.startLine}`)).toEqual([
      'a.py 10',
      'a.py 26',
      'b.py 12',
    ]);
  });

  it('join what was looked up where its tests are asked for', () => {
    const question = readQuestion('Where are the tests of `join`?');
    const definitions = [symbolRow('a.py', 'join', 1)];
    const spans = plan({ question, definitions, passages: [passage('test_a.py', 1, 9)] });
    expect(spans.map((span) => span.path)).toEqual(['a.py', 'test_a.py']);
  });

  it('are not needed where something looked up is found', () => {
    const question = readQuestion('Where is `join` defined?');
    const definitions = [symbolRow('a.py', 'join', 1)];
    expect(plan({ question, definitions, passages: [passage('b.py', 1, 9)] })).toHaveLength(1);
    expect(plan({ question, passages: [passage('b.py', 1, 9)] })).toHaveLength(1);
  });
});

describe('a file', () => {
  const file = chunkRow('src/a.py', { lines: 200 });

  it('is shown by its opening and the outermost names it exports, each at its own line', () => {
    const symbols = [
      symbolRow(file.path, 'Store', 10),
      symbolRow(file.path, 'Store.join', 12),
      symbolRow(file.path, 'helper', 40, { exported: false }),
    ];
    expect(plan({ files: [{ file, symbols }] })).toMatchObject([
      { use: 'file', startLine: 1, endLine: 30 },
      { use: 'member', startLine: 10, endLine: 10 },
    ]);
  });

  it('that exports nothing is shown by what it holds', () => {
    const symbols = [symbolRow(file.path, 'helper', 40, { exported: false })];
    expect(plan({ files: [{ file, symbols }] })).toMatchObject([
      { use: 'file' },
      { use: 'member', startLine: 40 },
    ]);
  });

  it('that is short is shown whole', () => {
    const [span] = plan({ files: [{ file: chunkRow('a.py', { lines: 3 }), symbols: [] }] });
    expect(span).toMatchObject({ startLine: 1, endLine: 3 });
  });
});
