/** What is repaired is a wrong place, never a wrong claim. */
import { expect, it } from 'vitest';
import { scoreClaim } from '../../../../worker/answering/claims/score-claim.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';

const file = `/** Keeps the session open; it never closes the pool. */
export function keep(pool: Pool): void {
  pool.sessions.push(open());
}

/** Shuts everything down. */
export function shut(pool: Pool): void {
  pool.close();
  log('the pool is gone');
}
`;
const repairOf = (text: string, [startLine, endLine]: readonly [number, number]) =>
  scoreClaim(
    { text: `${text} [chunk:e1].`, citations: ['e1'] },
    new Map([['e1', createEvidence({ file, path: 'src/pool.ts', startLine, endLine })]]),
  ).repair;

it('a right quotation of other lines is moved', () => {
  expect(repairOf('It reads `pool.sessions.push(open());`', [6, 10])).toMatchObject({ startLine: 3 });
  expect(repairOf('It says “the pool is gone”', [1, 4])).toMatchObject({ missed: { startLine: 1 } });
});

it.each([
  ['the lines cited deny', '`keep` closes the pool', [1, 4]],
  ['they deny, beside a name that stands elsewhere', '`keep` closes the pool by `log`', [1, 4]],
  ['another does', '`keep` calls `log`', [1, 4]],
  ['others deny', 'It reads `pool.sessions.push(open());` and does not keep the session open', [6, 10]],
] as const)('what %s is not', (_, text, lines) => {
  expect(repairOf(text, lines)).toBeUndefined();
});
