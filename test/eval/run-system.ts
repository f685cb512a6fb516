/** Runs every case through a system, one after another, and scores the rankings. */

import type { Terminal } from '../../clients/cli/terminal/terminal.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import { scoreCase } from './metrics/score-case.ts';
import type { ScoredCase } from './metrics/summarize.ts';
import type { Hit, Ranking, System } from './system.ts';

export interface RunContext {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** A scored case with the full ranking of the system. */
export interface RankedCase<Found extends Hit> extends ScoredCase {
  readonly ranking: Ranking<Found>;
}

/** @param onRanked receives each case after it is scored, with the texts of its hits */
export async function runSystem<Found extends Hit>(
  system: System<Found>,
  cases: readonly EvaluationCase[],
  { terminal, signal }: RunContext,
  onRanked: (ranked: RankedCase<Found>) => void = () => undefined,
): Promise<ScoredCase[]> {
  const scored: ScoredCase[] = [];
  for (const [index, evaluationCase] of cases.entries()) {
    signal.throwIfAborted();
    terminal.overwrite(`${system.name}: ${index + 1} of ${cases.length}`);
    const ranking = await system.rank(evaluationCase);
    const scores = scoreCase(evaluationCase, ranking.hits);
    onRanked({ evaluationCase, ranking, scores });
    scored.push({ evaluationCase, ranking: { ...ranking, hits: ranking.hits.map(withoutText) }, scores });
  }
  terminal.overwrite('');
  return scored;
}

/** Drops the text of a hit, since the texts of thousands of chunks would fill memory. */
function withoutText({ path, startLine, endLine }: Hit): Hit {
  return { path, startLine, endLine };
}
