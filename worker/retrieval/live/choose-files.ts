/**
 * Chooses which ranked files to fetch: README and manifest first, then the best within count and size limits.
 */

import type { Question } from '../../core/answers/question.ts';
import type { RankedPath } from './rank-paths.ts';

interface FetchLimits {
  readonly maxFiles: number;
  /** For all files together. */
  readonly maxBytes: number;
  /** For a single file. */
  readonly maxFileBytes: number;
}

/** Maximum number of files by role other than source code, so that most files are sources. */
const maxByRole: Readonly<Partial<Record<RankedPath['role'], number>>> = {
  docs: 8,
  example: 3,
  config: 3,
  test: 3,
  translation: 1,
};
const maxMentionedTests = 8;
const readme = /^(?:docs\/)?readme(?:\.[a-z]+)?$/i;
const manifest =
  /^(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|gemfile|cmakelists\.txt|[^/]+\.gemspec)$/i;

/** @param ranked best first */
export function chooseFiles(
  ranked: readonly RankedPath[],
  question: Pick<
    Question,
    'class' | 'asksForTests' | 'asksForCoveringTests' | 'asksForExamples' | 'isOverview'
  >,
  limits: FetchLimits,
): readonly RankedPath[] {
  const chosen: RankedPath[] = [];
  const counts = new Map<string, number>();
  const roleLimits = limitsByRole(question);
  let bytes = 0;
  const addFile = (file: RankedPath | undefined): void => {
    if (file === undefined || chosen.length >= limits.maxFiles || chosen.includes(file)) return;
    const count = counts.get(file.role) ?? 0;
    if (count >= (roleLimits[file.role] ?? Infinity)) return;
    if (file.bytes > limits.maxFileBytes || bytes + file.bytes > limits.maxBytes) return;
    chosen.push(file);
    counts.set(file.role, count + 1);
    bytes += file.bytes;
  };
  addFile(ranked.find(({ path }) => readme.test(path)));
  addFile(ranked.find(({ path }) => manifest.test(path)));
  for (const file of ranked) {
    if (chosen.length >= limits.maxFiles) break;
    addFile(file);
  }
  return chosen;
}

/** Returns the limits by role. A role that the question asks for has no limit. */
function limitsByRole(
  question: Parameters<typeof chooseFiles>[1],
): Readonly<Partial<Record<RankedPath['role'], number>>> {
  const { test, example, docs, ...others } = maxByRole;
  const asksForDocs = question.class === 'docs' || question.isOverview;
  return {
    ...others,
    ...(question.asksForCoveringTests || test === undefined
      ? {}
      : { test: question.asksForTests ? maxMentionedTests : test }),
    ...(question.asksForExamples || example === undefined ? {} : { example }),
    ...(asksForDocs || docs === undefined ? {} : { docs }),
  };
}
