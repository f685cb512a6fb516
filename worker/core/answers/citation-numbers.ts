/** Numbers the sources of an answer in the order of their first citation, for clients that show text: `[1]`. */

import { replaceCitations } from './replace-citations.ts';

export interface CitationNumbers {
  /** Replaces citations with the numbers of their sources. One of an unknown source stays as written. */
  apply(text: string): string;
  /** The ids of the sources so far, in the order of their numbers. */
  ids(): readonly string[];
}

export function createCitationNumbers(isKnown: (id: string) => boolean): CitationNumbers {
  const ids: string[] = [];
  return {
    apply: (text) =>
      replaceCitations(text, (id) => {
        if (!isKnown(id)) return undefined;
        if (!ids.includes(id)) ids.push(id);
        return `[${ids.indexOf(id) + 1}]`;
      }),
    ids: () => ids,
  };
}
