/** The figures of `query` as a table. */

import { table } from '../../clients/cli/table.ts';
import type { AnswerTimes } from './time-answers.ts';
import type { SearchTimes } from './time-searches.ts';

interface QueryTimes extends SearchTimes, Partial<AnswerTimes> {
  readonly chunks: number;
  /** The machine's speed before and after the searches. */
  readonly loopMs: readonly number[];
}

export function describeQueries(result: QueryTimes): string {
  const { searches, answers } = result;
  const rows = [
    ['', 'calls', 'p50 ms', 'p95 ms'],
    ['search, everything on', searches, result.searchP50Ms, result.searchP95Ms],
    ['of it finding, as the server tells it', searches, result.searchServedP50Ms, result.searchServedP95Ms],
    ...result.parts.map((part) => [`search without ${part.without}`, part.searches, part.p50Ms, part.p95Ms]),
  ];
  const answered = [
    ['first part of an answer', answers ?? 0, result.firstPartP50Ms ?? 0, result.firstPartP95Ms ?? 0],
    ['whole answer', answers ?? 0, result.answerP50Ms ?? 0, result.answerP95Ms ?? 0],
    ['the same asked again', answers ?? 0, result.repeatedP50Ms ?? 0, result.repeatedP95Ms ?? 0],
  ];
  const told = table(answers === undefined ? rows : [...rows, ...answered]);
  const machine = `the machine's fixed loop took ${result.loopMs.join(' and ')} ms`;
  return `${result.chunks} chunks; ${machine}; the server computed ${result.searchCpuMs} ms a search\n${told}`;
}
