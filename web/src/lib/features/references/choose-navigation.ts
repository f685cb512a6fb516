/** Decides what happens when a user follows a word, given the definitions that the word may refer to. */
import type { Definitions } from '../../api.ts';
import type { WordBox } from '../code/word-at.ts';

export type Definition = Definitions['definitions'][number];
export type Purpose = 'definition' | 'references';

export interface WordOnLine {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** Where it is on the screen; undefined if it was chosen from a list. */
  readonly box?: WordBox | undefined;
}

/** The definitions or names from which the user chooses. */
export type Offer =
  | { readonly kind: 'definitions'; readonly purpose: Purpose; readonly definitions: readonly Definition[] }
  | { readonly kind: 'words'; readonly purpose: Purpose; readonly words: readonly WordOnLine[] };

export interface WordInFile extends WordOnLine {
  readonly path: string;
}

type Navigation =
  | Offer
  | { readonly kind: 'message'; readonly message: string }
  | { readonly kind: 'open'; readonly definition: Definition; readonly purpose: Purpose };

/** Opens the only definition, or its references if the word is the definition itself. Otherwise offers the candidates. */
export function chooseNavigation(
  definitions: readonly Definition[],
  word: WordInFile,
  purpose: Purpose,
): Navigation {
  const [first, ...others] = definitions;
  if (first === undefined) return { kind: 'message', message: `No definition of ${word.name} was found.` };
  if (first.path === word.path && first.nameLine === word.line)
    return { kind: 'open', definition: first, purpose: 'references' };
  if (others.length === 0) return { kind: 'open', definition: first, purpose };
  return { kind: 'definitions', purpose, definitions };
}
