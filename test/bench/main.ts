/**
 * `npm run -s bench -- <name> [arguments] [--json]`: speed, memory, growth and faults, measured on servers of its own.
 * Prints a table and, with `--json`, one JSON object as the last line of stdout.
 */

import { describeError } from '../../clients/cli/describe-error.ts';
import { exitCodes } from '../../clients/cli/exit-codes.ts';
import { createTerminal } from '../../clients/cli/terminal.ts';
import type { Bench } from './bench.ts';
import { claimsBench } from './claims.ts';
import { docsBench } from './docs.ts';
import { faultsBench } from './faults.ts';
import { graphBench } from './graph.ts';
import { growthBench } from './growth.ts';
import { indexBench } from './index-folder.ts';
import { injectionsBench } from './injections.ts';
import { memoryBench } from './memory.ts';
import { modelsBench } from './models.ts';
import { pastBench } from './past.ts';
import { queryBench } from './query.ts';
import { secretsBench } from './secrets.ts';
import { versionsBench } from './versions.ts';

const benches: Readonly<Record<string, Bench>> = {
  index: (args, context) => (args.includes('--growth') ? growthBench : indexBench)(args, context),
  query: queryBench,
  memory: memoryBench,
  graph: graphBench,
  faults: faultsBench,
  versions: versionsBench,
  past: pastBench,
  docs: docsBench,
  models: modelsBench,
  claims: claimsBench,
  injections: injectionsBench,
  secrets: secretsBench,
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
