/** An exhaustive query: everything of one kind that a snapshot contains, with an exact count. */

import type { SymbolKind } from '../code/symbol.ts';

/**
 * `raises`: where an error is raised, thrown or returned. `occurrences`: where a text occurs. `definitions`: by kind, modifier or
 * decorator. `implementations`: types whose declaration names a base type. `files`: by path, language or role.
 */
export const listNames = ['raises', 'occurrences', 'definitions', 'implementations', 'files'] as const;
export type ListName = (typeof listNames)[number];

export interface ListQuery {
  readonly list: ListName;
  /** The error, text or base type. Undefined for `raises` of any error, and for `definitions` and `files`. */
  readonly name?: string | undefined;
  /** Kinds of definition; a definition of any of them is listed. */
  readonly kinds?: readonly SymbolKind[] | undefined;
  /** The decorator, annotation, attribute or derived trait of the listed definitions. */
  readonly decorator?: string | undefined;
  /** Words that the signature of a listed definition contains, such as `async`; `exported` is a property of the definition. */
  readonly modifiers?: readonly string[] | undefined;
  /** Globs; a path must match one of them. */
  readonly paths?: readonly string[] | undefined;
  readonly languages?: readonly string[] | undefined;
  /** Restricts results to tests, or to everything else. */
  readonly only?: 'tests' | 'sources' | undefined;
}
