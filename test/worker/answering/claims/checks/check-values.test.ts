/** A stated value must match the assigned value, and a denial must not be omitted. */
import { describe, expect, it } from 'vitest';
import { decideClaim } from '../../../../../worker/answering/claims/decide-claim.ts';
import { createEvidence } from '../../../../support/samples/evidence.ts';

const file = `const LIMIT = 8_000;
const SEPARATOR = ';';
const LONGEST = LIMIT;
const span = 60 * LIMIT;

/**
 * @param pace as the keeper asks; never lifted sooner
 * @param size of the lid
 */
export function open(pace = LONGEST, size = 10, mode = Mode.slow) {
  const text = new TextDecoder('utf-8').decode(lid);
  return createHash('sha256').update(text).digest('hex');
}
`;
const issued = new Map([['e1', createEvidence({ file, path: 'src/lid.ts', symbol: 'open' })]]);

function findFailedChecks(statement: string) {
  const { checks } = decideClaim({ text: `${statement} [chunk:e1].`, citations: ['e1'] }, issued);
  return checks.filter(({ passed }) => !passed).map((check) => check.check);
}

describe('accepts the assigned value', () => {
  it.each([
    '`LIMIT` is 8000',
    '`LIMIT` is `8_000`',
    '`LONGEST` is 8,000',
    '`LONGEST` is `LIMIT`',
    '`pace` defaults to `LONGEST`',
    '`mode` defaults to `slow`',
    '`SEPARATOR` is “;”',
    '`span` is 60 times `LIMIT`',
    'The digest is “hex”',
    'The lid is lifted as the keeper asks',
    'As the keeper asks; never lifted sooner',
  ])('%s', (statement) => {
    expect(findFailedChecks(statement)).toEqual([]);
  });
});

describe('rejects another value', () => {
  it.each([
    '`LIMIT` is 10',
    '`size` defaults to 8000',
    '`size` is `LIMIT`',
    '`SEPARATOR` is `LIMIT`',
    '`SEPARATOR` is “hex”',
    'The digest is “utf-8”',
    'The digest is "sha256"',
  ])('%s', (statement) => {
    expect(findFailedChecks(statement)).toContain('wording');
  });

  it('fails if the claim omits a denial, whatever else it states', () => {
    expect(findFailedChecks('The lid is lifted sooner than the keeper asks')).toContain('negation');
  });
});
