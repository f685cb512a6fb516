/** A case as a line of a set; `read-cases.ts` reads it back. */

import type { Definition } from './changed-definitions.ts';
import { namesFileStem, namesSymbol } from './name-leaks.ts';

export interface CaseLine {
  readonly id: string;
  readonly repo: string;
  readonly index_commit: string;
  readonly query: string;
  readonly files: readonly string[];
  readonly functions: readonly {
    readonly file: string;
    readonly symbol: string;
    readonly kind: string;
    readonly start: number;
    readonly end: number;
  }[];
  readonly date: string | null;
  readonly pr: number | null;
  readonly category: 'change' | 'documentation';
  readonly names_file_stem: boolean;
  readonly names_changed_symbol: boolean;
}

export interface CaseFacts {
  readonly query: string;
  readonly files: readonly string[];
  readonly definitions: readonly Definition[];
  readonly date: string | null;
  readonly pr: number | null;
  readonly category: CaseLine['category'];
}

/** @param number from 1, for the id. */
export function caseLine(
  { repository, commit }: { repository: string; commit: string },
  { query, files, definitions, date, pr, category }: CaseFacts,
  number: number,
): CaseLine {
  return {
    id: `${repository.replaceAll('/', '-')}-${String(number).padStart(3, '0')}`,
    repo: repository,
    index_commit: commit,
    query,
    files,
    functions: definitions.map((definition) => ({
      file: definition.path,
      symbol: definition.qualifiedName,
      kind: definition.kind,
      start: definition.startLine,
      end: definition.endLine,
    })),
    date,
    pr,
    category,
    names_file_stem: namesFileStem(query, files),
    names_changed_symbol: namesSymbol(
      query,
      definitions.map(({ name }) => name),
    ),
  };
}
