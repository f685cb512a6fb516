/** The result of an exhaustive query. */

import type { ListQuery } from '../../core/answers/list-query.ts';
import type { FileRole } from '../../core/files/file.ts';

export interface ListRow {
  readonly path: string;
  readonly line: number;
  readonly role: FileRole;
  /** The line, or for a file its language. */
  readonly text: string;
  /** Qualified name of the definition that is listed, or that contains the place. */
  readonly symbol: string | undefined;
  /** Kind of the listed definition; for a file its role, or why it is not indexed. */
  readonly kind: string | undefined;
  /** How often the text occurs in the line; 1 for everything else. */
  readonly times: number;
}

export interface ListOutcome {
  readonly query: ListQuery;
  /** In the order of paths and lines; at most `maxRows`, or fewer if the caller needs fewer. */
  readonly rows: readonly ListRow[];
  /** Rows of the complete list. */
  readonly found: number;
  /** Everything that was found: places, occurrences, definitions or files. */
  readonly total: number;
  readonly inTests: number;
  /** Number of files with results. */
  readonly files: number;
  readonly truncatedBy: 'limit' | 'time' | undefined;
  /** One sentence for each reason why the list may not be complete; empty for a complete list. */
  readonly limits: readonly string[];
  /** Path and query string that repeat the query. */
  readonly repeat: string;
}

export const maxRows = 20_000;

/** A place before its file's role and its enclosing definition are known. */
export interface FoundPlace {
  readonly line: number;
  readonly text: string;
  readonly symbol?: string | undefined;
  readonly kind?: string | undefined;
  readonly times?: number;
}
