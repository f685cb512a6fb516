/**
 * `--discussions`: generates pull requests and issues for real repositories, whose reasons no commit message states, and serves them by a GitHub on
 * loopback. Fetches them like any history, asks about them, and measures the rank of the right source and whether the answer cites it.
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
import { gitFolder, readCloneName } from '../find-clone.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';

const resultsFolder = join(import.meta.dirname, '../results');
const token = 'evaluation-token';
const pollMs = 1_000;
/** Number of commits and discussions to rank. */
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
  const folder = gitFolder(clone);
  const repository = readCloneName(folder);
  const [owner = 'some', name = repository] = repository.split('/');
  terminal.note(`Generating discussions of ${repository}`);
  const made = await createDiscussions({ folder, pullRequests: count, issues: Math.ceil(count / 2), seed });
  const { pullRequests, issues } = made;
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
      for (const fact of made.facts.slice(0, count)) {
        signal.throwIfAborted();
        terminal.overwrite(`${repository}: ${results.length + 1} of ${Math.min(count, made.facts.length)}`);
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
    await new Promise((done) => setTimeout(done, pollMs));
  }
}

async function evaluateFact(
  client: Client,
  { id, repository }: { readonly id: string; readonly repository: string },
  fact: DiscussionFact,
): Promise<FactResult> {
  const history = await client.askHistory(id, { question: fact.question, limit: maxEntries });
  const ranked = [
    ...history.entries.map(({ score }) => ({ score, number: undefined, text: '' })),
    ...history.discussions,
  ].toSorted((a, b) => b.score - a.score);
  const place = ranked.findIndex(({ number }) => number === fact.number);
  const answer = await client.answer(id, { question: fact.question });
  const cited = new Set(answer.claims.flatMap(({ citations }) => citations));
  const isCited = answer.evidence.some(
    (one) =>
      (one.kind === 'pull-request' || one.kind === 'issue') &&
      one.number === fact.number &&
      cited.has(one.id),
  );
  return { repository, fact, rank: place < 0 ? undefined : place + 1, isCited, class: answer.class };
}

function writeOut(
  { out = '', discussions, questions, seed }: EvaluationOptions,
  tables: string,
  results: readonly FactResult[],
): void {
  const isPath = out.includes('/');
  const path = isPath ? resolve(out) : join(resultsFolder, out);
  const flags = discussions.map(
    (clone) => `--discussions <clones>/${readCloneName(gitFolder(resolve(clone))).replace('/', '+')}`,
  );
  writeFileSync(
    `${path}.md`,
    `# Reasons that only discussions state

\`npm run -s eval -- ${flags.join(' ')} --questions ${questions} --seed ${seed} --out discussions\`

Pull requests and issues are generated for the repository's own commits; each question's reason stands in one of them and in no commit. They are served by a GitHub on loopback and fetched through
the public API. \`first\`, \`in five\`: the right one among commits and discussions ranked together; \`cited\`: by the answer's own claims.

${tables}
`,
  );
  if (isPath) writeFileSync(`${path}.jsonl`, results.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

interface FactResult {
  readonly repository: string;
  readonly fact: DiscussionFact;
  /** Rank of the right source among commits and discussions together, from 1; undefined if absent. */
  readonly rank: number | undefined;
  /** Whether the answer cites it. */
  readonly isCited: boolean;
  /** The class that the question was read as. */
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
  const fraction = (is: (one: FactResult) => boolean): number =>
    results.length === 0 ? 0 : results.filter(is).length / results.length;
  return {
    cases: results.length,
    hit1: fraction(({ rank }) => rank === 1),
    hit5: fraction(({ rank }) => rank !== undefined && rank <= 5),
    cited: fraction(({ isCited }) => isCited),
  };
}

function describeDiscussions(results: readonly FactResult[]): string {
  const groups = (of: (one: FactResult) => string): readonly string[] =>
    [...new Set(results.map(of))].toSorted();
  const rows = (of: (one: FactResult) => string): readonly string[] =>
    groups(of).map((group) =>
      row(group, computeDiscussionFigures(results.filter((one) => of(one) === group))),
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
