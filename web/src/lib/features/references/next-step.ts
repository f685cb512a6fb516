/** What following a word leads to, by the definitions it could mean. Pure. */
import type { Definitions } from '../../api.ts';

export type Definition = Definitions['definitions'][number];
export type Purpose = 'definition' | 'references';

export interface PlacedWord {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}

/** What one may choose from. */
export type Offer =
  | { readonly kind: 'definitions'; readonly purpose: Purpose; readonly definitions: readonly Definition[] }
  | { readonly kind: 'words'; readonly purpose: Purpose; readonly words: readonly PlacedWord[] };

export interface WordPlace extends PlacedWord {
  readonly path: string;
}

type NextStep =
  | Offer
  | { readonly kind: 'said'; readonly said: string }
  | { readonly kind: 'take'; readonly definition: Definition; readonly purpose: Purpose };

/** To the one definition there is; at it already, to what refers to it; else what it could be is offered. */
export function nextStep(definitions: readonly Definition[], at: WordPlace, purpose: Purpose): NextStep {
  const [first, ...others] = definitions;
  if (first === undefined) return { kind: 'said', said: `Nothing tells where ${at.name} is defined.` };
  if (first.path === at.path && first.nameLine === at.line)
    return { kind: 'take', definition: first, purpose: 'references' };
  if (others.length === 0) return { kind: 'take', definition: first, purpose };
  return { kind: 'definitions', purpose, definitions };
}
