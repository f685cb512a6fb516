/**
 * `docs <folder of built HTML> [--questions <file.jsonl>]`: a documentation served on loopback and crawled whole through the public door, what
 * became of its pages beside its own sitemap, the same again with nothing changed, and each question's first sentence with the pages it opens.
 */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { usageError } from '../../clients/cli/command-error.ts';
import { table } from '../../clients/cli/table.ts';
import { createClient, type Client } from '../../worker/contract/client.ts';
import type { CrawlWire } from '../../worker/contract/crawl.ts';
import type { Repository } from '../../worker/contract/repository.ts';
import { serveFolder, type ServedFolder } from '../support/serve-folder.ts';
import type { Bench } from './bench.ts';
import { withServer } from './with-server.ts';

/** `page`: the address, from the top of the site, of a page that answers it; none where the documentation does not. */
const questionSchema = z.object({ question: z.string(), page: z.array(z.string()).optional() });
type DocsQuestion = z.infer<typeof questionSchema>;

const opened = 2;

export const docsBench: Bench = async (args, { terminal }) => {
  const at = args.indexOf('--questions');
  const file = at < 0 ? undefined : args[at + 1];
  const folder = args.find((_, index) => at < 0 || (index !== at && index !== at + 1));
  if (folder === undefined)
    throw usageError(
      'A folder of HTML is needed.',
      'npm run -s bench -- docs <folder> [--questions <file.jsonl>]',
    );
  const questions = file === undefined ? [] : readQuestions(resolve(file));
  await using site = await serveFolder(resolve(folder));
  // Awaited here: the site closes when this returns.
  return await withServer(
    { vars: { LOOPBACK_HOSTS: site.host, REFRESH_EVERY_HOURS: '0' } },
    async ({ url }) => {
      const client = createClient({ baseUrl: url });
      const first = await crawl(client, url, site);
      const again = await crawl(client, url, site);
      const answers = [];
      for (const question of questions)
        answers.push(await ask(client, { id: first.id, server: url }, question));
      terminal.print(table([...describeCrawl(site, first, again), ...answers.map(describeAnswer)]));
      return { crawl: summaryOf(site, first, again), answers };
    },
  );
};

function readQuestions(file: string): readonly DocsQuestion[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => questionSchema.parse(JSON.parse(line)));
}

interface Crawled {
  readonly id: string;
  readonly report: CrawlWire;
  readonly seconds: number;
}

async function crawl(client: Client, server: string, site: ServedFolder): Promise<Crawled> {
  const startedAt = performance.now();
  const { id } = await client.addSource({ source: site.url });
  let last: Repository | undefined;
  for await (const view of client.watchRepository(id)) last = view;
  if (last?.status !== 'ready') throw new Error(`It was not indexed: ${last?.error?.message ?? ''}`);
  const seconds = (performance.now() - startedAt) / 1_000;
  const response = await fetch(`${server}/v1/repositories/${id}/crawl`);
  return { id, report: (await response.json()) as CrawlWire, seconds };
}

const taken = new Set(['fetched', 'unchanged', 'duplicate']);

function summaryOf(site: ServedFolder, first: Crawled, again: Crawled) {
  const { report } = first;
  const states = new Map(report.pages.map(({ url, state }) => [new URL(url).pathname, state]));
  const left = report.pages.filter(({ state }) => !taken.has(state));
  return {
    filesOfHtml: site.pages,
    inSitemap: site.listed.length,
    takenOfSitemap: site.listed.filter((path) => taken.has(states.get(path) ?? '')).length,
    fetched: report.fetched,
    duplicates: report.duplicates,
    left: left.map(({ url, state, reason }) => `${new URL(url).pathname} ${state}: ${reason ?? ''}`),
    seconds: Math.round(first.seconds * 10) / 10,
    unchanged: again.report.unchanged,
    secondsUnchanged: Math.round(again.seconds * 10) / 10,
  };
}

function describeCrawl(site: ServedFolder, first: Crawled, again: Crawled): string[][] {
  return Object.entries(summaryOf(site, first, again)).map(([what, value]) => [
    what,
    Array.isArray(value) ? value.join('; ') : String(value),
  ]);
}

interface Answered {
  readonly question: string;
  readonly first: string;
  /** Of the first claims, as addresses from the top of the site. */
  readonly opens: readonly string[];
  readonly isDeclined: boolean;
  /** Whether one of them is the page that answers it, or it was declined where none does. */
  readonly isRight: boolean | undefined;
}

async function ask(
  client: Client,
  { id, server }: { readonly id: string; readonly server: string },
  { question, page }: DocsQuestion,
): Promise<Answered> {
  const { claims, evidence, refused } = await client.answer(id, { question });
  const links = new Map(evidence.map((one) => [one.id, one.kind === 'attachment' ? '' : one.url]));
  const cited = claims.flatMap(({ citations }) => citations.map((one) => links.get(one) ?? ''));
  const opens = [...new Set(cited.filter((url) => url !== ''))].slice(0, opened).map((url) => {
    const { pathname, hash } = new URL(url, server);
    return pathname + hash;
  });
  const isThere = opens.some((path) => page?.some((wanted) => path.split('#')[0] === wanted.split('#')[0]));
  return {
    question,
    first: refused ? '' : (claims[0]?.text ?? ''),
    opens,
    isDeclined: refused,
    isRight: page === undefined ? refused : isThere,
  };
}

const describeAnswer = ({ question, first, opens, isDeclined, isRight }: Answered): string[] => [
  `${isRight === true ? '✓' : '✗'} ${question}`,
  isDeclined ? 'declined' : `${first}  [${opens.join(', ')}]`,
];
