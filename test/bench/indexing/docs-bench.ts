/**
 * `docs <folder of built HTML> [--questions <file.jsonl>]`: serves documentation on loopback and crawls it through the public API. Compares the
 * crawled pages with the site's own sitemap and crawls the unchanged site again. Prints the first claim of each answer and the pages it cites.
 */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';
import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import type { CrawlReportView } from '../../../worker/contract/sources/crawl.ts';
import type { Repository } from '../../../worker/contract/repositories/schema.ts';
import { serveFolder, type ServedFolder } from '../../support/server/serve-folder.ts';
import { type Bench, withServer } from '../bench.ts';

/** `page`: paths of the pages that answer the question; absent if the documentation has no answer. */
const questionSchema = z.object({ question: z.string(), page: z.array(z.string()).optional() });
type DocsQuestion = z.infer<typeof questionSchema>;

const maxCitedPaths = 2;

export const docsBench: Bench = async (args, { terminal }) => {
  const flagIndex = args.indexOf('--questions');
  const file = flagIndex < 0 ? undefined : args[flagIndex + 1];
  const folder = args.find((_, index) => flagIndex < 0 || (index !== flagIndex && index !== flagIndex + 1));
  if (folder === undefined)
    throw usageError(
      'No folder of built HTML was given.',
      'npm run -s bench -- docs <folder> [--questions <file.jsonl>]',
    );
  const questions = file === undefined ? [] : readQuestions(resolve(file));
  await using site = await serveFolder(resolve(folder));
  // Awaited before returning, since the site closes when this function returns.
  return await withServer(
    { vars: { LOOPBACK_HOSTS: site.host, REFRESH_EVERY_HOURS: '0' } },
    async ({ url }) => {
      const client = createClient({ baseUrl: url });
      const firstRun = await crawl(client, url, site);
      const secondRun = await crawl(client, url, site);
      const answers = [];
      for (const question of questions)
        answers.push(await answerQuestion(client, { id: firstRun.id, server: url }, question));
      terminal.print(
        formatTable([...describeCrawl(site, firstRun, secondRun), ...answers.map(describeAnswer)]),
      );
      return { crawl: summarizeCrawl(site, firstRun, secondRun), answers };
    },
  );
};

function readQuestions(file: string): readonly DocsQuestion[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => questionSchema.parse(JSON.parse(line)));
}

interface CrawlRun {
  readonly id: string;
  readonly report: CrawlReportView;
  readonly seconds: number;
}

async function crawl(client: Client, server: string, site: ServedFolder): Promise<CrawlRun> {
  const startedAt = performance.now();
  const { id } = await client.addSource({ source: site.url });
  let last: Repository | undefined;
  for await (const view of client.watchRepository(id)) last = view;
  if (last?.status !== 'ready') throw new Error(`The site was not indexed: ${last?.error?.message ?? ''}`);
  const seconds = (performance.now() - startedAt) / 1_000;
  const response = await fetch(`${server}/v1/repositories/${id}/crawl`);
  return { id, report: (await response.json()) as CrawlReportView, seconds };
}

const indexedStates = new Set(['fetched', 'unchanged', 'duplicate']);

function summarizeCrawl(site: ServedFolder, firstRun: CrawlRun, secondRun: CrawlRun) {
  const { report } = firstRun;
  const states = new Map(report.pages.map(({ url, state }) => [new URL(url).pathname, state]));
  const excludedPages = report.pages.filter(({ state }) => !indexedStates.has(state));
  return {
    htmlFiles: site.htmlFileCount,
    inSitemap: site.sitemapPaths.length,
    indexedFromSitemap: site.sitemapPaths.filter((path) => indexedStates.has(states.get(path) ?? '')).length,
    fetched: report.fetched,
    duplicates: report.duplicates,
    excluded: excludedPages.map(
      ({ url, state, reason }) => `${new URL(url).pathname} ${state}: ${reason ?? ''}`,
    ),
    seconds: Math.round(firstRun.seconds * 10) / 10,
    unchanged: secondRun.report.unchanged,
    secondsUnchanged: Math.round(secondRun.seconds * 10) / 10,
  };
}

function describeCrawl(site: ServedFolder, firstRun: CrawlRun, secondRun: CrawlRun): string[][] {
  return Object.entries(summarizeCrawl(site, firstRun, secondRun)).map(([figure, value]) => [
    figure,
    Array.isArray(value) ? value.join('; ') : String(value),
  ]);
}

interface AnswerSummary {
  readonly question: string;
  readonly firstClaim: string;
  /** Paths of the first pages that the claims cite. */
  readonly citedPaths: readonly string[];
  readonly isDeclined: boolean;
  /** Whether the answer cites an expected page, or was declined if no page answers the question. */
  readonly isCorrect: boolean;
}

async function answerQuestion(
  client: Client,
  { id, server }: { readonly id: string; readonly server: string },
  { question, page }: DocsQuestion,
): Promise<AnswerSummary> {
  const { claims, evidence, refused } = await client.answer(id, { question });
  const links = new Map(evidence.map((item) => [item.id, item.kind === 'attachment' ? '' : item.url]));
  const cited = claims.flatMap(({ citations }) => citations.map((citation) => links.get(citation) ?? ''));
  const citedPaths = [...new Set(cited.filter((url) => url !== ''))].slice(0, maxCitedPaths).map((url) => {
    const { pathname, hash } = new URL(url, server);
    return pathname + hash;
  });
  const citesExpectedPage = citedPaths.some((path) =>
    page?.some((expected) => path.split('#')[0] === expected.split('#')[0]),
  );
  return {
    question,
    firstClaim: refused ? '' : (claims[0]?.text ?? ''),
    citedPaths,
    isDeclined: refused,
    isCorrect: page === undefined ? refused : citesExpectedPage,
  };
}

const describeAnswer = ({
  question,
  firstClaim,
  citedPaths,
  isDeclined,
  isCorrect,
}: AnswerSummary): string[] => [
  `${isCorrect ? '✓' : '✗'} ${question}`,
  isDeclined ? 'declined' : `${firstClaim}  [${citedPaths.join(', ')}]`,
];
