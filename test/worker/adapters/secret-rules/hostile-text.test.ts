/** Tests text that is designed to slow the scanner down: its work is bounded, and other requests run in between. */
import { describe, expect, it } from 'vitest';
import { createFinder } from '../../../../worker/adapters/secret-rules/find-secrets.ts';
import { secretRules, createSecretScanner } from '../../../../worker/adapters/secret-rules/secret-scanner.ts';
import { generateSecret, createRandom } from '../../../support/secrets/made-up-secrets.ts';

const size = 300_000;
const fill = (piece: string): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Creates a scanner that counts its pauses. */
function countTurns() {
  let turns = 0;
  const yieldToEventLoop = (): Promise<void> => {
    turns += 1;
    return new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { scanner: createSecretScanner(yieldToEventLoop), turns: () => turns };
}

describe('the work on a text', () => {
  const begin = createFinder(secretRules);

  it.each([
    'ghs_',
    'github_pat_',
    'glptt-',
    'password',
    ':_auth',
    'password="example1" ',
    'LS0tLS1CRUdJTiBQUklWQVRFIEtFWexample',
  ])('of repeated %j is linear in its length', (piece) => {
    expect(begin(fill(piece)).advance(Infinity).work).toBeLessThan(100 * size);
  });

  it('stops at a limit, and continues from there', () => {
    const text = `${fill('ghs_')} ${generateSecret('gh|p_[w36]', createRandom(1))} `;
    const whole = begin(text);
    whole.advance(Infinity);
    const search = begin(text);
    for (let isDone = false; !isDone;) {
      const slice = search.advance(10_000);
      expect(slice.work).toBeLessThan(20_000);
      isDone = slice.isDone;
    }
    expect(search.masks).toEqual(whole.masks);
    expect(search.masks.at(-1)?.end).toBe(text.length - 1);
  });
});

describe('other requests', () => {
  it('run while a text is scanned', async () => {
    const { scanner, turns } = countTurns();
    await scanner.scan(fill('ghs_'));
    expect(turns()).toBeGreaterThan(10);
  });

  it('run while many short texts are scanned', async () => {
    const { scanner, turns } = countTurns();
    for (let text = 0; text < 30; text++) await scanner.scan('ghs_'.repeat(2_400));
    expect(turns()).toBeGreaterThan(10);
  });

  it('do not delay a short text', async () => {
    const { scanner, turns } = countTurns();
    await scanner.scan(`password = "S3cr3t-Harb0ur!"\n${'const one = 1;\n'.repeat(5_000)}`);
    expect(turns()).toBe(0);
  });

  it('do not mix up their masks', async () => {
    const { scanner, turns } = countTurns();
    const texts = [1, 2, 3].map(
      (seed) => `${fill('ghs_')} ${generateSecret('gh|p_[w36]', createRandom(seed))} ${'x '.repeat(seed)}`,
    );
    const alone = [];
    for (const text of texts) alone.push(await scanner.scan(text));
    expect(turns()).toBeGreaterThan(0);
    expect(await Promise.all(texts.map((text) => scanner.scan(text)))).toEqual(alone);
  });
});
