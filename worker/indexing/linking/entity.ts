/** What a name or a path of names resolves to, as far as the files of the snapshot show. */

/** A definition: the index of its file in the layout, and its ordinal in the file. */
export interface DefinitionPlace {
  readonly file: number;
  readonly symbol: number;
}

export type Entity =
  /** `definition`: the definition itself. `instance`: a value of that type. `loose`: another file may define the name instead. */
  | { readonly is: 'definition' | 'instance'; readonly at: DefinitionPlace; readonly loose?: true }
  /** The members that a type inherits, as in `super`. */
  | { readonly is: 'inherited'; readonly at: DefinitionPlace }
  /** A whole module or package. `base` is the import through which a file refers to it, and resolves its submodules. */
  | {
      readonly is: 'module';
      readonly files: readonly number[];
      readonly base: { readonly file: number; readonly module: string } | undefined;
    }
  /** An entity from outside the repository. All its members are external too. */
  | { readonly is: 'external' }
  /** The name is bound, but nothing shows what it refers to. */
  | { readonly is: 'unknown' };

export const externalEntity: Entity = { is: 'external' };
export const unknownEntity: Entity = { is: 'unknown' };

export function definitionEntity(at: DefinitionPlace): Entity {
  return { is: 'definition', at };
}

export function instanceEntity(at: DefinitionPlace): Entity {
  return { is: 'instance', at };
}

/** Encodes a definition as one number for look-ups. Files contain far fewer than a million definitions. */
export function placeKey({ file, symbol }: DefinitionPlace): number {
  return file * 1_048_576 + symbol;
}
