/** Creates a case as a line of a set, in the format that `read-cases.ts` reads. Marks questions that contain the name of their target. */

import type { Definition } from './changed-definitions.ts';

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

/** @param number number for the id, from 1 */
export function createCaseLine(
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

const minStem = 3;

/** Returns whether the name of a file, without folder and extension, is a word of the question. */
export function namesFileStem(query: string, paths: readonly string[]): boolean {
  const words = splitWords(query);
  return paths.some((path) => {
    const stem = path
      .slice(path.lastIndexOf('/') + 1)
      .replace(/\..*$/, '')
      .toLowerCase();
    return stem.length >= minStem && words.has(stem);
  });
}

/** Returns whether a symbol name is a word of the question. */
export function namesSymbol(query: string, names: readonly string[]): boolean {
  const words = splitWords(query);
  return names.some((name) => words.has(name.toLowerCase()));
}

function splitWords(text: string): ReadonlySet<string> {
  return new Set(
    text
      .toLowerCase()
      .match(/[\p{L}_][\p{L}\p{N}_-]*/gu)
      ?.flatMap((word) => [word, ...word.split('-')]),
  );
}
