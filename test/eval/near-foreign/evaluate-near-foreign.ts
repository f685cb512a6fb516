/**
 * `--near-foreign`: sends questions in the words of a repository to its search. The repository answers some of them, the controls, and the others not.
 * Measures how many of each are declined, marked low, and marked high.
 */

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';
import type { SearchResponse } from '../../../worker/contract/search/schema.ts';
import { findTrees, getTreeKey } from '../case-tree.ts';
import { openIndexRecord } from '../index-record.ts';
import { indexTrees } from '../index-trees.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';

const lineSchema = z.object({
  id: z.string(),
  repo: z.string(),
  index_commit: z.string(),
  query: z.string().min(1),
  /** Sets of answered questions do not state it. */
  answerable: z.boolean().default(true),
});

interface NearForeignCase {
  readonly set: string;
  readonly id: string;
  readonly repository: string;
  readonly commit: string;
  readonly root: undefined;
  readonly query: string;
  readonly answerable: boolean;
}

export interface NearForeignFigures {
  /** Questions without an answer, by the confidence of their search. */
  readonly foreign: number;
  readonly foreignDeclined: number;
  readonly foreignLow: number;
  readonly foreignHigh: number;
  /** Questions with an answer. */
  readonly controls: number;
  readonly controlsAnswered: number;
  readonly controlsHigh: number;
}

type AssessedCase = Pick<NearForeignCase, 'answerable'> & Pick<SearchResponse, 'confidence'>;

export function countNearForeign(cases: readonly AssessedCase[]): NearForeignFigures {
  const count = (answerable: boolean, ...confidences: readonly AssessedCase['confidence'][]): number =>
    cases.filter((one) => one.answerable === answerable && confidences.includes(one.confidence)).length;
  return {
    foreign: count(false, 'high', 'low', 'out-of-scope'),
    foreignDeclined: count(false, 'out-of-scope'),
    foreignLow: count(false, 'low'),
    foreignHigh: count(false, 'high'),
    controls: count(true, 'high', 'low', 'out-of-scope'),
    controlsAnswered: count(true, 'high', 'low'),
    controlsHigh: count(true, 'high'),
  };
}

export async function evaluateNearForeign(
  options: EvaluationOptions,
  context: RunContext,
): Promise<NearForeignFigures> {
  const cases = options.nearForeign
    .flatMap(readNearForeignCases)
    .filter(
      ({ id, repository }) => options.only === undefined || `${id} ${repository}`.includes(options.only),
    );
  if (cases.length === 0) throw usageError('No question matches.', 'Check --near-foreign and --only.');
  const trees = await findTrees(cases, options.folders);
  const { features, reindex } = options;
  if (features !== undefined) writeFileSync(features, '');
  const data = options.server === undefined ? options.data : undefined;
  const server = { url: options.server, data: options.data, vars: {}, signal: context.signal };
  const assessed = await withEvaluationServer(server, async (client) => {
    const record = openIndexRecord(data);
    const ids = await indexTrees(trees.values(), { client, ...context, reindex, record });
    const results: AssessedCase[] = [];
    for (const [index, one] of cases.entries()) {
      context.signal.throwIfAborted();
      context.terminal.overwrite(`${index + 1} of ${cases.length}`);
      const id = ids.get(trees.get(getTreeKey(one))?.name ?? '') ?? '';
      const { confidence, estimate, subQueries } = await client.search(id, {
        query: one.query,
        topK: 1,
        explain: true,
      });
      results.push({ answerable: one.answerable, confidence });
      if (features !== undefined && subQueries === undefined)
        appendFileSync(features, `${JSON.stringify({ ...one, confidence, signals: estimate })}\n`);
    }
    context.terminal.overwrite('');
    return results;
  });
  const figures = countNearForeign(assessed);
  context.terminal.print(describeFigures(figures));
  return figures;
}

function share(part: number, whole: number): string {
  return `${part} (${whole === 0 ? 0 : Math.round((100 * part) / whole)} %)`;
}

function describeFigures(figures: NearForeignFigures): string {
  const { foreign, foreignDeclined, foreignLow, foreignHigh, controls, controlsAnswered, controlsHigh } =
    figures;
  return [
    '| questions | number | declined | low | high |',
    '| --- | --- | --- | --- | --- |',
    `| without an answer | ${foreign} | ${share(foreignDeclined, foreign)} | ${share(foreignLow, foreign)} | ${share(foreignHigh, foreign)} |`,
    `| controls | ${controls} | ${share(controls - controlsAnswered, controls)} | ${share(controlsAnswered - controlsHigh, controls)} | ${share(controlsHigh, controls)} |`,
  ].join('\n');
}

export function readNearForeignCases(file: string): readonly NearForeignCase[] {
  const set = basename(file).replace(/\.jsonl?$/, '');
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const parsed = lineSchema.safeParse(parseJson(line));
      if (!parsed.success)
        throw usageError(
          `${file}:${index + 1} is not a question with \`answerable\`.`,
          'See test/eval/README.md for the format of a line.',
        );
      const { id, repo, index_commit: commit, query, answerable } = parsed.data;
      return [{ set, id, repository: repo, commit, root: undefined, query, answerable }];
    });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
