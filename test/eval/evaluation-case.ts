/**
 * A case of an evaluation set: a question about a repository at a commit, with the expected result. A line of a set is a change (`files`), a concept
 * (`relevant`), or a question with `expect`, which only tests whether the system answers.
 */

import { detectLanguage } from '../../worker/core/files/language.ts';

/** A file, or lines of it: 1-based, inclusive. */
export interface Target {
  readonly path: string;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}

export interface EvaluationCase {
  readonly id: string;
  /** Name of the set: the file name without its extension. */
  readonly set: string;
  /** A `change` is scored over files, a `concept` over chunks, and a `refusal` by whether the question is answered. */
  readonly kind: 'change' | 'concept' | 'refusal';
  /** Name in the set, such as `owner/name`. */
  readonly repository: string;
  readonly commit: string;
  /** Only this folder is indexed. */
  readonly root: string | undefined;
  readonly query: string;
  /** Expected results; each counts the same. */
  readonly targets: readonly Target[];
  /** Expected definitions of a change. */
  readonly functions: readonly Target[];
  /** Whether the repository contains an answer. */
  readonly answerable: boolean;
  readonly category: string;
  /** Kind of the question, such as `architectural`, and its complexity, if the set has them. */
  readonly questionKind?: string | undefined;
  readonly complexity?: string | undefined;
  /** Whether the question contains the name of its target; undefined if the set does not state it. */
  readonly namesFileStem: boolean | undefined;
  readonly namesChangedSymbol: boolean | undefined;
}

/** Returns the most frequent language of the targets. */
export function detectCaseLanguage({ targets }: EvaluationCase): string {
  const counts = new Map<string, number>();
  for (const { path } of targets) {
    const language = detectLanguage(path).replace('tsx', 'typescript');
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [first] = [...counts].sort((left, right) => right[1] - left[1]);
  return first?.[0] ?? 'none';
}
