/** Scores commits by the lines of the requested spans that they changed, weighted by relevance. */

import type { LineOrigin, LineRun } from '../../core/history/history.ts';
import type { OriginReason, SpanPosition } from '../../core/answers/evidence.ts';

/** A span with a weight for each line. */
export interface WeighedSpan extends SpanPosition {
  /** One weight for each line, in order. Scores are fractions of the sum over all spans. */
  readonly weights: readonly number[];
  /** The line with the requested name, if any. */
  readonly nameLine: number | undefined;
}

export interface CommitLineScores {
  readonly commit: string;
  /** Fractions of the total weight, 0 to 1: lines that the commit changed last, introduced, and changed in between. */
  readonly last: number;
  readonly introduced: number;
  readonly between: number;
  /** The fraction of lines that the commit only moved. */
  readonly moved: number;
  /** Fractions of the definitions with a name line: the commit introduced the name, or changed the name line later. */
  readonly named: number;
  readonly renamed: number;
  /**
   * The fraction of lines that the commit introduced and whose history lacks the commit that introduced the name. If such lines are
   * older, so is the name.
   */
  readonly introducedWithoutName: number;
  /** Merged current line ranges with this commit in their history. `linesBy` groups them by what the commit did. */
  readonly lines: readonly SpanPosition[];
  readonly linesBy: Readonly<Record<OriginReason, readonly SpanPosition[]>>;
}

export interface LineHistoryScores {
  readonly commits: readonly CommitLineScores[];
  /** Fraction of the total weight for which the first commit is unknown. */
  readonly unknown: number;
}

interface Sums {
  last: number;
  introduced: number;
  between: number;
  moved: number;
  named: number;
  renamed: number;
  introducedWithoutName: number;
  readonly lines: Record<OriginReason, SpanPosition[]>;
}

export function weighLineHistories(
  spans: readonly WeighedSpan[],
  runs: readonly LineRun[],
): LineHistoryScores {
  const byCommit = new Map<string, Sums>();
  const named = spans.filter(({ nameLine }) => nameLine !== undefined).length;
  let total = 0;
  let unknown = 0;
  for (const span of spans) {
    total += span.weights.reduce((sum, weight) => sum + weight, 0);
    const nameIntroducer = findNameIntroducer(span, runs);
    for (const run of runs) {
      if (run.path !== span.path) continue;
      const overlapping = overlap(span, run);
      if (overlapping === undefined) continue;
      const weight = sumWeights(span, overlapping);
      const containsNameLine =
        span.nameLine !== undefined &&
        span.nameLine >= overlapping.startLine &&
        span.nameLine <= overlapping.endLine;
      unknown += addLineHistory(byCommit, {
        lineHistory: run.history,
        lines: overlapping,
        weight,
        named: containsNameLine ? 1 / named : 0,
        nameIntroducer,
      });
    }
  }
  const totalWeight = total > 0 ? total : 1;
  const commits = [...byCommit].map(([commit, sums]): CommitLineScores => ({
    commit,
    last: sums.last / totalWeight,
    introduced: sums.introduced / totalWeight,
    between: sums.between / totalWeight,
    moved: sums.moved / totalWeight,
    named: sums.named,
    renamed: sums.renamed,
    introducedWithoutName: sums.introducedWithoutName / totalWeight,
    lines: mergeRanges(Object.values(sums.lines).flat()),
    linesBy: {
      introduced: mergeRanges(sums.lines.introduced),
      'last-changed': mergeRanges(sums.lines['last-changed']),
      changed: mergeRanges(sums.lines.changed),
      moved: mergeRanges(sums.lines.moved),
    },
  }));
  return { commits, unknown: unknown / totalWeight };
}

/** @returns the weight of the lines if their first or last commit is unknown, else 0 */
function addLineHistory(
  byCommit: Map<string, Sums>,
  context: {
    lineHistory: readonly LineOrigin[];
    lines: SpanPosition;
    weight: number;
    named: number;
    nameIntroducer: string | undefined;
  },
): number {
  const known = context.lineHistory.filter((origin) => origin.commit !== undefined);
  // No commit is the last change of a line that was edited after the last commit.
  const isCommitted = context.lineHistory[0]?.commit !== undefined;
  // A move is not a change.
  const last = isCommitted ? (known.find(({ step }) => step !== 'moved') ?? known[0]) : undefined;
  const first = context.lineHistory.at(-1);
  const isHistoryComplete = first?.commit !== undefined && first.step === 'added';
  const lacksNameIntroducer =
    context.nameIntroducer !== undefined && known.every(({ commit }) => commit !== context.nameIntroducer);
  const lineNamer = findLineNamer(context.lineHistory);
  const seen = new Set<string>();
  for (const origin of known) {
    const { commit = '' } = origin;
    if (seen.has(commit)) continue;
    seen.add(commit);
    const sums = byCommit.get(commit) ?? createSums();
    byCommit.set(commit, sums);
    const isFirst = isHistoryComplete && commit === first.commit;
    if (commit === last?.commit) {
      sums.last += context.weight;
      sums.lines['last-changed'].push(context.lines);
    }
    if (isFirst) {
      sums.introduced += context.weight;
      if (lacksNameIntroducer) sums.introducedWithoutName += context.weight;
      sums.lines.introduced.push(context.lines);
    }
    if (commit === lineNamer) sums.named += context.named;
    else if (!isFirst && origin.step === 'edited') sums.renamed += context.named;
    if (origin.step === 'moved') {
      sums.moved += context.weight;
      sums.lines.moved.push(context.lines);
    } else if (commit !== last?.commit && !isFirst) {
      sums.between += context.weight;
      sums.lines.changed.push(context.lines);
    }
  }
  return isHistoryComplete && isCommitted ? 0 : context.weight;
}

function createSums(): Sums {
  const lines = { introduced: [], 'last-changed': [], changed: [], moved: [] };
  return {
    last: 0,
    introduced: 0,
    between: 0,
    moved: 0,
    named: 0,
    renamed: 0,
    introducedWithoutName: 0,
    lines,
  };
}

/** Returns the commit that introduced the name on a line: the last rename, otherwise the first commit; undefined if unknown. */
function findLineNamer(lineHistory: readonly LineOrigin[]): string | undefined {
  const first = lineHistory.at(-1);
  const renamer = lineHistory.find(({ step }) => step === 'renamed');
  if (renamer !== undefined) return renamer.commit;
  return first?.step === 'added' ? first.commit : undefined;
}

/** Returns the commit that introduced the name line. Undefined after a rename, since older lines then prove nothing about the name. */
function findNameIntroducer({ path, nameLine }: WeighedSpan, runs: readonly LineRun[]): string | undefined {
  if (nameLine === undefined) return undefined;
  const run = runs.find(
    (candidate) =>
      candidate.path === path && candidate.startLine <= nameLine && nameLine <= candidate.endLine,
  );
  const first = run?.history.at(-1);
  if (run?.history.some(({ step }) => step === 'renamed') === true) return undefined;
  return first?.step === 'added' ? first.commit : undefined;
}

function overlap(span: SpanPosition, run: LineRun): SpanPosition | undefined {
  const startLine = Math.max(span.startLine, run.startLine);
  const endLine = Math.min(span.endLine, run.endLine);
  return startLine > endLine ? undefined : { path: span.path, startLine, endLine };
}

function sumWeights(span: WeighedSpan, { startLine, endLine }: SpanPosition): number {
  let sum = 0;
  for (let line = startLine; line <= endLine; line += 1) sum += span.weights[line - span.startLine] ?? 0;
  return sum;
}

function compareByPosition(a: SpanPosition, b: SpanPosition): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine;
}

/** Sorts ranges and merges those that touch or overlap. */
function mergeRanges(lines: readonly SpanPosition[]): readonly SpanPosition[] {
  const result: SpanPosition[] = [];
  for (const next of lines.toSorted(compareByPosition)) {
    const previous = result.at(-1);
    if (previous?.path === next.path && next.startLine <= previous.endLine + 1)
      result[result.length - 1] = { ...previous, endLine: Math.max(previous.endLine, next.endLine) };
    else result.push(next);
  }
  return result;
}
