/** The terminal view prints a streamed answer: claims with their states and sources, notices and refusals. */

import { expect, test } from 'vitest';
import { createAnswerView } from '../../../../clients/cli/terminal/answer-view.ts';
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

function claim(id: string, state: Claim['state'], text: string): AnswerStreamPart {
  const checks = [{ check: 'quotation', passed: state === 'verified', detail: 'line 5 says otherwise' }];
  return { type: 'data-claim', id, data: { id, text, state, citations: ['e1'], checks } };
}

function view(): {
  add: (part: AnswerStreamPart) => void;
  end: () => { refused: boolean };
  printed: string[];
} {
  const printed: string[] = [];
  const stdout = { write: (text: string) => printed.push(text.trimEnd()) };
  const answerView = createAnswerView(createTerminal({ stdout, stderr: stdout, json: false }));
  return { ...answerView, printed };
}

test('prints each claim once its state is final, in order and with its source lines', () => {
  const { add, end, printed } = view();
  add({ type: 'data-sources', data: { evidence: [evidence] } });
  add(claim('1', 'pending', 'First. [chunk:e1]'));
  add(claim('2', 'verified', 'Second. [chunk:e1]'));
  expect(printed).toEqual([]);
  add(claim('1', 'verified', 'First. [chunk:e1]'));
  expect(printed).toEqual([
    '[verified] First.\n    src/join.ts:4-9',
    '[verified] Second.\n    src/join.ts:4-9',
  ]);
  add({ type: 'finish', messageMetadata: metadata });
  expect(end()).toEqual({ refused: false, finished: true });
  expect(printed).toHaveLength(2);
});

test('prints the failed check below an unsupported claim', () => {
  const { add, end, printed } = view();
  add(claim('1', 'unsupported', 'Wrong.'));
  end();
  expect(printed.join('\n')).toContain('[unsupported] Wrong.\n    quotation: line 5 says otherwise');
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
  expect(printed[0]).toBe('[declined] Nothing here mentions Kafka.');
  expect(printed.at(-1)).toContain('At c0ffee: 1,200 files searched, 3 skipped');
});

test('separates the composed part of an answer from the part the model wrote before it failed', () => {
  const { add, end, printed } = view();
  add({
    type: 'text-delta',
    id: 't',
    delta: 'First. And th\n\n### Composed from the index\n\nSecond.\nThird.',
  });
  for (const [id, text] of [
    ['1', 'First.'],
    ['2', 'Second.'],
    ['3', 'Third.'],
  ] as const)
    add(claim(id, 'verified', text));
  end();
  expect(printed.slice(0, 4)).toEqual([
    expect.stringContaining('First.'),
    '\nComposed from the index:',
    expect.stringContaining('Second.'),
    expect.stringContaining('Third.'),
  ]);
});

test('prints where a repaired citation moved, without a notice that no claim is verified', () => {
  const { add, end, printed } = view();
  const moved = { check: 'repair', passed: true, detail: 'The citation was moved to a.ts, line 3.' };
  const part = claim('1', 'repaired', 'It joins them.');
  if (part.type !== 'data-claim') throw new Error('The part is not a claim.');
  add({
    ...part,
    data: { ...part.data, checks: [{ check: 'quote', passed: true, detail: 'It is there.' }, moved] },
  });
  end();
  expect(printed).toEqual(['[repaired] It joins them.\n    repair: The citation was moved to a.ts, line 3.']);
});

test('reports a stream that ends without a finish part as unfinished', () => {
  const { add, end } = view();
  add(claim('1', 'verified', 'First.'));
  expect(end()).toEqual({ refused: false, finished: false });
});

const reading = { class: 'how', carried: [], confidence: 'high', refused: false } as const;

test('warns of low confidence once, with the retrieved lines, before the first claim', () => {
  const { add, end, printed } = view();
  add({ type: 'data-question', data: { ...reading, confidence: 'low', asked: 'a?', text: 'a?' } });
  add({ type: 'data-sources', data: { evidence: [evidence] } });
  expect(printed).toEqual([expect.stringMatching(/^Low confidence: .*\n {4}src\/join\.ts:4-9$/)]);
  add(claim('1', 'verified', 'First.'));
  // A repaired claim adds sources; the warning must not repeat.
  add({ type: 'data-sources', data: { evidence: [evidence, { ...evidence, id: 'e2' }] } });
  add({ type: 'finish', messageMetadata: { ...metadata, confidence: 'low' } });
  end();
  expect(printed).toHaveLength(2);
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
  expect(printed).toEqual(['Ask about one part of it.', '  What is this project?\n  What does `join` do?']);
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
  expect(printed).toEqual(['Read as: b?', 'Searched separately: how b · why b', '[verified] B.']);
  end();
  expect(printed.at(-1)).toBe('\nNo cross-encoder.');
});

/** Creates a verified claim with these citations. */
function verifiedClaim(id: string, ...citations: string[]): AnswerStreamPart {
  return {
    type: 'data-claim',
    id,
    data: { id, text: `Claim ${id}.`, state: 'verified', citations, checks: [] },
  };
}

test('separates claims about the code from claims about its history, and prints a commit in one line', () => {
  const { add, end, printed } = view();
  add({ type: 'data-sources', data: { evidence: [evidence, commitEvidence('e2')] } });
  add(verifiedClaim('1', 'e1'));
  add(verifiedClaim('2', 'e1', 'e2'));
  add(verifiedClaim('3', 'e1'));
  end();
  expect(printed).toEqual([
    'The code, as of c:',
    '[verified] Claim 1.\n    src/join.ts:4-9',
    '\nHistory:',
    expect.stringMatching(
      /^\[verified\] Claim 2\.\n {4}src\/join\.ts:4-9\n {4}commit 6f948e95b of 2024-03-09 \(\d+ years? ago\) by Ann, pull request #7$/,
    ),
    '[verified] Claim 3.\n    src/join.ts:4-9',
  ]);
});

test('prints a commit with its subject in the low-confidence warning', () => {
  const { add, printed } = view();
  const reading = { class: 'why', asked: 'q', text: 'q', carried: [], refused: false } as const;
  add({ type: 'data-question', data: { ...reading, confidence: 'low' } });
  add({ type: 'data-sources', data: { evidence: [commitEvidence('e1')] } });
  expect(printed.join('\n')).toMatch(
    /\n {4}commit 6f948e95b of 2024-03-09 \(\d+ years? ago\) by Ann, pull request #7: Sound the bell twice \(#7\)/,
  );
});

test('states that no claim is verified, with the number of claims in each state', () => {
  const { add, end, printed } = view();
  add(claim('1', 'unsupported', 'Wrong.'));
  add(claim('2', 'uncited', 'Bare.'));
  add(claim('3', 'uncited', 'Bare too.'));
  add({ type: 'finish', messageMetadata: metadata });
  end();
  const notice = 'None of its 3 claims could be verified against what it cites: 1 unsupported, 2 uncited.';
  expect(printed.at(-1)).toBe(`\n${notice}`);
});

test('notes a cached answer and the flag that generates it again', () => {
  const { add, end, printed } = view();
  add(claim('1', 'verified', 'First.'));
  add({ type: 'finish', messageMetadata: { ...metadata, cached: true } });
  end();
  expect(printed.at(-1)).toBe('\nServed from the cache; --retry generates it again.');
});

test('prints a refusal, and the model text after it once with its state', () => {
  const { add, end, printed } = view();
  add({ type: 'text-delta', id: 't', delta: '`m` found no answer.\n\nBut I know it.' });
  add(claim('1', 'uncited', 'But I know it.'));
  add({ type: 'finish', messageMetadata: { ...metadata, refused: true } });
  end();
  expect(printed.join('\n').match(/But I know it/g)).toHaveLength(1);
  expect(printed.at(-1)).toBe('[declined] `m` found no answer.');
});

test('prints identical failed checks once', () => {
  const { add, end, printed } = view();
  const check = { check: 'number', passed: false, detail: '8 is not in the cited lines.' };
  const data = {
    id: '1',
    text: 'Wrong.',
    state: 'unsupported',
    citations: [],
    checks: [check, check],
  } as const;
  add({ type: 'data-claim', id: '1', data: { ...data, citations: [], checks: [...data.checks] } });
  end();
  expect(printed.join('\n').match(/8 is not/g)).toHaveLength(1);
});

test('lists claims about an attached file under their own heading, not under history', () => {
  const attached: Evidence = {
    id: 'e3',
    kind: 'attachment',
    path: 'notes.md',
    startLine: 1,
    endLine: 2,
    hash: 'h',
    spanHash: 's',
    text: '',
    score: 0,
  };
  const withoutHistory = view();
  withoutHistory.add({ type: 'data-sources', data: { evidence: [evidence, attached] } });
  withoutHistory.add(verifiedClaim('1', 'e1'));
  withoutHistory.add(verifiedClaim('2', 'e3'));
  expect(withoutHistory.printed.join('\n')).not.toContain('history');
  const withHistory = view();
  withHistory.add({ type: 'data-sources', data: { evidence: [evidence, commitEvidence('e2'), attached] } });
  withHistory.add(verifiedClaim('1', 'e2'));
  withHistory.add(verifiedClaim('2', 'e3'));
  expect(withHistory.printed.slice(2)).toEqual([
    '\nAttached files:',
    '[verified] Claim 2.\n    notes.md:1-2',
  ]);
});
