/**
 * A key of one's own for the vendor of a model: from the environment, so that it stands in no list of processes or history of commands, and
 * under the vendor's name, so that no other is sent it.
 */

import { usageError } from './command-error.ts';
import type { CommandContext } from './command.ts';

/** What a header carries; the error of anything else would tell all of it. */
const keyPattern = /^[\x21-\x7e]{1,500}$/;

/** The variable a provider's key is taken from: `WHEREFORE_OPENAI_KEY`. */
export function keyVariable(provider: string): string {
  return `WHEREFORE_${provider.toUpperCase().replaceAll('-', '_')}_KEY`;
}

/** @throws CommandError where it cannot be sent */
export function modelKeyOf(
  provider: string,
  { environment }: Pick<CommandContext, 'environment'>,
): string | undefined {
  const name = keyVariable(provider);
  const key = environment[name]?.trim();
  if (key === undefined || key === '') return undefined;
  if (keyPattern.test(key)) return key;
  throw usageError(
    `${name} holds ${key.length} characters that are no key: it must be 1 to 500 visible ASCII characters.`,
    'Set it as the vendor gave it.',
  );
}
