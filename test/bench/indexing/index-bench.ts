/** `index <folder>`: indexes a folder on a fresh server. Measures the duration of each stage and the memory of the server. */

import { describeOutcome } from '../../../clients/cli/indexing/print-outcome.ts';
import { usageError } from '../../../clients/cli/command-error.ts';
import { openSource } from '../../../clients/cli/source/open-source.ts';
import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { type Bench, withServer } from '../bench.ts';
import { measureIndexing } from './measure-indexing.ts';

export const indexBench: Bench = async (args, context) => {
  const [path, ...extraArguments] = args;
  if (path === undefined || extraArguments.length > 0) {
    throw usageError(
      `Expected one folder; found ${args.length} arguments.`,
      'npm run -s bench -- index <folder>',
    );
  }
  const source = await openSource({ path, workingDirectory: process.cwd() });
  const { outcome, linesPerSecond, memory } = await withServer({ signal: context.signal }, (server) =>
    measureIndexing(server, source, context),
  );
  const { worker, both } = memory;
  const residentGrowthMb = Math.round((both.peakMb - both.beforeMb) * 10) / 10;
  context.terminal.print(describeOutcome(outcome));
  const facts = formatTable([
    ['lines per second', linesPerSecond.toLocaleString('en-GB')],
    ['resident memory before, peak, after', `${both.beforeMb}, ${both.peakMb}, ${both.afterMb} MB`],
    ['Worker process only', `${worker.beforeMb}, ${worker.peakMb}, ${worker.afterMb} MB`],
  ]);
  context.terminal.print(`\n${facts}`);
  return { ...outcome, linesPerSecond, residentGrowthMb, memory };
};
