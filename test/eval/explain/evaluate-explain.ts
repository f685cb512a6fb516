/**
 * `--explain`: sends questions in people's own words to search, `…/context` and `…/answers` of a server that has indexed their repositories.
 * Measures whether the definitions that an answer needs are found, shown and cited.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import type { Client } from '../../../worker/contract/client.ts';
import { findTrees, getTreeKey, type CaseTree } from '../case-tree.ts';
import { openIndexRecord } from '../index-record.ts';
import { indexTrees } from '../index-trees.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';
import { describeExplain, type ScoredExplainCase } from './describe-explain.ts';
import { readExplainCases, type ExplainCase } from './explain-case.ts';
import { computeExplainFigures } from './explain-figures.ts';
import { requestExplain } from './request-explain.ts';
import { writeFeatures } from './write-features.ts';
import { scoreExplain } from './score-explain.ts';

const resultsFolder = join(import.meta.dirname, '../results');

export async function evaluateExplain(options: EvaluationOptions, context: RunContext) {
  const cases = options.explain
    .flatMap((file) => readExplainCases(file))
    .filter(
      ({ id, repository }) => options.only === undefined || `${id} ${repository}`.includes(options.only),
    );
  if (cases.length === 0) throw usageError('No question matches.', 'Check --explain and --only.');
  const trees = await findTrees(
    cases.map((explainCase) => ({ ...explainCase, root: undefined })),
    options.folders,
  );
  const data = options.server === undefined ? options.data : undefined;
  const choice = { url: options.server, data: options.data, vars: {}, signal: context.signal };
  if (options.features !== undefined) writeFileSync(options.features, '');
  const scored = await withEvaluationServer(choice, async (client) => {
    const record = openIndexRecord(data);
    const ids = await indexTrees(trees.values(), { client, ...context, reindex: options.reindex, record });
    return scoreAll(client, { cases, trees, ids }, { options, context });
  });
  const tables = describeExplain(scored);
  context.terminal.print(tables);
  if (options.out !== undefined) writeOut(options, scored, tables);
  return computeExplainFigures(scored.map(({ scores }) => scores));
}

interface IndexedCases {
  readonly cases: readonly ExplainCase[];
  readonly trees: ReadonlyMap<string, CaseTree>;
  /** Server ids by tree name. */
  readonly ids: ReadonlyMap<string, string>;
}

async function scoreAll(
  client: Client,
  { cases, trees, ids }: IndexedCases,
  { options, context }: { readonly options: EvaluationOptions; readonly context: RunContext },
): Promise<readonly ScoredExplainCase[]> {
  const scored: ScoredExplainCase[] = [];
  for (const [index, explainCase] of cases.entries()) {
    context.signal.throwIfAborted();
    context.terminal.overwrite(`${index + 1} of ${cases.length}`);
    const id = ids.get(trees.get(getTreeKey({ ...explainCase, root: undefined }))?.name ?? '') ?? '';
    if (options.features !== undefined) await writeFeatures(client, id, explainCase, options.features);
    const response = await requestExplain(client, id, {
      question: explainCase.question,
      withAnswer: !options['without-answers'],
      withContext: !options['without-context'],
    });
    scored.push({ explainCase, response, scores: scoreExplain(explainCase, response) });
  }
  context.terminal.overwrite('');
  return scored;
}

/** Writes the page, and one JSON line per question if `--out` is a path and not a name. */
function writeOut(options: EvaluationOptions, scored: readonly ScoredExplainCase[], tables: string): void {
  const out = options.out ?? '';
  const path = out.includes('/') ? resolve(out.replace(/\.(?:jsonl|md)$/, '')) : join(resultsFolder, out);
  mkdirSync(dirname(path), { recursive: true });
  const flags = [
    ...options.explain.map((file) => `--explain ${basename(file)}`),
    ...(options['without-answers'] ? ['--without-answers'] : []),
    ...(options['without-context'] ? ['--without-context'] : []),
  ].join(' ');
  writeFileSync(
    `${path}.md`,
    `# Questions about code

\`npm run -s eval -- ${flags} --repositories <clones> --out ${basename(path)}\`

${new Date().toISOString().slice(0, 10)}, ${scored.length} questions. [The columns](../README.md#questions-about-code).

${tables}
`,
  );
  if (out.includes('/'))
    writeFileSync(`${path}.jsonl`, scored.map((result) => `${JSON.stringify(result)}\n`).join(''));
}
