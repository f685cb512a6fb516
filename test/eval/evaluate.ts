/**
 * Runs one retrieval evaluation: indexes missing trees and ranks every case with every system. Reports the scores overall, by group, and compared
 * with the first system.
 */

import type { Client } from '../../worker/contract/client.ts';
import { timeFixedLoop } from '../bench/timing.ts';
import { usageError } from '../../clients/cli/command-error.ts';
import { findTrees } from './case-tree.ts';
import type { CaseTree } from './case-tree.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import { groupBy } from './graph/group-by.ts';
import { openIndexRecord } from './index-record.ts';
import { indexTrees } from './index-trees.ts';
import type { EvaluationOptions } from './options.ts';
import { overlapModel, startOverlapModel } from './overlap-model-server.ts';
import { readCases } from './read-cases.ts';
import { describeEvaluation } from './report/describe-evaluation.ts';
import { describeRun } from './report/describe-run.ts';
import { combineScores } from './report/combine-scores.ts';
import type { SystemScores } from './report/combine-scores.ts';
import { openDump } from './report/write-dump.ts';
import { writeResults } from './report/write-results.ts';
import { runSystem } from './run-system.ts';
import type { RunContext } from './run-system.ts';
import { createServedSystem } from './served-system.ts';
import { withExplanation, selectVariants } from './variants.ts';
import type { Variant } from './variants.ts';
import { withEvaluationServer } from './with-evaluation-server.ts';

interface Plan {
  readonly options: EvaluationOptions;
  readonly cases: readonly EvaluationCase[];
  readonly trees: ReadonlyMap<string, CaseTree>;
  /** The variant whose chunks are dumped. */
  readonly dumpedVariant: Variant | undefined;
}

export async function evaluate(options: EvaluationOptions, context: RunContext) {
  const { terminal } = context;
  const cases = options.set.flatMap(readCases).filter(matchesFilter(options.only));
  if (cases.length === 0) throw usageError('No case matches.', 'Check --set and --only.');
  const { variants, unsupported } = selectVariants(options.ablate ?? ['none']);
  if (unsupported.length > 0) terminal.note(`Not supported by the API, skipped: ${unsupported.join(', ')}`);
  const trees = await findTrees(cases, options.folders);
  const plan = { options, cases, trees, dumpedVariant: variants[0] };

  const systems: SystemScores[] = [];
  for (const group of groupBy(variants, ({ vars }) => JSON.stringify(vars)).values())
    systems.push(...(await runVariants(group, plan, context)));
  if (options.baselines) {
    // Loaded on demand, since the text splitter has many dependencies.
    const { createBaselineSystems } = await import('./baselines/baseline-systems.ts');
    for (const baseline of createBaselineSystems(trees))
      systems.push({ name: baseline.name, scored: await runSystem(baseline, cases, context) });
  }
  const result = combineScores(systems);
  const description = describeEvaluation(systems, result);
  terminal.print(description.text);
  if (options.out !== undefined) {
    const model = describeModel(variants, options.server);
    const run = { name: options.out, options, systems, model, day: new Date(), loopMs: timeFixedLoop() };
    const page = `${describeRun(run)}\n\n${description.markdown}`;
    terminal.note(`Written: ${writeResults(options.out, systems, page)}`);
  }
  return result;
}

/** Runs the variants that share server settings. */
async function runVariants(
  variants: readonly Variant[],
  { options, cases, trees, dumpedVariant }: Plan,
  context: RunContext,
): Promise<SystemScores[]> {
  const vars = variants[0]?.vars ?? {};
  const data = getDataFolder(options.data, vars);
  const startsModel = options.server === undefined && variants.some(({ needsModel }) => needsModel);
  const model = startsModel ? await startOverlapModel() : undefined;
  const serverChoice = {
    url: options.server,
    data,
    vars: { ...vars, ...model?.vars },
    signal: context.signal,
  };
  const evaluated = withEvaluationServer(serverChoice, async (client: Client) => {
    const { reindex } = options;
    const record = openIndexRecord(options.server === undefined ? data : undefined);
    const ids = await indexTrees(trees.values(), { ...context, client, reindex, record });
    const findId = (key: string): string => ids.get(trees.get(key)?.name ?? '') ?? '';
    const systems: SystemScores[] = [];
    for (const variant of variants) {
      const dump =
        variant === dumpedVariant && options.dump !== undefined ? openDump(options.dump) : undefined;
      const needsScores = dump !== undefined || options.out !== undefined;
      const system = createServedSystem(client, findId, needsScores ? withExplanation(variant) : variant);
      systems.push({ name: variant.name, scored: await runSystem(system, cases, context, dump?.add) });
      dump?.close();
    }
    return systems;
  });
  return evaluated.finally(() => model?.close());
}

/** Describes the model that planned, selected and reranked. Returns undefined if no variant used a model. */
function describeModel(variants: readonly Variant[], server: string | undefined): string | undefined {
  if (!variants.some(({ needsModel }) => needsModel)) return undefined;
  return server === undefined ? overlapModel : 'the server’s own';
}

/** Returns the data folder for server settings, since each set of settings needs its own index. */
function getDataFolder(data: string | undefined, vars: Readonly<Record<string, string>>): string | undefined {
  const settings = Object.entries(vars).map(([name, value]) => `-${name}-${value}`);
  return data === undefined ? undefined : `${data}${settings.join('').toLowerCase()}`;
}

function matchesFilter(only: string | undefined): (evaluationCase: EvaluationCase) => boolean {
  return ({ id, repository }) => only === undefined || id.includes(only) || repository.includes(only);
}
