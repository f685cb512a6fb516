/** What a name or a path of names stands for, as far as the files of the snapshot tell. */

/** A definition: place of its file in the layout, and its ordinal there. */
export interface Place {
  readonly file: number;
  readonly symbol: number;
}

export type Entity =
  /** `definition`: the thing itself. `instance`: a value whose type it is. */
  | { readonly is: 'definition' | 'instance'; readonly at: Place; readonly loose?: true }
  /** What a type inherits: `super`. */
  | { readonly is: 'inherited'; readonly at: Place }
  /** A module or package as a whole; `base` is how a file names it, for modules that lie under it. */
  | {
      readonly is: 'module';
      readonly files: readonly number[];
      readonly base: { readonly file: number; readonly module: string } | undefined;
    }
  /** Known to come from outside the repository: nothing it holds is in it. */
  | { readonly is: 'external' }
  /** Bound to something nothing tells of. */
  | { readonly is: 'unknown' };

export const external: Entity = { is: 'external' };
export const unknown: Entity = { is: 'unknown' };

export function definitionAt(at: Place): Entity {
  return { is: 'definition', at };
}

export function instanceOf(at: Place): Entity {
  return { is: 'instance', at };
}

/** One number for a definition, to look it up by. Files hold far fewer than a million definitions. */
export function placeKey({ file, symbol }: Place): number {
  return file * 1_048_576 + symbol;
}
