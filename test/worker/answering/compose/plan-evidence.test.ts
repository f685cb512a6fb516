/** Planned spans answer the question, do not repeat, and lie within their files. */
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
});

describe('a definition', () => {
  it('is planned whole, with the documentation above it', () => {
    const symbol = symbolRow('a.rs', 'join', 12, {
      startLine: 12,
      endLine: 20,
      documentationLines: { startLine: 9, endLine: 11 },
    });
    expect(plan({ definitions: [symbol] })).toMatchObject([
      { use: 'definition', whole: true, path: 'a.rs', startLine: 9, endLine: 20 },
    ]);
  });

  it('is limited to its head if it is long, down to its name and the end of its documentation', () => {
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

  it('is one of at most four', () => {
    const symbols = Array.from({ length: 9 }, (_, index) => symbolRow(`f${index}.py`, 'run', 1));
    expect(plan({ definitions: symbols })).toHaveLength(4);
  });
});

describe('passages', () => {
  it('are the best, up to the requested number', () => {
    const passages = [1, 11, 21, 31, 41].map((at) => passage('a.py', at, at + 9));
    expect(plan({ passages }).map((span) => span.startLine)).toEqual([1, 11, 21]);
  });

  it('are skipped if a definition already covers most of them', () => {
    const definitions = [symbolRow('a.py', 'join', 10, { startLine: 10, endLine: 30 })];
    const passages = [passage('a.py', 12, 28), passage('a.py', 26, 60), passage('b.py', 12, 28)];
    expect(plan({ definitions, passages }).map((span) => `${span.path} ${span.startLine}`)).toEqual([
      'a.py 10',
      'a.py 26',
      'b.py 12',
    ]);
  });

  it('are not planned if a lookup succeeds', () => {
    const question = readQuestion('Where is `join` defined?');
    const definitions = [symbolRow('a.py', 'join', 1)];
    expect(plan({ question, definitions, passages: [passage('b.py', 1, 9)] })).toHaveLength(1);
    expect(plan({ question, passages: [passage('b.py', 1, 9)] })).toHaveLength(1);
  });
});

describe('a file', () => {
  const file = chunkRow('src/a.py', { lines: 200 });

  it('is planned by its opening and its exported top-level names, each at its own line', () => {
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

  it('is planned by its top-level names if it exports nothing', () => {
    const symbols = [symbolRow(file.path, 'helper', 40, { exported: false })];
    expect(plan({ files: [{ file, symbols }] })).toMatchObject([
      { use: 'file' },
      { use: 'member', startLine: 40 },
    ]);
  });

  it('is planned whole if it is short', () => {
    const [span] = plan({ files: [{ file: chunkRow('a.py', { lines: 3 }), symbols: [] }] });
    expect(span).toMatchObject({ startLine: 1, endLine: 3 });
  });
});
