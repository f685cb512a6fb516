/**
 * `--feedback`: asks the questions of exported feedback again, at the commits that were asked. Reports how many spans the helpful answers still
 * cite, and whether the other answers have changed.
 */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import type { Client } from '../../../worker/contract/client.ts';
import { findTrees, getTreeKey } from '../case-tree.ts';
import { openIndexRecord } from '../index-record.ts';
import { indexTrees } from '../index-trees.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';
import { readFeedbackCases, type FeedbackCase } from './feedback-case.ts';
import {
  compareAnswer,
  computeFeedbackFigures,
  type ComparedAnswer,
  type FeedbackFigures,
  type NewAnswer,
} from './feedback-figures.ts';

interface FeedbackResult extends FeedbackFigures {
  /** Rated answers of uploads without a commit, which no clone can restore. */
  readonly withoutCommit: number;
}

export async function evaluateFeedback(
  options: EvaluationOptions,
  context: RunContext,
): Promise<FeedbackResult> {
  const all = options.feedback
    .flatMap(readFeedbackCases)
    .filter(
      ({ id, repository }) => options.only === undefined || `${id} ${repository}`.includes(options.only),
    );
  const cases = all.filter(hasCommit);
  if (cases.length === 0)
    throw usageError(
      all.length === 0 ? 'No feedback matches.' : 'No rated answer has a commit.',
      'Check --feedback and --only.',
    );
  const compared = await askAgain(cases, options, context);
  const figures = { ...computeFeedbackFigures(compared), withoutCommit: all.length - cases.length };
  context.terminal.print(describeFigures(figures));
  if (options.out !== undefined) writeFileSync(resolve(options.out), formatLines(compared));
  return figures;
}

type CaseWithCommit = FeedbackCase & { readonly commit: string };

function hasCommit(one: FeedbackCase): one is CaseWithCommit {
  return one.commit !== null && !one.commit.startsWith('tree-');
}

async function askAgain(
  cases: readonly CaseWithCommit[],
  options: EvaluationOptions,
  context: RunContext,
): Promise<readonly ComparedAnswer[]> {
  const revisions = cases.map(({ repository, commit }) => ({ repository, commit, root: undefined }));
  const trees = await findTrees(revisions, options.folders);
  const { reindex } = options;
  const server = { url: options.server, data: options.data, vars: {}, signal: context.signal };
  return withEvaluationServer(server, async (client) => {
    const record = openIndexRecord(options.server === undefined ? options.data : undefined);
    const ids = await indexTrees(trees.values(), { client, ...context, reindex, record });
    const compared: ComparedAnswer[] = [];
    for (const [index, one] of cases.entries()) {
      context.signal.throwIfAborted();
      context.terminal.overwrite(`${index + 1} of ${cases.length}`);
      const id = ids.get(trees.get(getTreeKey({ ...one, root: undefined }))?.name ?? '') ?? '';
      compared.push(compareAnswer(one, await ask(client, id, one.question)));
    }
    context.terminal.overwrite('');
    return compared;
  });
}

async function ask(client: Client, id: string, question: string): Promise<NewAnswer> {
  const { answer, claims, evidence } = await client.answer(id, { question });
  const citedIds = new Set(claims.flatMap(({ citations }) => citations));
  const cited = evidence.flatMap((shown) =>
    citedIds.has(shown.id) && 'startLine' in shown
      ? [{ path: shown.path, startLine: shown.startLine, endLine: shown.endLine }]
      : [],
  );
  return { text: answer, cited };
}

function describeFigures({ up, down, withoutCommit }: FeedbackResult): string {
  return [
    '| rated | answers | cited spans | still cited | all still cited | changed |',
    '| --- | --- | --- | --- | --- | --- |',
    `| helpful | ${up.answers} | ${up.cited} | ${up.stillCited} | ${up.complete} | |`,
    `| not helpful | ${down.answers} | | | | ${down.changed} |`,
    ...(withoutCommit === 0 ? [] : ['', `${withoutCommit} without a commit were not asked again.`]),
  ].join('\n');
}

function formatLines(compared: readonly ComparedAnswer[]): string {
  return compared
    .map(({ rated, stillCited, isChanged }) => {
      const { id, repository, rating, question, cited } = rated;
      return `${JSON.stringify({ id, repository, rating, question, cited: cited.length, stillCited, isChanged })}\n`;
    })
    .join('');
}
