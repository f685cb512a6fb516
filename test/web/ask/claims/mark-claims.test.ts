/** The end of each claim is marked in the Markdown of an answer, so that every word of it knows its claim. */
import { expect, test } from 'vitest';
import type { Claim } from '../../../../web/src/lib/api.ts';
import { groupSentences } from '../../../../web/src/lib/features/ask/claims/group-sentences.ts';
import { markClaims } from '../../../../web/src/lib/features/ask/claims/mark-claims.ts';
import { parseMarkdown } from '../../../../web/src/lib/features/ask/claims/parse-markdown.ts';

const read = (text: string) => {
  const claim: Claim = { id: 'c1', text, state: 'partial', citations: ['e1'], checks: [] };
  const positions = { spans: { c1: { start: 0, end: text.length } } };
  return groupSentences(parseMarkdown(markClaims({ text, claims: [claim], positions, from: 0 })));
};

test('a heading whose citation is below it belongs to the claim', () => {
  const [heading] = read('### Free of leaks since spring\n\n[chunk:e1]');
  expect(heading).toMatchObject({ kind: 'heading', sentences: [{ claim: 'c1' }] });
});

test('a sentence belongs to its claim', () => {
  expect(read('The gate closes at night [chunk:e1].')).toMatchObject([
    { kind: 'paragraph', sentences: [{ claim: 'c1', isEnd: true }] },
  ]);
});
