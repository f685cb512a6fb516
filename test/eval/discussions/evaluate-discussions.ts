/**
 * `--discussions`: generates pull requests and issues for real repositories and serves them from a GitHub on loopback. They state reasons that no
 * commit message states. Asks for these reasons, and measures the rank of the right source and whether the answer cites it.
 */

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import type { Client } from '../../../worker/contract/client.ts';
import {
  createDiscussions,
  type DiscussionFact,
} from '../../support/github/discussions/create-discussions.ts';
import { startGitHub } from '../../support/github/start-github.ts';
import { findGitFolder, readCloneName } from '../find-clone.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';

const resultsFolder = join(import.meta.dirname, '../results');
const token = 'evaluation-token';
const pollMs = 1_000;
/** Maximum number of commits and discussions to rank. */
const maxEntries = 20;

export async function evaluateDiscussions(options: EvaluationOptions, context: RunContext) {
  const results: FactResult[] = [];
  for (const clone of options.discussions)
    results.push(...(await evaluateClone(resolve(clone), options, context)));
  if (results.length === 0)
    throw usageError('No question could be generated.', 'Give clones with their history.');
  const tables = describeDiscussions(results);
  context.terminal.print(tables);
  if (options.out !== undefined) writeOut(options, tables, results);
  return computeDiscussionFigures(results);
}

async function evaluateClone(
  clone: string,
  { questions: count, seed, data }: EvaluationOptions,
  { terminal, signal }: RunContext,
): Promise<readonly FactResult[]> {
  const folder = findGitFolder(clone);
  const repository = readCloneName(folder);
  const [owner = 'some', name = repository] = repository.split('/');
  terminal.note(`Generating discussions of ${repository}`);
  const generated = await createDiscussions({
    folder,
    pullRequests: count,
    issues: Math.ceil(count / 2),
    seed,
  });
  const { pullRequests, issues } = generated;
  const github = await startGitHub({
    repositories: [{ owner, name, folder, pullRequests, issues }],
    tokens: [{ token, login: 'evaluation', canRead: [] }],
  });
  const vars = {
    GITHUB_API_URL: github.url,
    GITHUB_TOKEN: token,
    LOOPBACK_HOSTS: [github.url, github.codeloadUrl].map((url) => new URL(url).host).join(','),
  };
  try {
    return await withEvaluationServer({ url: undefined, data, vars, signal }, async (client) => {
      const id = await fetchRepository(client, `${owner}/${name}`, signal);
      const results: FactResult[] = [];
      for (const fact of generated.facts.slice(0, count)) {
        signal.throwIfAborted();
        terminal.overwrite(
          `${repository}: ${results.length + 1} of ${Math.min(count, generated.facts.length)}`,
        );
        results.push(await evaluateFact(client, { id, repository }, fact));
      }
      terminal.overwrite('');
      return results;
    });
  } finally {
    await github.close();
  }
}

/** @returns the id of the repository, once its files are ready and its history is fetched */
async function fetchRepository(client: Client, source: string, signal: AbortSignal): Promise<string> {
  const { id } = await client.addSource({ source, history: 'full' });
  for (;;) {
    signal.throwIfAborted();
    const { status, servedSnapshotId, error } = await client.getRepository(id);
    if (status === 'failed') throw new Error(`${source} was not indexed: ${error?.message ?? ''}`);
    if (servedSnapshotId !== null) {
      const { complete } = await client.historyState({ id, snapshotId: servedSnapshotId });
      if (complete) return id;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function evaluateFact(
  client: Client,
  { id, repository }: { readonly id: string; readonly repository: string },
  fact: DiscussionFact,
): Promise<FactResult> {
  const history = await client.askHistory(id, { question: fact.question, limit: maxEntries });
  const rankedSources = [
    ...history.entries.map(({ score }) => ({ score, number: undefined, text: '' })),
    ...history.discussions,
  ].toSorted((a, b) => b.score - a.score);
  const position = rankedSources.findIndex(({ number }) => number === fact.number);
  const answer = await client.answer(id, { question: fact.question });
  const citedIds = new Set(answer.claims.flatMap(({ citations }) => citations));
  const isCited = answer.evidence.some(
    (item) =>
      (item.kind === 'pull-request' || item.kind === 'issue') &&
      item.number === fact.number &&
      citedIds.has(item.id),
  );
  return { repository, fact, rank: position < 0 ? undefined : position + 1, isCited, class: answer.class };
}

function writeOut(
  { out = '', discussions, questions, seed }: EvaluationOptions,
  tables: string,
  results: readonly FactResult[],
): void {
  const isPath = out.includes('/');
  const path = isPath ? resolve(out) : join(resultsFolder, out);
  const flags = discussions.map(
    (clone) => `--discussions <clones>/${readCloneName(findGitFolder(resolve(clone))).replace('/', '+')}`,
  );
  writeFileSync(
    `${path}.md`,
    `# Reasons that only discussions state

\`npm run -s eval -- ${flags.join(' ')} --questions ${questions} --seed ${seed} --out discussions\`

Pull requests and issues are generated for the repository's own commits. One of them states the reason that a question asks for, and no commit states it. They are served from a GitHub on loopback and
fetched through the public API. \`first\`, \`in five\`: fraction of questions whose right source is first or among the first five, with commits and discussions ranked together; \`cited\`: fraction whose answer cites it in a claim.

${tables}
`,
  );
  if (isPath) writeFileSync(`${path}.jsonl`, results.map((result) => `${JSON.stringify(result)}\n`).join(''));
}

interface FactResult {
  readonly repository: string;
  readonly fact: DiscussionFact;
  /** Rank of the right source among commits and discussions together, from 1; undefined if absent. */
  readonly rank: number | undefined;
  /** Whether the answer cites the right source. */
  readonly isCited: boolean;
  /** The class that the question reader assigned. */
  readonly class: string;
}

interface DiscussionFigures {
  readonly cases: number;
  /** Fractions, 0 to 1. */
  readonly hit1: number;
  readonly hit5: number;
  readonly cited: number;
}

function computeDiscussionFigures(results: readonly FactResult[]): DiscussionFigures {
  const fraction = (matches: (result: FactResult) => boolean): number =>
    results.length === 0 ? 0 : results.filter(matches).length / results.length;
  return {
    cases: results.length,
    hit1: fraction(({ rank }) => rank === 1),
    hit5: fraction(({ rank }) => rank !== undefined && rank <= 5),
    cited: fraction(({ isCited }) => isCited),
  };
}

function describeDiscussions(results: readonly FactResult[]): string {
  const groups = (getGroup: (result: FactResult) => string): readonly string[] =>
    [...new Set(results.map(getGroup))].toSorted();
  const rows = (getGroup: (result: FactResult) => string): readonly string[] =>
    groups(getGroup).map((group) =>
      row(group, computeDiscussionFigures(results.filter((result) => getGroup(result) === group))),
    );
  return [
    '| questions | cases | first | in five | cited |',
    '|---|---|---|---|---|',
    ...rows(({ repository }) => repository),
    ...rows(({ fact }) => (fact.kind === 'issue' ? 'of issues' : 'of pull requests')),
    ...rows(({ fact }) => `stated in a ${fact.where}`),
    ...rows(({ class: readClass }) => `read as ${readClass}`),
    row('all', computeDiscussionFigures(results)),
  ].join('\n');
}

function row(name: string, { cases, hit1, hit5, cited }: DiscussionFigures): string {
  return `| ${name} | ${cases} | ${percent(hit1)} | ${percent(hit5)} | ${percent(cited)} |`;
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}
