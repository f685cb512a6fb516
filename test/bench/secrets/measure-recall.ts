/** Writes generated secrets of every kind in every context and measures how many the scanner masks. */

import { createSecretScanner } from '../../../worker/adapters/secret-rules/secret-scanner.ts';
import { maskText } from '../../../worker/core/text/mask-text.ts';
import { madeUpKinds, makeUp, randomFrom, type MadeUpKind } from '../../support/secrets/made-up-secrets.ts';
import { firstContexts, secondContexts, type SecretContext } from '../../support/secrets/secret-contexts.ts';

const scanner = createSecretScanner();
/** Secrets of each kind in each context. */
const samples = 5;

export interface Recall {
  readonly written: number;
  readonly found: number;
  readonly misses: readonly { readonly kind: string; readonly context: string; readonly missed: number }[];
}

export async function measureRecall(
  contexts: readonly SecretContext[] = [...firstContexts, ...secondContexts],
): Promise<Recall> {
  const misses: { kind: string; context: string; missed: number }[] = [];
  let written = 0;
  for (const [place, kind] of madeUpKinds.entries())
    for (const context of kind.around === undefined ? contexts : [createSurroundingContext(kind.around)]) {
      let missed = 0;
      for (let sample = 0; sample < samples; sample++) {
        const random = randomFrom(place * 1000 + sample);
        const secret = makeUp(kind.form, random);
        written++;
        if (!(await isMasked(context.write(kind.words, secret), secret))) missed++;
      }
      if (missed > 0) misses.push({ kind: formatKind(kind), context: context.name, missed });
    }
  return { written, found: written - misses.reduce((sum, { missed }) => sum + missed, 0), misses };
}

/** Whether the whole secret is masked. */
async function isMasked(text: string, secret: string): Promise<boolean> {
  const start = text.indexOf(secret);
  const shown = maskText(text, await scanner.scan(text)).slice(start, start + secret.length);
  return /^\u2022+$/.test(shown);
}

function createSurroundingContext(around: string): SecretContext {
  return {
    name: 'its own surroundings',
    write: (_, secret) => makeUp(around, randomFrom(1)).replace('{}', () => secret),
  };
}

function formatKind({ rule, words }: MadeUpKind): string {
  return `${rule} (${words.join(' ')})`;
}
