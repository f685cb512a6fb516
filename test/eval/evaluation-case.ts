/**
 * A case of an evaluation set: a question about a repository at a commit, with what should be found. Three kinds of line
 * become cases: changes (`files`), concepts (`relevant`), and questions with `expect`, which ask only whether to answer.
 */

import { languageOf } from '../../worker/core/language.ts';

/** A file, or lines of it: 1-based, inclusive. */
export interface Target {
  readonly path: string;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}

export interface EvaluationCase {
  readonly id: string;
  /** Name of the set: its file's name without ending. */
  readonly set: string;
  /** `change` is scored over files, `concept` over chunks, `refusal` by whether it is answered. */
  readonly kind: 'change' | 'concept' | 'refusal';
  /** As the set names it, such as `owner/name`. */
  readonly repository: string;
  readonly commit: string;
  /** Only what lies below this folder is indexed. */
  readonly root: string | undefined;
  readonly query: string;
  /** What should be found; each counts the same. */
  readonly targets: readonly Target[];
  /** Definitions that should be found, of a change. */
  readonly functions: readonly Target[];
  /** Whether the repository holds an answer. */
  readonly answerable: boolean;
  readonly category: string;
  /** What it asks for, such as `architectural`, and whether that is simple; where the set tells. */
  readonly questionKind?: string | undefined;
  readonly complexity?: string | undefined;
  /** Whether the question says the name of what it looks for; undefined where the set does not tell. */
  readonly namesFileStem: boolean | undefined;
  readonly namesChangedSymbol: boolean | undefined;
}

/** What most of the targets are written in. */
export function languageOfCase({ targets }: EvaluationCase): string {
  const counts = new Map<string, number>();
  for (const { path } of targets) {
    const language = languageOf(path).replace('tsx', 'typescript');
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [first] = [...counts].sort((left, right) => right[1] - left[1]);
  return first?.[0] ?? 'none';
}
