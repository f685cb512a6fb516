/**
 * `models`: shows how an answer ends when its model fails, by fault and provider. Uses the public API of a server whose providers run on
 * loopback. Also measures how soon a stop reaches a provider and the latency added to the first text. `--write` writes
 * test/eval/results/model-faults.md; `--faults` and `--times` run only one part.
 */

import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { createClient } from '../../../worker/contract/client.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { startProviders } from '../../support/providers/start-providers.ts';
import { type Bench, withServer } from '../bench.ts';
import {
  runProviderFaults,
  runWorkersAiFaults,
  faultColumns,
  respondWithFault,
  type FaultOutcome,
} from './model-faults.ts';
import { timeFirstWords, timeStops, type ModelTimes } from './model-times.ts';

const page = join(import.meta.dirname, '../../eval/results/model-faults.md');

export const modelsBench: Bench = async (args, { terminal, signal }) => {
  const providers = await startProviders({ script: respondWithFault });
  const vars = {
    ...providers.environment,
    MODELS: 'compatible/steady',
    MODEL_FIRST_SECONDS: '2',
    MODEL_STALL_SECONDS: '1',
    MODEL_RETRY_SECONDS: '2',
  };
  try {
    const [outcomes, times] = await withServer({ vars, signal }, async ({ url }) => {
      const client = createClient({ baseUrl: url });
      const archive = {
        contentType: 'application/gzip',
        body: new Uint8Array(await packTree(smallRepository)),
      };
      const added = await client.addRepository({ name: 'parcel' }, archive, signal);
      for await (const { stage } of client.watchRepository(added.id, signal)) terminal.overwrite(stage ?? '');
      const target = { client, id: added.id, providers, signal };
      const faults = args.includes('--times')
        ? []
        : await runProviderFaults(target, (text) => terminal.overwrite(text));
      const measured = args.includes('--faults')
        ? undefined
        : {
            ...(await timeStops(target)),
            ...(await timeFirstWords(target)),
            loadOfMachine: loadavg()[0] ?? 0,
          };
      return [faults, measured] as const;
    });
    const all = [...outcomes, ...(args.includes('--times') ? [] : await runWorkersAiFaults(providers))];
    terminal.overwrite('');
    if (all.length > 0) terminal.print(formatTable([['fault', ...faultColumns], ...faultRows(all)]));
    if (times !== undefined) terminal.print(`\n${describeTimes(times).join('\n')}`);
    // A partial run must not overwrite the complete page.
    if (args.includes('--write') && all.length > 0 && times !== undefined)
      await writeFile(page, formatPage(all, times));
    const blank = all.filter(({ isBlank }) => isBlank);
    return {
      cells: all.length,
      blank: blank.map(({ fault, column }) => `${fault}: ${column}`),
      times,
      outcomes: all,
    };
  } finally {
    await providers.close();
  }
};

function faultRows(outcomes: readonly FaultOutcome[]): string[][] {
  return [...new Set(outcomes.map(({ fault }) => fault))].map((fault) => [
    fault,
    ...faultColumns.map(
      (column) =>
        outcomes.find((outcome) => outcome.fault === fault && outcome.column === column)?.told ?? '',
    ),
  ]);
}

function describeTimes(times: ModelTimes): string[] {
  const { stops, firstWords } = times;
  return [
    `stop: ${stops.length} answers stopped while they were written; from the request to stop until the provider's connection was closed: p50 ${times.stopMs.p50} ms, p95 ${times.stopMs.p95} ms, longest ${times.stopMs.longest} ms.`,
    `first word: ${firstWords.length} answers; from the provider's first text on the wire until the client had text: p50 ${times.firstWordMs.p50} ms, p95 ${times.firstWordMs.p95} ms. From the question until the provider was called (retrieval and prompt, before any model is waited for): p50 ${times.beforeCallMs.p50} ms.`,
    `Load average of the machine in the last minute: ${times.loadOfMachine.toFixed(1)}.`,
  ];
}

function formatPage(outcomes: readonly FaultOutcome[], times: ModelTimes | undefined): string {
  const blank = outcomes.filter(({ isBlank }) => isBlank).length;
  return `# The outcome of an answer when its model fails

\`npm run -s bench -- models --write\`. Each cell is one answer. Its model fails as the row says, in the provider's dialect over HTTP on loopback; ×2: it was retried. The next model in the chain is
\`compatible/steady\`, which never fails, except in the column "own key": a personal key is used with its provider only, so the composer is next. After the arrow:
who wrote the answer; "+ embedded" if a model was interrupted and the composed answer follows. All columns except Workers AI go through the public API
of a local server; the Workers AI binding has no HTTP address, so its two columns test the chain over the adapter, with both shapes of its streams. The timeouts are short: 2 s for the first part, 1 s
between two parts, and 2 s before a retry.

${outcomes.length} cells, ${blank} blank.

${row(['fault', ...faultColumns])}
${row(['---', ...faultColumns.map(() => '---')])}
${faultRows(outcomes)
  .map((cells) => row(cells))
  .join('\n')}
${
  times === undefined
    ? ''
    : `
## Times

${describeTimes(times)
  .map((line) => `- ${line[0]?.toUpperCase()}${line.slice(1)}`)
  .join('\n')}

The loopback providers run in the measuring process, so one clock measures both ends of each duration. They wrote a piece every 25 ms. The answers were requested one at a time.
`
}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
