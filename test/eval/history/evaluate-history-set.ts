/**
 * `--history-set`: asks the history questions of a set. Measures how often a right commit is the first entry of the history, and
 * the first commit that a claim of the answer cites.
 */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProblemError } from '../../../worker/contract/client.ts';
import type { Client } from '../../../worker/contract/client.ts';
import type { Answer } from '../../../worker/contract/answers/schema.ts';
import { findTrees, getTreeKey } from '../case-tree.ts';
import { groupBy } from '../graph/group-by.ts';
import { openIndexRecord } from '../index-record.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';
import { describeHistorySet, type SetCaseResult, summarizeHistorySet } from './history-set-figures.ts';
import { readHistorySet, type HistorySetCase } from './history-set.ts';
import { indexWithHistory, type HistoryServer } from './index-with-history.ts';

const maxEntries = 20;

export async function evaluateHistorySet(options: EvaluationOptions, context: RunContext) {
  const { server: url, data, only, out } = options;
  const isSelected = ({ id, repository }: HistorySetCase): boolean =>
    only === undefined || id.includes(only) || repository.includes(only);
  const cases = options.historySet.flatMap((file) => readHistorySet(file)).filter(isSelected);
  const trees = await findTrees(
    cases.map((one) => ({ ...one, root: undefined })),
    options.folders,
  );
  const record = openIndexRecord(url === undefined ? data : undefined);
  const serverChoice = { url, data, vars: {}, signal: context.signal };
  const results = await withEvaluationServer(serverChoice, async (client, serverUrl) => {
    const found: SetCaseResult[] = [];
    for (const [key, group] of groupBy(cases, (one) => getTreeKey({ ...one, root: undefined }))) {
      const tree = trees.get(key);
      if (tree === undefined) continue;
      const server = { client, url: serverUrl, record };
      found.push(...(await evaluateTree(server, { ...tree.clone, name: tree.name }, group, context)));
    }
    return found;
  });
  context.terminal.print(describeHistorySet(results));
  if (out !== undefined)
    writeFileSync(resolve(out), results.map((result) => `${JSON.stringify(result)}\n`).join(''));
  return summarizeHistorySet(results);
}

async function evaluateTree(
  server: HistoryServer,
  clone: { readonly folder: string; readonly commit: string; readonly name: string },
  cases: readonly HistorySetCase[],
  context: RunContext,
): Promise<readonly SetCaseResult[]> {
  const id = await indexWithHistory(server, clone, context);
  const results: SetCaseResult[] = [];
  // The first call loads modules, so that no measured time includes the loading.
  for (const one of cases.slice(0, 1)) await evaluateSetCase(server.client, id, one);
  for (const one of cases) {
    context.signal.throwIfAborted();
    context.terminal.overwrite(`${clone.name}: ${results.length + 1} of ${cases.length}`);
    results.push(await evaluateSetCase(server.client, id, one));
  }
  context.terminal.overwrite('');
  return results;
}

async function evaluateSetCase(client: Client, id: string, one: HistorySetCase): Promise<SetCaseResult> {
  const started = performance.now();
  const entries = await client.askHistory(id, { question: one.question, limit: maxEntries }).then(
    (history) => history.entries.map(({ commit }) => commit),
    (thrown: unknown): readonly string[] => {
      if (thrown instanceof ProblemError) return [];
      throw thrown;
    },
  );
  const ms = performance.now() - started;
  const answer = await client.answer(id, { question: one.question, retry: true });
  const cited = findFirstCitedCommit(answer);
  return {
    id: one.id,
    kind: one.kind,
    repository: one.repository,
    question: one.question,
    expected: one.commits,
    entries,
    cited,
    isFirst: one.commits.includes(entries[0] ?? ''),
    isCitedFirst: one.commits.includes(cited ?? ''),
    ms,
  };
}

/** Returns the first commit that a claim cites, in the order of the text. */
export function findFirstCitedCommit({
  answer,
  evidence,
}: Pick<Answer, 'answer' | 'evidence'>): string | undefined {
  const commits = new Map(evidence.flatMap((one) => (one.kind === 'commit' ? [[one.id, one.commit]] : [])));
  for (const [, ids = ''] of answer.matchAll(/\[chunk:([^\]]*)\]/g))
    for (const id of ids.split(',')) {
      const commit = commits.get(id.trim());
      if (commit !== undefined) return commit;
    }
  return undefined;
}
