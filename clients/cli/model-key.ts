/** A key of one's own for the vendor of a model: from the environment, so that it stands in no list of processes or history of commands. */

import { usageError } from './command-error.ts';
import type { CommandContext } from './command.ts';

/** What a header carries; the error of anything else would tell all of it. */
const keyPattern = /^[\x21-\x7e]{1,500}$/;

/** @throws CommandError where it cannot be sent */
export function modelKeyOf({ environment }: Pick<CommandContext, 'environment'>): string | undefined {
  const key = environment['WHEREFORE_MODEL_KEY']?.trim();
  if (key === undefined || key === '') return undefined;
  if (keyPattern.test(key)) return key;
  throw usageError(
    `WHEREFORE_MODEL_KEY holds ${key.length} characters that are no key: it must be 1 to 500 visible ASCII characters.`,
    'Set it as the vendor gave it.',
  );
}
