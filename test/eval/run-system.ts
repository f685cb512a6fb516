/** Puts every case to a system, one after another, and scores what comes. */

import type { Terminal } from '../../clients/cli/terminal/terminal.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import { scoreCase } from './metrics/score-case.ts';
import type { ScoredCase } from './metrics/summarise.ts';
import type { Hit, Ranking, System } from './system.ts';

export interface RunContext {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** A case with all the system said of it. */
export interface RankedCase<Found extends Hit> extends ScoredCase {
  readonly ranking: Ranking<Found>;
}

/** @param see told of each case as it is scored. */
export async function runSystem<Found extends Hit>(
  system: System<Found>,
  cases: readonly EvaluationCase[],
  { terminal, signal }: RunContext,
  see: (ranked: RankedCase<Found>) => void = () => undefined,
): Promise<ScoredCase[]> {
  const scored: ScoredCase[] = [];
  for (const [index, asked] of cases.entries()) {
    signal.throwIfAborted();
    terminal.overwrite(`${system.name}: ${index + 1} of ${cases.length}`);
    const ranking = await system.rank(asked);
    const scores = scoreCase(asked, ranking.hits);
    see({ asked, ranking, scores });
    scored.push({ asked, ranking: { ...ranking, hits: ranking.hits.map(placeOf) }, scores });
  }
  terminal.overwrite('');
  return scored;
}

/** The place alone: texts of thousands of chunks are not kept. */
function placeOf({ path, startLine, endLine }: Hit): Hit {
  return { path, startLine, endLine };
}
