/** Writes the introduction of a results page: the questions, the systems, the command and the meaning of the columns. */

import { basename } from 'node:path';
import { groupBy } from '../graph/group-by.ts';
import type { EvaluationOptions } from '../options.ts';
import { overlapModel } from '../overlap-model-server.ts';
import type { SystemScores } from './combine-scores.ts';

export interface Run {
  /** Name of the results. */
  readonly name: string;
  readonly options: Pick<EvaluationOptions, 'set' | 'only' | 'ablate' | 'baselines'>;
  readonly systems: readonly SystemScores[];
  /** The model of the variants that use one. */
  readonly model?: string | undefined;
  readonly day: Date;
  /** Milliseconds that a fixed loop took on this machine (`test/bench/timing.ts`). */
  readonly loopMs: number;
}

const legend = `Figures are means over questions, 0 to 1. Files are distinct, each at the rank of its best chunk. **Hit@k**: one of the first k files is
right. **MRR@10**: one over the rank of the first right file. **nDCG@10**: gain over the first ten, over chunks for concepts and over files for changes; **nDCG files**: over files for
both. **Recall@k**: the fraction of the right files among the first k; **Recall all**: among all 100 chunks. **P@k**: the fraction of the first k files that are right, at most 1/k for a
question with one right file. **Fn@10**: one of the first ten chunks contains a changed function; **Fn 10 files**: a chunk of the first ten files does. **p50 ms**, **p95 ms**: whole HTTP
calls, one at a time. A starred difference has an interval that excludes 0. test/eval/README.md explains all figures.`;

export function describeRun(run: Run): string {
  const { name, systems, model, day, loopMs } = run;
  const [first] = systems;
  const cases = first?.scored ?? [];
  const sets = [...groupBy(cases, ({ evaluationCase }) => evaluationCase.set)].map(
    ([set, members]) => `${members.length} of ${set}`,
  );
  const repositories = new Set(cases.map(({ evaluationCase }) => evaluationCase.repository)).size;
  const others = systems.slice(1).map((system) => `\`${system.name}\``);
  const comparison = others.length === 0 ? '' : ` Compared with it: ${others.join(', ')}.`;
  return [
    `# ${basename(name)}`,
    `${day.toISOString().slice(0, 10)}. ${cases.length} questions (${sets.join(', ')}) about ${repositories} ${repositories === 1 ? 'repository at a fixed commit' : 'repositories at fixed commits'}. Tables without a system's name show
\`${first?.name ?? ''}\` (\`none\`: nothing is removed).${comparison} A fixed loop took ${loopMs} ms on this machine; scale times from another machine by its loop.`,
    ...(model === undefined ? [] : [describeModelNote(model)]),
    `\`${formatCommand(run)}\``,
    legend,
  ].join('\n\n');
}

function describeModelNote(model: string): string {
  const isScripted = model === overlapModel;
  const note = `**The model of \`planner\`, \`file-selection:model\` and \`reranker:model\` is \`${model}\``;
  if (!isScripted) return `${note}.**`;
  return `${note}, a script on loopback that counts words in common, not a language model.** Its figures show that these parts run, what they cost the server, and
how a model without any understanding affects the ranking. They say nothing about a real model.`;
}

/** Formats the command without folders, which differ between machines. */
function formatCommand({ name, options }: Run): string {
  const { set, only, ablate, baselines } = options;
  return [
    'npm run -s eval --',
    ...set.map((file) => `--set ${basename(file)}`),
    '--repositories <clones>',
    ...(only === undefined ? [] : [`--only ${only}`]),
    ...(ablate === undefined ? [] : [`--ablate ${ablate.join(',')}`]),
    ...(baselines ? ['--baselines'] : []),
    `--out ${basename(name)}`,
  ].join(' ');
}
