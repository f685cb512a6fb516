/** The terminal view prints a streamed answer: prose with numbered sources, what was found, notices and refusals. */

import { expect, test } from 'vitest';
import { createAnswerView, type AnswerViewOptions } from '../../../../clients/cli/terminal/answer-view.ts';
import { createTerminal } from '../../../../clients/cli/terminal/terminal.ts';
import { commitEvidence } from '../../../support/samples/evidence.ts';
import type { Evidence } from '../../../../worker/contract/answers/evidence.ts';
import type { Claim } from '../../../../worker/contract/answers/claim.ts';
import type { AnswerStreamPart } from '../../../../worker/contract/answers/stream.ts';

const metadata = { answerId: 'a1', conversationId: 'c1', turn: 1, snapshotId: 's1', cached: false };
const evidence: Evidence = {
  id: 'e1',
  kind: 'code',
  path: 'src/join.ts',
  startLine: 4,
  endLine: 9,
  language: 'typescript',
  commit: 'c',
  hash: 'h',
  spanHash: 's',
  url: '/',
  text: '',
  score: 1,
  scores: {},
};

const data = (
  id: string,
  state: Claim['state'],
  text: string,
  overrides: Partial<Claim> = {},
): AnswerStreamPart => ({
  type: 'data-claim',
  id,
  data: {
    id,
    text,
    state,
    citations: text.includes('e1') ? ['e1'] : [],
    checks: [{ check: 'quote', passed: state === 'verified', detail: 'line 5 says otherwise' }],
    ...overrides,
  },
});
/** The text of a claim, followed by the claim. */
const claim = (...written: Parameters<typeof data>): AnswerStreamPart[] => [
  { type: 'text-delta', id: 't', delta: `${written[2]}\n\n` },
  data(...written),
];

interface View {
  add: (...parts: (AnswerStreamPart | AnswerStreamPart[])[]) => void;
  end: () => { refused: boolean; finished: boolean };
  printed: string[];
}

function view(options: AnswerViewOptions = { isPlain: true }): View {
  const printed: string[] = [];
  const stdout = { write: (text: string) => printed.push(text.trimEnd()) };
  const { add, end } = createAnswerView(createTerminal({ stdout, stderr: stdout, json: false }), options);
  return { add: (...parts) => parts.flat().forEach(add), end, printed };
}

const sources: AnswerStreamPart = { type: 'data-sources', data: { evidence: [evidence] } };

test('prints each paragraph once its sentences are checked, then the numbered sources and what was found', () => {
  const { add, end, printed } = view();
  add(sources, { type: 'text-delta', id: 't', delta: 'First [chunk:e1]. Second.\n\nTh' });
  add(data('1', 'pending', 'First [chunk:e1].'), data('2', 'verified', 'Second.'));
  expect(printed).toEqual([]);
  add(data('1', 'verified', 'First [chunk:e1].'));
  expect(printed).toEqual(['First [1]. Second.']);
  add({ type: 'text-delta', id: 't', delta: 'ird.' }, data('3', 'verified', 'Third.'));
  add({ type: 'finish', messageMetadata: metadata });
  expect(end()).toEqual({ refused: false, finished: true });
  expect(printed.slice(1)).toEqual(['Third.', 'Sources:\n  [1] src/join.ts:4-9', '3 quotations found']);
});

test('keeps lists and headings, and indents code', () => {
  const { add, end, printed } = view();
  const text = '## Steps\n\n1. Boil.\n   - Salt.\n\n```py\nstir()\n\nwait()\n```\n[chunk:e1]\n';
  add(sources, { type: 'text-delta', id: 't', delta: text });
  for (const [index, written] of [
    '1. Boil.',
    '- Salt.',
    '```py\nstir()\n\nwait()\n```\n[chunk:e1]',
  ].entries())
    add(data(String(index), 'verified', written));
  end();
  expect(printed.slice(0, 3)).toEqual(['Steps', '1. Boil.\n   - Salt.', '    stir()\n\n    wait()\n[1]']);
});

const folded = '### Also relevant (1)\n\nPepper.\n\n#### Herbs\n\nThyme.\n\n### Its history\n\nSugar.';
const addFolded = ({ add, end }: View): void => {
  add({ type: 'text-delta', id: 't', delta: folded });
  for (const written of ['Pepper.', 'Thyme.', 'Sugar.']) add(data(written, 'verified', written));
  end();
};

test('prints only the heading of a folded part', () => {
  const folding = view();
  addFolded(folding);
  expect(folding.printed.slice(0, 3)).toEqual([
    'Also relevant (1), shown with --details',
    'Its history',
    'Sugar.',
  ]);
});

test('with details, opens folded parts', () => {
  const opened = view({ details: true });
  addFolded(opened);
  const lines = opened.printed.join('\n').split('\n');
  for (const line of ['Also relevant (1)', 'Herbs', '[Found in source] Thyme.'])
    expect(lines).toContain(line);
});

test('with details, prints a line per sentence with its state, what was looked up and the verdict of a model', () => {
  const { add, end, printed } = view({ details: true, isPlain: true });
  const judgment = { verdict: 'disputed', model: 'big', quotation: 'no salt' } as const;
  add(sources, claim('1', 'partial', 'It is salted [chunk:e1].', { judgment }));
  end();
  expect(printed[0]).toBe(
    [
      '[Not all found] It is salted [1]. (not all found)',
      '    NOT FOUND quote: line 5 says otherwise',
      '    disputed by big: “no salt”',
    ].join('\n'),
  );
});

test('states what was not found after the sentence, also for a sentence of a model without citation', () => {
  const { add, end, printed } = view();
  add(sources, claim('1', 'unsupported', 'Wrong [chunk:e1].'), claim('2', 'uncited', 'Bare.'));
  add({ type: 'finish', messageMetadata: { ...metadata, answerer: 'groq/big' } });
  end();
  expect(printed).toEqual([
    'Wrong [1]. (not found)',
    'Bare.',
    'Sources:\n  [1] src/join.ts:4-9',
    '2 sentences: 1 not found, 1 without citation',
  ]);
});

test('prints the text of a refusal and the coverage', () => {
  const { add, end, printed } = view();
  add({ type: 'text-delta', id: 't', delta: 'Nothing here mentions ' });
  add({ type: 'text-delta', id: 't', delta: 'Kafka.' });
  add({
    type: 'data-coverage',
    data: {
      ref: null,
      commit: 'c0ffee',
      files: 1200,
      skipped: 3,
      behind: null,
      behindReason: 'upload',
      checkedAt: null,
      indexedAt: 'then',
    },
  });
  add({ type: 'finish', messageMetadata: { ...metadata, refused: true } });
  expect(end().refused).toBe(true);
  expect(printed.slice(0, 2)).toEqual([
    'Nothing here mentions Kafka.',
    'Declined: the repository does not answer this question.',
  ]);
  expect(printed.at(-1)).toContain('At c0ffee: 1,200 files searched, 3 skipped');
});

test('separates the composed part of an answer from the part the model wrote before it failed', () => {
  const { add, end, printed } = view();
  add({ type: 'text-delta', id: 't', delta: 'First. And th\n\n### Composed from the index\n\nSecond.' });
  add(data('1', 'verified', 'First.'), data('2', 'verified', 'Second.'));
  end();
  expect(printed.slice(0, 3)).toEqual(['First. And th', 'Composed from the index', 'Second.']);
});

test('prints the citation of a repaired claim, and with details where it moved', () => {
  const moved = { check: 'repair', passed: true, detail: 'The citation was moved to a.ts, line 3.' };
  const { add, end, printed } = view({ details: true });
  add(sources, { type: 'text-delta', id: 't', delta: 'It joins [chunk:e9].' });
  add(data('1', 'repaired', 'It joins [chunk:e9].', { citations: [] }));
  add(data('1', 'repaired', 'It joins [chunk:e1].', { checks: [moved] }));
  end();
  expect(printed[0]).toBe('[Citation moved] It joins [1].\n    The citation was moved to a.ts, line 3.');
});

test('reports a stream that ends without a finish part as unfinished', () => {
  const { add, end } = view();
  add(claim('1', 'verified', 'First.'));
  expect(end()).toEqual({ refused: false, finished: false });
});

const reading = { class: 'how', carried: [], confidence: 'high', refused: false } as const;

test('does not list the sources of a composed answer, which quotes them', () => {
  const { add, printed } = view();
  add({ type: 'data-question', data: { ...reading, confidence: 'low', asked: 'a?', text: 'a?' } });
  add({ type: 'data-sources', data: { evidence: [evidence] } });
  expect(printed).toEqual(['Low confidence: these lines may not answer the question.']);
});

test('warns of low confidence once, with the retrieved lines, before the first claim of a model', () => {
  const { add, end, printed } = view({ isPlain: true, showsSources: () => true });
  add({ type: 'data-question', data: { ...reading, confidence: 'low', asked: 'a?', text: 'a?' } });
  add({ type: 'data-sources', data: { evidence: [evidence] } });
  expect(printed).toEqual([expect.stringMatching(/^Low confidence: .*\n {4}src\/join\.ts:4-9$/)]);
  add(claim('1', 'verified', 'First.'), { type: 'text-delta', id: 't', delta: 'Next' });
  // A repaired claim adds sources; the warning must not repeat.
  add({ type: 'data-sources', data: { evidence: [evidence, { ...evidence, id: 'e2' }] } });
  add({ type: 'finish', messageMetadata: { ...metadata, confidence: 'low' } });
  end();
  expect(printed.filter((line) => line.includes('Low confidence'))).toHaveLength(1);
  expect(printed.at(-1)).toBe('1 quotation found · may not answer the question');
});

test.each([
  { confidence: 'high', refused: false, class: 'how' },
  { confidence: 'out-of-scope', refused: true, class: 'out-of-scope' },
  { confidence: 'low', refused: false, class: 'too-broad' },
] as const)('prints no low-confidence warning for confidence $confidence, class $class', (outcome) => {
  const { add, printed } = view();
  add({ type: 'data-question', data: { ...reading, ...outcome, asked: 'a?', text: 'a?' } });
  add({ type: 'data-sources', data: { evidence: [evidence] } });
  expect(printed).toEqual([]);
});

test('prints how a follow-up was read before its answer, and nothing for a self-contained question', () => {
  const { add, end, printed } = view();
  add({ type: 'data-question', data: { ...reading, asked: 'who calls it?', text: 'Who calls `join`?' } });
  expect(printed).toEqual(['Read as: Who calls `join`?']);
  const selfContained = view();
  selfContained.add({
    type: 'data-question',
    data: { ...reading, asked: 'Who calls `join`? ', text: 'Who calls `join`?' },
  });
  expect(selfContained.printed).toEqual([]);
  end();
});

test('suggests narrower questions for a too-broad question, without a low-confidence warning', () => {
  const { add, end, printed } = view();
  add({ type: 'text-delta', id: 'answer', delta: 'Ask about one part of it.' });
  add({ type: 'data-suggestions', data: { questions: ['What is this project?', 'What does `join` do?'] } });
  add({
    type: 'finish',
    messageMetadata: { ...metadata, class: 'too-broad', confidence: 'low', refused: false },
  });
  end();
  expect(printed).toEqual([
    'Ask about one part of it.',
    '\nAsk next:\n  What is this project?\n  What does `join` do?',
  ]);
});

test('prints how the question was read before the answer, and notes after it', () => {
  const { add, end, printed } = view();
  const reading = {
    class: 'how',
    asked: 'a?',
    text: 'a?',
    carried: [],
    confidence: 'high',
    refused: false,
  } as const;
  add({ type: 'data-question', data: reading });
  expect(printed).toEqual([]);
  const rewritten = { ...reading, text: 'b?', subQueries: ['how b', 'why b'], notes: ['No cross-encoder.'] };
  add({ type: 'data-question', data: rewritten });
  add(claim('1', 'verified', 'B.'));
  expect(printed).toEqual(['Read as: b?', 'Searched separately: how b · why b', 'B.']);
  end();
  expect(printed.at(-1)).toBe('\nNo cross-encoder.');
});

const printHistory = (options: AnswerViewOptions): string => {
  const { add, end, printed } = view(options);
  add({ type: 'data-sources', data: { evidence: [evidence, commitEvidence('e2')] } });
  add({ type: 'text-delta', id: 't', delta: 'It rings twice [chunk:e2] here [chunk:e1].' });
  end();
  return printed.join('\n');
};

test('prints a commit in one line of the sources, with its age unless the text is plain', () => {
  expect(printHistory({ isPlain: true })).toContain(
    'It rings twice [1] here [2].\nSources:\n  [1] commit 6f948e95b of 2024-03-09 by Ann\n  [2] src/join.ts:4-9',
  );
  expect(printHistory({})).toMatch(
    /\[1\] commit 6f948e95b of 2024-03-09 \((?:last year|\d+ years ago)\) by Ann/,
  );
});

test('prints a commit with its subject in the low-confidence warning', () => {
  const { add, printed } = view({ isPlain: true, showsSources: () => true });
  const reading = { class: 'why', asked: 'q', text: 'q', carried: [], refused: false } as const;
  add({ type: 'data-question', data: { ...reading, confidence: 'low' } });
  add({ type: 'data-sources', data: { evidence: [commitEvidence('e1')] } });
  expect(printed.join('\n')).toContain(
    '\n    commit 6f948e95b of 2024-03-09 by Ann: Sound the bell twice (#7)',
  );
});

test('notes a cached answer and the flag that generates it again', () => {
  const { add, end, printed } = view();
  add(claim('1', 'verified', 'First.'));
  add({ type: 'finish', messageMetadata: { ...metadata, cached: true } });
  end();
  expect(printed.at(-1)).toBe('\nServed from the cache; --retry generates it again.');
});

test('prints a refusal, and the text of a model after it once with its state', () => {
  const { add, end, printed } = view();
  add({ type: 'text-delta', id: 't', delta: '`m` found no answer.\n\nBut I know it.' });
  add(data('1', 'uncited', 'But I know it.'));
  add({ type: 'finish', messageMetadata: { ...metadata, answerer: 'groq/m', refused: true } });
  expect(end().refused).toBe(true);
  expect(printed).toEqual([
    '`m` found no answer.',
    'But I know it. (no citation)',
    'Declined: the repository does not answer this question.',
    '1 sentence: 1 without citation',
  ]);
});

test('prints no citation for a statement that there is no source', () => {
  const { add, end, printed } = view();
  add(claim('1', 'gap', 'The colour is not shown [chunk:none].'));
  end();
  expect(printed[0]).toBe('The colour is not shown.');
});

test('prints a claim whose wording differs from the text once', () => {
  const { add, end, printed } = view();
  add(claim('1', 'verified', 'First.'), { type: 'text-delta', id: 't', delta: 'It was so.' });
  add(data('2', 'verified', 'It is so.'));
  end();
  expect(printed.slice(0, 2)).toEqual(['First.', 'It is so.']);
});

test('with details, prints identical failed checks once', () => {
  const { add, end, printed } = view({ details: true });
  const check = { check: 'number', passed: false, detail: '8 is not in the cited lines.' };
  add(claim('1', 'unsupported', 'Wrong.', { checks: [check, check] }));
  end();
  expect(printed.join('\n').match(/8 is not/g)).toHaveLength(1);
});

test('lists an attached file among the sources', () => {
  const attached: Evidence = {
    id: 'e1',
    kind: 'attachment',
    path: 'notes.md',
    startLine: 1,
    endLine: 2,
    hash: 'h',
    spanHash: 's',
    text: '',
    score: 0,
  };
  const { add, end, printed } = view();
  add({ type: 'data-sources', data: { evidence: [attached] } });
  add(claim('1', 'verified', 'It says so [chunk:e1].'));
  end();
  expect(printed[1]).toBe('Sources:\n  [1] notes.md:1-2');
});
