/** The branches and tags of a repository as a question may write them: exactly, in other case, or by the number a tag says. Pure. */

import { numberOf } from '../../core/match-version.ts';

export interface KnownNames {
  readonly find: (word: string) => string | undefined;
  /** Some of them are numbers, as tags are. */
  readonly hasNumbers: boolean;
}

/** @param refs branches and tags of the repository */
export function knownNames(refs: readonly string[]): KnownNames {
  const unique = [...new Set(refs)];
  return {
    hasNumbers: unique.some((ref) => numberOf(ref) !== undefined),
    find: (word) => {
      const exact =
        unique.find((ref) => ref === word) ?? unique.find((ref) => ref.toLowerCase() === word.toLowerCase());
      if (exact !== undefined) return exact;
      const number = numberOf(word.toLowerCase());
      const alike = number === undefined ? [] : unique.filter((ref) => numberOf(ref) === number);
      return alike.length === 1 ? alike[0] : undefined;
    },
  };
}
