/** A repair corrects the cited lines, never the claim. */
import { expect, it } from 'vitest';
import { decideClaim } from '../../../../worker/answering/claims/decide-claim.ts';
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
const findRepair = (text: string, [startLine, endLine]: readonly [number, number]) =>
  decideClaim(
    { text: `${text} [chunk:e1].`, citations: ['e1'] },
    new Map([['e1', createEvidence({ file, path: 'src/pool.ts', startLine, endLine })]]),
  ).repair;

it('moves a correct quotation or name to its lines', () => {
  expect(findRepair('It calls `Pool.close()`', [1, 4])).toMatchObject({ startLine: 7 });
  expect(findRepair('It reads `pool.sessions.push(open());`', [6, 10])).toMatchObject({ startLine: 3 });
  expect(findRepair('It says “the pool is gone”', [1, 4])).toMatchObject({ citedInstead: { startLine: 1 } });
});

it.each([
  ['whose names are in the cited lines', '`keep` closes the pool', [1, 4]],
  ['whose names are too far apart', '`keep` closes the pool by `log`', [1, 2]],
  ['with an invented name', 'It calls `reopen` and `close`', [1, 4]],
  ['whose number is wrong there too', 'It reads `pool.sessions.push(open());` after 30 seconds', [6, 10]],
] as const)('does not repair a claim %s', (_, text, lines) => {
  expect(findRepair(text, lines)).toBeUndefined();
});
