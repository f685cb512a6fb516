/** Writes the head of a results page: the questions, systems and command, and the meaning of the columns. */

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
  /** Milliseconds of the machine's fixed loop (`test/bench/timing.ts`). */
  readonly loopMs: number;
}

const legend = `Figures are means over questions, 0 to 1. Files are distinct, each at the rank of its best piece. **Hit@k**: one of the first k files is
wanted. **MRR@10**: one over the rank of the first wanted file. **nDCG@10**: gain over the first ten, over pieces for concepts and over files for changes; **nDCG files**: over files for
all. **Recall@k**: the share of the wanted files among the first k; **Recall all**: among all 100 pieces. **P@k**: the share of the first k files that is wanted, which for a question that
wants one file is 1/k at best. **Fn@10**: a changed function lies in the first ten pieces; **Fn 10 files**: in a piece of the first ten files. **p50 ms**, **p95 ms**: whole calls through
HTTP, one at a time. A starred difference has an interval without 0. All of it is in test/eval/README.md.`;

export function describeRun(run: Run): string {
  const { name, systems, model, day, loopMs } = run;
  const [first] = systems;
  const cases = first?.scored ?? [];
  const sets = [...groupBy(cases, ({ evaluationCase }) => evaluationCase.set)].map(
    ([set, all]) => `${all.length} of ${set}`,
  );
  const repositories = new Set(cases.map(({ evaluationCase }) => evaluationCase.repository)).size;
  const others = systems.slice(1).map((system) => `\`${system.name}\``);
  const comparison = others.length === 0 ? '' : ` Compared with it: ${others.join(', ')}.`;
  return [
    `# ${basename(name)}`,
    `${day.toISOString().slice(0, 10)}. ${cases.length} questions (${sets.join(', ')}) about ${repositories} ${repositories === 1 ? 'repository at a fixed commit' : 'repositories at fixed commits'}. Tables without a system's name are of
\`${first?.name ?? ''}\` (\`none\`: nothing is removed).${comparison} The machine's fixed loop took ${loopMs} ms; compare times of another machine by it.`,
    ...(model === undefined ? [] : [modelNote(model)]),
    `\`${formatCommand(run)}\``,
    legend,
  ].join('\n\n');
}

function modelNote(model: string): string {
  const isScripted = model === overlapModel;
  const note = `**The model of \`planner\`, \`file-selection:model\` and \`reranker:model\` is \`${model}\``;
  if (!isScripted) return `${note}.**`;
  return `${note}: no language model but a script on loopback that counts words in common.** Its figures say that it runs, what it costs the server and what
a model that knows nothing does to the ranking; of a real model they say nothing.`;
}

/** The command without folders, which differ between machines. */
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
