/** Quotations match in their original and sanitized form; empty claims never pass. */
import { expect, it } from 'vitest';
import { checkClaim } from '../../../../worker/answering/claims/check-claim.ts';
import { isTitle } from '../../../../worker/answering/claim-text/is-title.ts';
import { sanitizeText } from '../../../../worker/answering/sanitize/sanitize-text.ts';
import { createClaimReader } from '../../../../worker/answering/claim-text/read-claims.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';

const file = `# Queue

The loop runs while i < n and stops when a worker returns. See [1] (above) for the order.
Write to ops @example.com or see \`https://example.com/foo\` for help.
Use list[int] : it is faster. An escape such as &amp;lt; stays.
In sed write \`s/a\\|b/c/\` to match both, and \`s/a|b/c/\` for one.
A pool of List<Task> is read while i < n of them are open at https://example.com/bar today.
if (a < b) return c;
`;

function readStates(text: string): readonly string[] {
  const reader = createClaimReader(isTitle);
  const evidence = new Map([['e1', createEvidence({ file, path: 'docs/queue.md', language: 'markdown' })]]);
  return [...reader.add(sanitizeText(text)), ...reader.end()].map(
    (claim) => checkClaim(claim, evidence).state,
  );
}

it.each([
  'The docs say “The loop runs while i < n and stops when a worker returns.” [chunk:e1]',
  'The docs say “See [1] (above) for the order.” [chunk:e1]',
  'The docs say “Write to ops @example.com” [chunk:e1]',
  'The docs say “see `https://example.com/foo` for help” [chunk:e1]',
  'The docs say “Use list[int] : it is faster.” [chunk:e1]',
  'The docs say “An escape such as &amp;lt; stays.” [chunk:e1]',
  'The docs say “A pool of List<Task> is read while i < n of them are open at https://example.com/bar today.” [chunk:e1]',
  'In sed write `s/a\\|b/c/` to match both [chunk:e1].',
  'The docs say “if (a < b) return c;” [chunk:e1]',
  '```ts docs/queue.md\nif (a < b) return c;\n``` [e1]',
  'The docs say “The loop runs while i < n”.\n\n[chunk:e1]',
])('verifies %j', (text) => {
  expect(readStates(text)).toEqual(['verified']);
});

it.each([
  ['The docs say “The loop runs while i < m” [chunk:e1]', 'unsupported'],
  ['The docs say “See [2] (above) for the order.” [chunk:e1]', 'unsupported'],
  ['```ts certified by ISO9001\nif (a < b) return c;\n```\n[chunk:e1]', 'partial'],
  ['[chunk:e1]', 'unsupported'],
  ['✅ ([chunk:e1])', 'unsupported'],
  ['### This library is certified ISO 9001.', 'uncited'],
])('reports %j as %s', (text, state) => {
  expect(readStates(text)).toEqual([state]);
});
