/**
 * `query`: how long searches and answers take through HTTP at about 15,000 chunks, one after another, and how fast the machine is
 * meanwhile. With `--data <folder>` the index is kept there and the next run asks it again; with `--searches` no answers are asked for.
 */

import { createClient } from '../../worker/contract/client.ts';
import type { Client } from '../../worker/contract/client.ts';
import type { LocalServer } from '../../clients/cli/local-server.ts';
import type { Bench, BenchContext } from './bench.ts';
import { describeQueries } from './describe-queries.ts';
import { libraryQueries, libraryQuestions } from './library-questions.ts';
import { libraryFiles, librarySource } from './library-tree.ts';
import type { LibraryFile } from './library-tree.ts';
import { machineSpeed } from './machine-speed.ts';
import { measureIndexing } from './measure-indexing.ts';
import { timeAnswers } from './time-answers.ts';
import { timeSearches } from './time-searches.ts';
import { withServer } from './with-server.ts';

/** Makes about 15,000 chunks. */
const treeBytes = 10_500_000;
const name = 'library';
const searches = 200;
const answers = 100;
/** Asked first and not counted, so that modules are loaded and pages of the index cached. */
const warmUps = 5;

export const queryBench: Bench = async (args, context) => {
  const { signal, terminal } = context;
  const files = libraryFiles(treeBytes);
  return withServer({ signal, ...dataOf(args) }, async (server) => {
    const client = createClient({ baseUrl: server.url });
    const { id, counts } = await libraryIn(client, server, { files, context });
    const asked = { server, client, id, warmUps };
    const loopMs = [machineSpeed()];
    const search = await timeSearches({ ...asked, queries: libraryQueries(files, searches + warmUps) });
    loopMs.push(machineSpeed());
    const questions = libraryQuestions(files, answers + warmUps);
    const answer = args.includes('--searches') ? undefined : await timeAnswers({ ...asked, questions });
    const result = { chunks: counts.chunks, lines: counts.lines, loopMs, ...search, ...answer };
    terminal.print(describeQueries(result));
    return result;
  });
};

function dataOf(args: readonly string[]): { dataDirectory?: string } {
  const at = args.indexOf('--data');
  const folder = at < 0 ? undefined : args[at + 1];
  return folder === undefined ? {} : { dataDirectory: folder };
}

/** The tree as it was indexed by a run before, or indexed now. */
async function libraryIn(
  client: Client,
  server: LocalServer,
  { files, context }: { readonly files: readonly LibraryFile[]; readonly context: BenchContext },
) {
  const kept = (await client.listRepositories()).find((one) => one.name === name && one.status === 'ready');
  if (kept !== undefined) return kept;
  return (await measureIndexing(server, librarySource(name, files), context)).outcome;
}
