/**
 * `--discussions`: pull requests and issues made over real repositories, whose reasons no commit message tells, are served by a GitHub on
 * loopback, fetched as anybody's would be, and asked about: where the right one stands among commits and discussions together, and whether an answer cites it.
 */

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import type { Client } from '../../../worker/contract/client.ts';
import { makeDiscussions, type DiscussionFact } from '../../support/github/discussions.ts';
import { startGitHub } from '../../support/github/start-github.ts';
import { gitFolder, nameOfClone } from '../find-clone.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';
import { describeDiscussions, figuresOf, type AskedFact } from './describe-discussions.ts';

const resultsFolder = join(import.meta.dirname, '../results');
const token = 'of-the-evaluation';
const pollMs = 1_000;
/** Commits and discussions looked at. */
const shown = 20;

export async function evaluateDiscussions(options: EvaluationOptions, context: RunContext) {
  const asked: AskedFact[] = [];
  for (const clone of options.discussions) asked.push(...(await askClone(resolve(clone), options, context)));
  if (asked.length === 0) throw usageError('No question could be made.', 'Give clones with their history.');
  const tables = describeDiscussions(asked);
  context.terminal.print(tables);
  if (options.out !== undefined) writeOut(options, tables, asked);
  return figuresOf(asked);
}

async function askClone(
  clone: string,
  { questions: count, seed, data }: EvaluationOptions,
  { terminal, signal }: RunContext,
): Promise<readonly AskedFact[]> {
  const folder = gitFolder(clone);
  const repository = nameOfClone(folder);
  const [owner = 'some', name = repository] = repository.split('/');
  terminal.note(`Making discussions of ${repository}`);
  const made = await makeDiscussions({ folder, pullRequests: count, issues: Math.ceil(count / 2), seed });
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
      const id = await fetched(client, `${owner}/${name}`, signal);
      const asked: AskedFact[] = [];
      for (const fact of made.facts.slice(0, count)) {
        signal.throwIfAborted();
        terminal.overwrite(`${repository}: ${asked.length + 1} of ${Math.min(count, made.facts.length)}`);
        asked.push(await askFact(client, { id, repository }, fact));
      }
      terminal.overwrite('');
      return asked;
    });
  } finally {
    await github.close();
  }
}

/** @returns the id of the repository, once its files are ready and its past is fetched */
async function fetched(client: Client, source: string, signal: AbortSignal): Promise<string> {
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

async function askFact(
  client: Client,
  { id, repository }: { readonly id: string; readonly repository: string },
  fact: DiscussionFact,
): Promise<AskedFact> {
  const told = await client.askHistory(id, { question: fact.question, limit: shown });
  const ranked = [
    ...told.entries.map(({ score }) => ({ score, number: undefined, text: '' })),
    ...told.discussions,
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
  asked: readonly AskedFact[],
): void {
  const isPath = out.includes('/');
  const path = isPath ? resolve(out) : join(resultsFolder, out);
  const given = discussions.map(
    (clone) => `--discussions <clones>/${nameOfClone(gitFolder(resolve(clone))).replace('/', '+')}`,
  );
  writeFileSync(
    `${path}.md`,
    `# Reasons that only discussions tell

\`npm run -s eval -- ${given.join(' ')} --questions ${questions} --seed ${seed} --out discussions\`

Pull requests and issues are made over the repository's own commits; each question's reason stands in one of them and in no commit. They are served by a GitHub on loopback and fetched through
the public door. \`first\`, \`in five\`: the right one among commits and discussions ranked together; \`cited\`: by the answer's own claims.

${tables}
`,
  );
  if (isPath) writeFileSync(`${path}.jsonl`, asked.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
