/** Writes generated secrets of every kind into every context and measures how many the scanner masks. */

import { createSecretScanner } from '../../../worker/adapters/secret-rules/secret-scanner.ts';
import { maskText } from '../../../worker/core/text/mask-text.ts';
import {
  madeUpKinds,
  generateSecret,
  createRandom,
  type MadeUpKind,
} from '../../support/secrets/made-up-secrets.ts';
import { firstContexts, secondContexts, type SecretContext } from '../../support/secrets/secret-contexts.ts';

const scanner = createSecretScanner();
/** Number of secrets of each kind in each context. */
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
  for (const [index, kind] of madeUpKinds.entries())
    for (const context of kind.surroundings === undefined
      ? contexts
      : [createSurroundingContext(kind.surroundings)]) {
      let missed = 0;
      for (let sample = 0; sample < samples; sample++) {
        const random = createRandom(index * 1000 + sample);
        const secret = generateSecret(kind.pattern, random);
        written++;
        if (!(await isMasked(context.write(kind.words, secret), secret))) missed++;
      }
      if (missed > 0) misses.push({ kind: formatKind(kind), context: context.name, missed });
    }
  return { written, found: written - misses.reduce((sum, { missed }) => sum + missed, 0), misses };
}

/** Returns whether the whole secret is masked. */
async function isMasked(text: string, secret: string): Promise<boolean> {
  const start = text.indexOf(secret);
  const maskedSecret = maskText(text, await scanner.scan(text)).slice(start, start + secret.length);
  return /^\u2022+$/.test(maskedSecret);
}

function createSurroundingContext(surroundings: string): SecretContext {
  return {
    name: 'its own surroundings',
    write: (_, secret) => generateSecret(surroundings, createRandom(1)).replace('{}', () => secret),
  };
}

function formatKind({ rule, words }: MadeUpKind): string {
  return `${rule} (${words.join(' ')})`;
}
