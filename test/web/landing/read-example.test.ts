/** The example of the landing page reads the first claims of an answer, without what does not fit into sentences. */
import { expect, test } from 'vitest';
import type { AnswerStreamPart, Claim } from '../../../web/src/lib/api.ts';
import { readExample } from '../../../web/src/lib/features/landing/read-example.ts';

const claim = (id: string, text: string, state: Claim['state'] = 'verified'): AnswerStreamPart => ({
  type: 'data-claim',
  id,
  data: { id, text, state, citations: ['e1'], checks: [] },
});

const textOf = (parts: readonly AnswerStreamPart[]) =>
  readExample(parts).sentences.map(({ children }) =>
    children.map((child) => (child.kind === 'text' || child.kind === 'code' ? child.text : '')).join(''),
  );

test('shows claims in their last state, in the order of the answer', () => {
  const read = readExample([claim('a', 'One.', 'pending'), claim('b', 'Two.'), claim('a', 'One.')]);
  expect(read.claims.get('a')?.state).toBe('verified');
  expect(read.sentences.map((sentence) => sentence.claim)).toEqual(['a', 'b']);
  expect(read.isShortened).toBe(false);
});

test('shows no mark of a list and no block of code, but always the first claim', () => {
  const block = 'It reads:\n```ts\nreturn 1;\n```';
  expect(textOf([claim('a', 'First.'), claim('b', '* `open` calls it.'), claim('c', block)])).toEqual([
    'First.',
    'open calls it.',
  ]);
  expect(readExample([claim('a', 'First.'), claim('c', block)]).isShortened).toBe(true);
  expect(readExample([claim('c', block)]).sentences).toHaveLength(1);
});

test('ends before the claim that would be too long', () => {
  const long = 'word '.repeat(60).trim();
  const read = readExample([claim('a', long), claim('b', long), claim('c', 'End.')]);
  expect(read.sentences.map((sentence) => sentence.claim)).toEqual(['a']);
  expect(read.isShortened).toBe(true);
});
