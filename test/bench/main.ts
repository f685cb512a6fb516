/**
 * `npm run -s bench -- <name> [arguments] [--json]`: measures speed, memory, growth and fault recovery. Each bench starts its own servers.
 * Prints a table and, with `--json`, one JSON object as the last line of stdout.
 */

import { describeError } from '../../clients/cli/describe-error.ts';
import { exitCodes } from '../../clients/cli/command-error.ts';
import { createTerminal } from '../../clients/cli/terminal/terminal.ts';
import type { Bench } from './bench.ts';
import { claimsBench } from './claims/claims-bench.ts';
import { findJudgeBench } from './claims/judge-bench.ts';
import { docsBench } from './indexing/docs-bench.ts';
import { faultsBench } from './recovery/faults-bench.ts';
import { graphBench } from './queries/graph-bench.ts';
import { growthBench } from './indexing/growth-bench.ts';
import { indexBench } from './indexing/index-bench.ts';
import { injectionsBench } from './injections/injections-bench.ts';
import { loadBench } from './load/load-bench.ts';
import { memoryBench } from './memory/memory-bench.ts';
import { modelsBench } from './models/models-bench.ts';
import { historyBench } from './recovery/history-bench.ts';
import { queryBench } from './queries/query-bench.ts';
import { secretsBench } from './secrets/secrets-bench.ts';
import { versionsBench } from './indexing/versions-bench.ts';
import { widgetBench } from './widget/widget-bench.ts';

const benches: Readonly<Record<string, Bench>> = {
  index: (args, context) => (args.includes('--growth') ? growthBench : indexBench)(args, context),
  query: queryBench,
  memory: memoryBench,
  graph: graphBench,
  faults: faultsBench,
  versions: versionsBench,
  past: historyBench,
  docs: docsBench,
  models: modelsBench,
  claims: (args, context) => (findJudgeBench(args) ?? claimsBench)(args, context),
  injections: injectionsBench,
  secrets: secretsBench,
  load: loadBench,
  widget: widgetBench,
};

const [name = '', ...rest] = process.argv.slice(2);
const json = rest.includes('--json');
const args = rest.filter((arg) => arg !== '--json');
const terminal = createTerminal({ stdout: process.stdout, stderr: process.stderr, json });
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => interruption.abort());

const bench = benches[name];
if (bench === undefined) {
  terminal.note(`Usage: npm run -s bench -- <${Object.keys(benches).join('|')}> [arguments] [--json]`);
  process.exitCode = exitCodes.usage;
} else {
  try {
    const result = await bench(args, { terminal, signal: interruption.signal });
    if (json) terminal.json(result);
  } catch (thrown) {
    const { exit, lines, json: error } = describeError(thrown);
    for (const line of lines) terminal.note(line);
    if (json) terminal.json(error);
    process.exitCode = exitCodes[exit];
  }
}
