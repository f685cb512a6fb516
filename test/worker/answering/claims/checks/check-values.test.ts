/** What a name is said to be is what it is given; what is never done is not said to be done. */
import { describe, expect, it } from 'vitest';
import { scoreClaim } from '../../../../../worker/answering/claims/score-claim.ts';
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

function failedOf(said: string) {
  const { checks } = scoreClaim({ text: `${said} [chunk:e1].`, citations: ['e1'] }, issued);
  return checks.filter(({ passed }) => !passed).map((one) => one.check);
}

describe('given there', () => {
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
  ])('%s', (said) => {
    expect(failedOf(said)).toEqual([]);
  });
});

describe('given to another', () => {
  it.each([
    '`LIMIT` is 10',
    '`size` defaults to 8000',
    '`size` is `LIMIT`',
    '`SEPARATOR` is `LIMIT`',
    '`SEPARATOR` is “hex”',
    'The digest is “utf-8”',
    'The digest is "sha256"',
  ])('%s', (said) => {
    expect(failedOf(said)).toContain('wording');
  });

  it('a denial of all that is said is not left out, whatever is said beside it', () => {
    expect(failedOf('The lid is lifted sooner than the keeper asks')).toContain('negation');
  });
});
