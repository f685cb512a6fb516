/**
 * `models`: what an answer becomes when its model fails, fault by fault and vendor by vendor, through the public door of a server of its
 * own whose vendors are on loopback; how soon a stop reaches a vendor; what is added to a model's first word. `--write` keeps the page
 * test/eval/results/model-faults.md; `--faults` and `--times` do one of both.
 */

import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { table } from '../../clients/cli/table.ts';
import { createClient } from '../../worker/contract/client.ts';
import { packTree } from '../support/pack-tree.ts';
import { smallRepository } from '../support/small-repository.ts';
import { startVendors } from '../support/vendors/start-vendors.ts';
import type { Bench } from './bench.ts';
import { askFaults, askWorkersAi, columns, faultOf, type FaultOutcome } from './model-faults.ts';
import { timeFirstWords, timeStops, type ModelTimes } from './model-times.ts';
import { withServer } from './with-server.ts';

const page = join(import.meta.dirname, '../eval/results/model-faults.md');

export const modelsBench: Bench = async (args, { terminal, signal }) => {
  const vendors = await startVendors({ script: faultOf });
  const vars = {
    ...vendors.environment,
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
      const at = { client, id: added.id, vendors, signal };
      const faults = args.includes('--times') ? [] : await askFaults(at, (told) => terminal.overwrite(told));
      const measured = args.includes('--faults')
        ? undefined
        : { ...(await timeStops(at)), ...(await timeFirstWords(at)), loadOfMachine: loadavg()[0] ?? 0 };
      return [faults, measured] as const;
    });
    const all = [...outcomes, ...(args.includes('--times') ? [] : await askWorkersAi(vendors))];
    terminal.overwrite('');
    if (all.length > 0) terminal.print(table([['fault', ...columns], ...rowsOf(all)]));
    if (times !== undefined) terminal.print(`\n${linesOf(times).join('\n')}`);
    // Half of a page would be written over the whole of one.
    if (args.includes('--write') && all.length > 0 && times !== undefined)
      await writeFile(page, pageOf(all, times));
    const blank = all.filter(({ isBlank }) => isBlank);
    return {
      cells: all.length,
      blank: blank.map(({ fault, column }) => `${fault}: ${column}`),
      times,
      outcomes: all,
    };
  } finally {
    await vendors.close();
  }
};

function rowsOf(outcomes: readonly FaultOutcome[]): string[][] {
  return [...new Set(outcomes.map(({ fault }) => fault))].map((fault) => [
    fault,
    ...columns.map(
      (column) => outcomes.find((one) => one.fault === fault && one.column === column)?.told ?? '',
    ),
  ]);
}

function linesOf(times: ModelTimes): string[] {
  const { stops, firstWords } = times;
  return [
    `stop: ${stops.length} answers stopped while they were written; from the request to stop until the vendor's connection was closed: p50 ${times.stopMs.p50} ms, p95 ${times.stopMs.p95} ms, longest ${times.stopMs.longest} ms.`,
    `first word: ${firstWords.length} answers; from the vendor's first text on the wire until the reader had text: p50 ${times.firstWordMs.p50} ms, p95 ${times.firstWordMs.p95} ms. From the question until the vendor was called (retrieval and prompt, before any model is waited for): p50 ${times.beforeCallMs.p50} ms.`,
    `One processor minute's load of the machine meanwhile: ${times.loadOfMachine.toFixed(1)}.`,
  ];
}

function pageOf(outcomes: readonly FaultOutcome[], times: ModelTimes | undefined): string {
  const blank = outcomes.filter(({ isBlank }) => isBlank).length;
  return `# What becomes of an answer when its model fails

\`npm run -s bench -- models --write\`. Each cell is one answer. Its model fails as the row says, spoken in the vendor's own dialect over HTTP on loopback; ×2: it was tried again. Behind it stands
\`compatible/steady\`, which never fails, except in the column "own key": a key that comes with the question is asked of its vendor alone, so that the embedded answerer is next. After the arrow:
who wrote what the reader has; "+ embedded" where a model broke off and what the index alone can tell stands behind its last words. All columns but those of Workers AI are through the public door
of a local server; its binding is no HTTP address, so those two are of the chain itself over the adapter, in both shapes of its streams. The waits are short ones: 2 s for a first part, 1 s
between two parts, 2 s before another try.

${outcomes.length} cells, ${blank} blank.

${row(['fault', ...columns])}
${row(['---', ...columns.map(() => '---')])}
${rowsOf(outcomes)
  .map((cells) => row(cells))
  .join('\n')}
${
  times === undefined
    ? ''
    : `
## Times

${linesOf(times)
  .map((line) => `- ${line[0]?.toUpperCase()}${line.slice(1)}`)
  .join('\n')}

The vendors run in the process that asks, so that both ends of each time are told by one clock. Vendors wrote a piece every 25 ms; each answer was asked anew, of vendor after vendor.
`
}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
