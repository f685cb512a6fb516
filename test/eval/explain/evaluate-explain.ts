/**
 * `--explain`: sends questions in people's own words to search, `…/context` and `…/answers` of a server that has indexed their repositories.
 * Measures whether the definitions that an answer needs are found, shown and cited.
 */

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import type { Client } from '../../../worker/contract/client.ts';
import { findTrees, getTreeKey, type CaseTree } from '../case-tree.ts';
import { openIndexRecord } from '../index-record.ts';
import { indexTrees } from '../index-trees.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';
import { readChoiceReplies, startChoiceModel, type ChoiceModel, type ChoicePrompt } from './choice-model.ts';
import { describeExplain, type ScoredExplainCase } from './describe-explain.ts';
import { readExplainCases, type ExplainCase } from './explain-case.ts';
import { computeExplainFigures } from './explain-figures.ts';
import { requestExplain } from './request-explain.ts';
import { writeFeatures } from './write-features.ts';
import { scoreExplain } from './score-explain.ts';

const resultsFolder = join(import.meta.dirname, '../results');

export async function evaluateExplain(options: EvaluationOptions, context: RunContext) {
  const replies = readReplies(options);
  const cases = options.explain
    .flatMap((file) => readExplainCases(file))
    .filter(
      ({ id, repository }) => options.only === undefined || `${id} ${repository}`.includes(options.only),
    )
    .filter(({ id }) => replies === undefined || replies.size === 0 || replies.has(id));
  if (cases.length === 0) throw usageError('No question matches.', 'Check --explain and --only.');
  const trees = await findTrees(
    cases.map((explainCase) => ({ ...explainCase, root: undefined })),
    options.folders,
  );
  const data = options.server === undefined ? options.data : undefined;
  for (const file of [options.features, options['choice-prompts']])
    if (file !== undefined) writeFileSync(file, '');
  const choiceModel = replies === undefined ? undefined : await startChoiceModel(replies);
  const server = {
    url: options.server,
    data: options.data,
    vars: choiceModel?.vars ?? {},
    signal: context.signal,
  };
  const scored = await withEvaluationServer(server, async (client) => {
    const record = openIndexRecord(data);
    const ids = await indexTrees(trees.values(), { client, ...context, reindex: options.reindex, record });
    return scoreAll(client, { cases, trees, ids }, { options, context, choiceModel });
  }).finally(() => choiceModel?.close());
  const tables = describeExplain(scored);
  context.terminal.print(tables);
  if (options.out !== undefined) writeOut(options, scored, tables);
  return computeExplainFigures(scored.map(({ scores }) => scores));
}

/** @returns undefined if no model chooses definitions; empty if prompts are only written */
function readReplies(options: EvaluationOptions): ReadonlyMap<string, string> | undefined {
  const { 'choice-prompts': prompts, 'choice-replies': replies, server } = options;
  if (prompts === undefined && replies === undefined) return undefined;
  if (server !== undefined)
    throw usageError('--choice-prompts and --choice-replies start their own server.', 'Leave out --server.');
  return replies === undefined ? new Map() : readChoiceReplies(replies);
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
  {
    options,
    context,
    choiceModel,
  }: {
    readonly options: EvaluationOptions;
    readonly context: RunContext;
    readonly choiceModel: ChoiceModel | undefined;
  },
): Promise<readonly ScoredExplainCase[]> {
  const scored: ScoredExplainCase[] = [];
  for (const [index, explainCase] of cases.entries()) {
    context.signal.throwIfAborted();
    context.terminal.overwrite(`${index + 1} of ${cases.length}`);
    const id = ids.get(trees.get(getTreeKey({ ...explainCase, root: undefined }))?.name ?? '') ?? '';
    if (options.features !== undefined) await writeFeatures(client, id, explainCase, options.features);
    choiceModel?.begin(explainCase.id);
    const response = await requestExplain(client, id, {
      question: explainCase.question,
      withAnswer: !options['without-answers'],
      withContext: !options['without-context'],
      choiceModel,
    });
    if (options['choice-prompts'] !== undefined)
      writePrompt(options['choice-prompts'], explainCase, choiceModel?.prompt());
    scored.push({ explainCase, response, scores: scoreExplain(explainCase, response) });
  }
  context.terminal.overwrite('');
  return scored;
}

function writePrompt(file: string, { id, question }: ExplainCase, prompt: ChoicePrompt | undefined): void {
  if (prompt === undefined) return;
  const messages = prompt.messages.map(({ role, text }) => ({ role, content: text }));
  appendFileSync(file, `${JSON.stringify({ id, query: question, messages })}\n`);
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
    ...(options['choice-replies'] === undefined
      ? []
      : [`--choice-replies ${basename(options['choice-replies'])}`]),
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
