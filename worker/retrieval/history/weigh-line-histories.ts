/** Scores commits by the lines of the requested spans that they changed, weighted by relevance. */

import type { LineOrigin, LineRun } from '../../core/history/history.ts';
import type { OriginReason, SpanPosition } from '../../core/answers/evidence.ts';

/** A line of a span, by how much it matters. */
export interface WeighedSpan extends SpanPosition {
  /** One number a line, in order; all their lines' weights together are what shares are of. */
  readonly weights: readonly number[];
  /** The line that names what is asked about, where one does. */
  readonly nameLine: number | undefined;
}

export interface CommitShares {
  readonly commit: string;
  /** Shares of the lines' weight, 0 to 1: those it changed last, brought, and changed between. */
  readonly last: number;
  readonly introduced: number;
  readonly between: number;
  /** Of the lines above, those it only carried over. */
  readonly moved: number;
  /** Of named definitions, the share whose name it brought, with the line or after it, and the share whose naming line it changed since. */
  readonly named: number;
  readonly renamed: number;
  /** Of the lines it brought, those that what brought the name of their definition never went through: older ones say that the name is older than its line. */
  readonly apart: number;
  /** Lines as they are now that went through it, joined; and the same by what it did to them. */
  readonly lines: readonly SpanPosition[];
  readonly linesBy: Readonly<Record<OriginReason, readonly SpanPosition[]>>;
}

export interface LineHistoryShares {
  readonly commits: readonly CommitShares[];
  /** Share of the lines' weight whose beginning is not known. */
  readonly unknown: number;
}

interface Sums {
  last: number;
  introduced: number;
  between: number;
  moved: number;
  named: number;
  renamed: number;
  apart: number;
  readonly lines: Record<OriginReason, SpanPosition[]>;
}

export function weighLineHistories(
  spans: readonly WeighedSpan[],
  runs: readonly LineRun[],
): LineHistoryShares {
  const byCommit = new Map<string, Sums>();
  const named = spans.filter(({ nameLine }) => nameLine !== undefined).length;
  let total = 0;
  let unknown = 0;
  for (const span of spans) {
    total += span.weights.reduce((sum, weight) => sum + weight, 0);
    const namer = bringerOf(span, runs);
    for (const run of runs) {
      if (run.path !== span.path) continue;
      const held = overlap(span, run);
      if (held === undefined) continue;
      const weight = weightOf(span, held);
      const name =
        span.nameLine !== undefined && span.nameLine >= held.startLine && span.nameLine <= held.endLine;
      unknown += addLineage(byCommit, {
        lineage: run.history,
        held,
        weight,
        named: name ? 1 / named : 0,
        namer,
      });
    }
  }
  const whole = total > 0 ? total : 1;
  const commits = [...byCommit].map(([commit, sums]): CommitShares => ({
    commit,
    last: sums.last / whole,
    introduced: sums.introduced / whole,
    between: sums.between / whole,
    moved: sums.moved / whole,
    named: sums.named,
    renamed: sums.renamed,
    apart: sums.apart / whole,
    lines: joined(Object.values(sums.lines).flat()),
    linesBy: {
      introduced: joined(sums.lines.introduced),
      'last-changed': joined(sums.lines['last-changed']),
      changed: joined(sums.lines.changed),
      moved: joined(sums.lines.moved),
    },
  }));
  return { commits, unknown: unknown / whole };
}

/** @returns the weight of the lines where their beginning is not known, else 0 */
function addLineage(
  byCommit: Map<string, Sums>,
  run: {
    lineage: readonly LineOrigin[];
    held: SpanPosition;
    weight: number;
    named: number;
    namer: string | undefined;
  },
): number {
  const known = run.lineage.filter((origin) => origin.commit !== undefined);
  // Of a line changed since the last commit no commit is its last change.
  const isCommitted = run.lineage[0]?.commit !== undefined;
  // What carried a line over as it was did not change it.
  const last = isCommitted ? (known.find(({ step }) => step !== 'moved') ?? known[0]) : undefined;
  const first = run.lineage.at(-1);
  const isWhole = first?.commit !== undefined && first.step === 'added';
  const isApart = run.namer !== undefined && known.every(({ commit }) => commit !== run.namer);
  const namer = namerOf(run.lineage);
  const seen = new Set<string>();
  for (const origin of known) {
    const { commit = '' } = origin;
    if (seen.has(commit)) continue;
    seen.add(commit);
    const sums = byCommit.get(commit) ?? noSums();
    byCommit.set(commit, sums);
    const isFirst = isWhole && commit === first.commit;
    if (commit === last?.commit) {
      sums.last += run.weight;
      sums.lines['last-changed'].push(run.held);
    }
    if (isFirst) {
      sums.introduced += run.weight;
      if (isApart) sums.apart += run.weight;
      sums.lines.introduced.push(run.held);
    }
    if (commit === namer) sums.named += run.named;
    else if (!isFirst && origin.step === 'edited') sums.renamed += run.named;
    if (origin.step === 'moved') {
      sums.moved += run.weight;
      sums.lines.moved.push(run.held);
    } else if (commit !== last?.commit && !isFirst) {
      sums.between += run.weight;
      sums.lines.changed.push(run.held);
    }
  }
  return isWhole && isCommitted ? 0 : run.weight;
}

function noSums(): Sums {
  const lines = { introduced: [], 'last-changed': [], changed: [], moved: [] };
  return { last: 0, introduced: 0, between: 0, moved: 0, named: 0, renamed: 0, apart: 0, lines };
}

/** What gave a naming line its name: the last that renamed it, else what brought it; undefined where that is not known. */
function namerOf(lineage: readonly LineOrigin[]): string | undefined {
  const first = lineage.at(-1);
  const renamer = lineage.find(({ step }) => step === 'renamed');
  if (renamer !== undefined) return renamer.commit;
  return first?.step === 'added' ? first.commit : undefined;
}

/** What brought the line that names the span; undefined where its name is younger: older lines tell nothing of it then. */
function bringerOf({ path, nameLine }: WeighedSpan, runs: readonly LineRun[]): string | undefined {
  if (nameLine === undefined) return undefined;
  const run = runs.find((one) => one.path === path && one.startLine <= nameLine && nameLine <= one.endLine);
  const first = run?.history.at(-1);
  if (run?.history.some(({ step }) => step === 'renamed') === true) return undefined;
  return first?.step === 'added' ? first.commit : undefined;
}

function overlap(span: SpanPosition, run: LineRun): SpanPosition | undefined {
  const startLine = Math.max(span.startLine, run.startLine);
  const endLine = Math.min(span.endLine, run.endLine);
  return startLine > endLine ? undefined : { path: span.path, startLine, endLine };
}

function weightOf(span: WeighedSpan, { startLine, endLine }: SpanPosition): number {
  let sum = 0;
  for (let line = startLine; line <= endLine; line += 1) sum += span.weights[line - span.startLine] ?? 0;
  return sum;
}

function byPlace(a: SpanPosition, b: SpanPosition): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine;
}

/** Stretches in order, those that touch or overlap as one. */
function joined(lines: readonly SpanPosition[]): readonly SpanPosition[] {
  const result: SpanPosition[] = [];
  for (const next of lines.toSorted(byPlace)) {
    const before = result.at(-1);
    if (before?.path === next.path && next.startLine <= before.endLine + 1)
      result[result.length - 1] = { ...before, endLine: Math.max(before.endLine, next.endLine) };
    else result.push(next);
  }
  return result;
}
