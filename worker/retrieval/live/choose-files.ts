/**
 * Chooses which ranked files to fetch: README and manifest first, then the best within count and size limits.
 */

import type { Question } from '../../core/answers/question.ts';
import type { RankedPath } from './rank-paths.ts';

interface FetchLimits {
  readonly maxFiles: number;
  /** Of all together. */
  readonly maxBytes: number;
  /** Of one. */
  readonly maxFileBytes: number;
}

/** Kinds of which a question asks for few: the rest of the places are for sources. */
const mostOf: Readonly<Partial<Record<RankedPath['role'], number>>> = {
  docs: 8,
  example: 3,
  config: 3,
  test: 3,
  translation: 1,
};
const testsMentioned = 8;
const readme = /^(?:docs\/)?readme(?:\.[a-z]+)?$/i;
const manifest =
  /^(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|gemfile|cmakelists\.txt|[^/]+\.gemspec)$/i;

/** @param ranked best first */
export function chooseFiles(
  ranked: readonly RankedPath[],
  question: Pick<Question, 'class' | 'asksForTests' | 'asksForTestsOf' | 'asksForExamples' | 'isOverview'>,
  limits: FetchLimits,
): readonly RankedPath[] {
  const chosen: RankedPath[] = [];
  const counts = new Map<string, number>();
  const most = mostAsked(question);
  let bytes = 0;
  const take = (file: RankedPath | undefined): void => {
    if (file === undefined || chosen.length >= limits.maxFiles || chosen.includes(file)) return;
    const count = counts.get(file.role) ?? 0;
    if (count >= (most[file.role] ?? Infinity)) return;
    if (file.bytes > limits.maxFileBytes || bytes + file.bytes > limits.maxBytes) return;
    chosen.push(file);
    counts.set(file.role, count + 1);
    bytes += file.bytes;
  };
  take(ranked.find(({ path }) => readme.test(path)));
  take(ranked.find(({ path }) => manifest.test(path)));
  for (const file of ranked) {
    if (chosen.length >= limits.maxFiles) break;
    take(file);
  }
  return chosen;
}

/** What is asked for by its kind may fill every place. */
function mostAsked(
  question: Parameters<typeof chooseFiles>[1],
): Readonly<Partial<Record<RankedPath['role'], number>>> {
  const { test, example, docs, ...others } = mostOf;
  const isOfDocs = question.class === 'docs' || question.isOverview;
  return {
    ...others,
    ...(question.asksForTestsOf || test === undefined
      ? {}
      : { test: question.asksForTests ? testsMentioned : test }),
    ...(question.asksForExamples || example === undefined ? {} : { example }),
    ...(isOfDocs || docs === undefined ? {} : { docs }),
  };
}
