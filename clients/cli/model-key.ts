/** A key of one's own for the vendor of a model: from the environment, so that it stands in no list of processes or history of commands. */

import type { CommandContext } from './command.ts';

export function modelKeyOf({ environment }: Pick<CommandContext, 'environment'>): string | undefined {
  const key = environment['WHEREFORE_MODEL_KEY']?.trim();
  return key === '' ? undefined : key;
}
