/** Matches branch and tag names as a question writes them: exactly, ignoring case, or by version number. */

import { parseVersionNumber } from '../../core/repositories/match-version.ts';

export interface VersionNames {
  readonly find: (word: string) => string | undefined;
  /** Whether some names are version numbers. */
  readonly hasNumbers: boolean;
}

/** @param refs branches and tags of the repository */
export function createVersionNames(refs: readonly string[]): VersionNames {
  const unique = [...new Set(refs)];
  return {
    hasNumbers: unique.some((ref) => parseVersionNumber(ref) !== undefined),
    find: (word) => {
      const exact =
        unique.find((ref) => ref === word) ?? unique.find((ref) => ref.toLowerCase() === word.toLowerCase());
      if (exact !== undefined) return exact;
      const number = parseVersionNumber(word.toLowerCase());
      const sameNumber =
        number === undefined ? [] : unique.filter((ref) => parseVersionNumber(ref) === number);
      return sameNumber.length === 1 ? sameNumber[0] : undefined;
    },
  };
}

/** Adds a version to a question: "Where is it tested?" becomes "Where is it tested in v1.0?". */
export function appendVersion(text: string, version: string): string {
  const whole = text.trimEnd();
  const mark = /[?.!]$/.exec(whole)?.[0] ?? '';
  return `${whole.slice(0, whole.length - mark.length)} in ${version}${mark}`;
}
