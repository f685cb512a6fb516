/** What a reader of a results page who was not there must know: what was asked of what, by which command, and what the columns mean. */

import { basename } from 'node:path';
import { groupBy } from '../graph/group-by.ts';
import type { EvaluationOptions } from '../options.ts';
import { overlapModel } from '../overlap-model-server.ts';
import type { SystemScores } from './result-of.ts';

export interface Run {
  /** Of the results. */
  readonly name: string;
  readonly options: Pick<EvaluationOptions, 'set' | 'only' | 'ablate' | 'baselines'>;
  readonly systems: readonly SystemScores[];
  /** Of the variants that have one. */
  readonly model?: string | undefined;
  readonly day: Date;
  /** Milliseconds of the machine's fixed loop (`test/bench/machine-speed.ts`). */
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
  const sets = [...groupBy(cases, ({ asked }) => asked.set)].map(([set, all]) => `${all.length} of ${set}`);
  const repositories = new Set(cases.map(({ asked }) => asked.repository)).size;
  const others = systems.slice(1).map((system) => `\`${system.name}\``);
  const beside = others.length === 0 ? '' : ` Beside it: ${others.join(', ')}.`;
  return [
    `# ${basename(name)}`,
    `${day.toISOString().slice(0, 10)}. ${cases.length} questions (${sets.join(', ')}) about ${repositories} ${repositories === 1 ? 'repository at a fixed commit' : 'repositories at fixed commits'}. Tables without a system's name are of
\`${first?.name ?? ''}\` (\`none\`: nothing is left out).${beside} The machine's fixed loop took ${loopMs} ms; times of another compare by that.`,
    ...(model === undefined ? [] : [modelNote(model)]),
    `\`${commandOf(run)}\``,
    legend,
  ].join('\n\n');
}

function modelNote(model: string): string {
  const isScripted = model === overlapModel;
  const told = `**The model of \`planner\`, \`file-selection:model\` and \`reranker:model\` is \`${model}\``;
  if (!isScripted) return `${told}.**`;
  return `${told}: no language model but a script on loopback that counts words in common.** Its figures say that it runs, what it costs the server and what
a model that knows nothing does to the ranking; of a real model they say nothing.`;
}

/** Folders are of one machine, and left out. */
function commandOf({ name, options }: Run): string {
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
