/** Chooses what happens when a user follows a word, from the definitions it may refer to. Pure. */
import type { Definitions } from '../../api.ts';

export type Definition = Definitions['definitions'][number];
export type Purpose = 'definition' | 'references';

export interface PlacedWord {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}

/** Choices for the user. */
export type Offer =
  | { readonly kind: 'definitions'; readonly purpose: Purpose; readonly definitions: readonly Definition[] }
  | { readonly kind: 'words'; readonly purpose: Purpose; readonly words: readonly PlacedWord[] };

export interface WordPlace extends PlacedWord {
  readonly path: string;
}

type Navigation =
  | Offer
  | { readonly kind: 'message'; readonly message: string }
  | { readonly kind: 'take'; readonly definition: Definition; readonly purpose: Purpose };

/** Opens the only definition, or its references if the word is that definition. Otherwise offers the candidates. */
export function chooseNavigation(
  definitions: readonly Definition[],
  at: WordPlace,
  purpose: Purpose,
): Navigation {
  const [first, ...others] = definitions;
  if (first === undefined) return { kind: 'message', message: `No definition of ${at.name} was found.` };
  if (first.path === at.path && first.nameLine === at.line)
    return { kind: 'take', definition: first, purpose: 'references' };
  if (others.length === 0) return { kind: 'take', definition: first, purpose };
  return { kind: 'definitions', purpose, definitions };
}
