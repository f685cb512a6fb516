/** Numbers in digits or with a unit are looked up; counts, ordinals and list numbers are not. */
import { describe, expect, it } from 'vitest';
import { decideClaim } from '../../../../../worker/answering/claims/decide-claim.ts';
import { createEvidence } from '../../../../support/samples/evidence.ts';

const file = `const limit = 64 * 1024;
const window = 90_000; // 90 seconds
if (tries > 5) return reply(Status.TOO_MANY_REQUESTS);
return reply(404, text.slice(0,32), "SHA-256");
`;
const check = (statement: string) =>
  decideClaim(
    { text: `${statement} [chunk:e1].`, citations: ['e1'] },
    new Map([['e1', createEvidence({ file, path: 'src/quota.ts' })]]),
  );
const numbers = (statement: string) => check(statement).checks.filter(({ check: name }) => name === 'number');

describe('finds', () => {
  it.each([
    ['a number', 'After 5 tries it gives up'],
    ['grouped digits', 'The window is 90,000 long'],
    ['a unit in words', 'The window lasts ninety seconds'],
    ['a converted unit', 'The limit is 64 KB'],
    ['a product', 'The limit is 65,536 bytes'],
    ['an argument without a space', 'Only 32 characters remain'],
    ['a status by its name', 'The client gets a 429'],
    ['a status by its number', 'The client gets a 404'],
    ['a name with a number', 'It hashes with SHA256'],
  ])('%s', (_, statement) => {
    expect(check(statement).state).toBe('verified');
  });
});

describe('does not find', () => {
  it.each([
    ['8000', 'It keeps 8000 of them', '8000 not found in the cited lines.'],
    ['429, which is no status here', 'It retries 429 times', '429 not found in the cited lines.'],
    ['a status', 'The client gets a 503', '503 not found in the cited lines.'],
    [
      'another number with the unit',
      'It waits 30 seconds',
      '30 seconds not found; with this unit, the cited source states 90 seconds.',
    ],
    [
      'another number in a name',
      'It hashes with SHA-512',
      'SHA-512 not found; the cited source has SHA 256.',
    ],
  ])('%s', (_, statement, detail) => {
    expect(numbers(statement)).toMatchObject([{ passed: false, detail }]);
  });
});

it.each([
  '3. The limit is checked first',
  '- **2) Limit:** it is checked',
  'Step 7 checks the limit',
  'First (1) the window, then (2) the limit',
  'The two limits differ, and twelve others do not',
  'On the 3rd attempt nothing changes',
])('does not look up a count or an order: %s', (statement) => {
  expect(numbers(statement)).toEqual([]);
});
