/** `wherefore eval`: searches questions whose answers are known, and reports how early the results contain them. */

import { countOf, type Client } from '../../../worker/contract/client.ts';
import { usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { readCases, readFeedbackCases, type EvaluationCase } from '../evaluation/read-cases.ts';
import { computeFigures, findRank, type Figures } from '../evaluation/score-cases.ts';
import { findRepository } from '../find-repository.ts';
import { createProgressLine } from '../terminal/progress-line.ts';

const searchedResults = 10;

export const evalCommand: Command = {
  name: 'eval',
  summary: 'measure how early searches find the known answers of your questions',
  usage: `<repository> --cases <file> | --feedback <file> [options]
  --cases FILE     lines such as {"question": "Where are retries limited?", "expected": ["src/retry.ts:10-40"]};
                   a place is a path, path:line or path:first-last, and any of them counts
  --feedback FILE  what \`wherefore feedback --jsonl\` prints: the lines that helpful answers cite are expected
  --min-hit5 N     exit with 1 if fewer than N percent of the cases have a hit among the first 5 results
  --version V      a branch, tag, commit or snapshot instead of the newest version
  --json           print the figures and each case as one JSON object on the last line

Exit codes: 0 measured; 1 fewer hits than --min-hit5; 2 invalid arguments or cases; 3 no server responds;
4 no such repository.`,
  options: {
    cases: { type: 'string' },
    feedback: { type: 'string' },
    'min-hit5': { type: 'string' },
    version: { type: 'string' },
  },
  operands: { needs: ['a repository'], max: 1 },
  run,
};

interface CaseResult {
  readonly question: string;
  readonly rank: number | null;
  readonly found: readonly string[];
}

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const minHit5 = parsed.number('min-hit5', { min: 0, max: 100 });
  const { cases, skipped } = await readInput(parsed, context.workingDirectory);
  if (cases.length === 0) throw usageError('The file contains no case to measure.', 'Check the file.');
  const client = connect(context);
  const { id } = await findRepository(client, parsed.operands[0] ?? '');
  const results = await searchCases(client, { id, version: parsed.text('version') }, cases, context);
  const figures = computeFigures(results.map(({ rank }) => rank ?? undefined));
  for (const { question, found } of results.filter(({ rank }) => rank === null))
    context.terminal.print(`Not found: ${question}\n  first results: ${found.slice(0, 3).join(', ')}`);
  context.terminal.print(describeFigures(figures, skipped));
  const isEnough = minHit5 === undefined || figures.hit5 * 100 >= minHit5;
  return { exit: isEnough ? 'ok' : 'failed', json: { ...figures, skipped, results } };
}

async function readInput(
  parsed: ParsedArguments,
  folder: string,
): Promise<{ readonly cases: readonly EvaluationCase[]; readonly skipped: number }> {
  const [cases, feedback] = [parsed.text('cases'), parsed.text('feedback')];
  if (cases !== undefined && feedback === undefined)
    return { cases: await readCases(cases, folder), skipped: 0 };
  if (feedback !== undefined && cases === undefined) return readFeedbackCases(feedback, folder);
  throw usageError('Use either --cases or --feedback.', evalCommand.usage);
}

async function searchCases(
  client: Client,
  { id, version }: { readonly id: string; readonly version: string | undefined },
  cases: readonly EvaluationCase[],
  { terminal, signal }: CommandContext,
): Promise<readonly CaseResult[]> {
  const show = createProgressLine(terminal);
  const done: CaseResult[] = [];
  for (const { question, expected } of cases) {
    show('search', () => `Searched ${done.length} of ${cases.length} questions`);
    const request = { query: question, topK: searchedResults, ...(version === undefined ? {} : { version }) };
    const { results } = await client.search(id, request, signal);
    const found = results.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
    done.push({ question, rank: findRank(expected, results) ?? null, found });
  }
  terminal.overwrite('');
  return done;
}

function describeFigures({ cases, hit1, hit5, hit10, mrr10 }: Figures, skipped: number): string {
  const skippedNote =
    skipped === 0 ? '' : ` ${skipped} answers that did not help or cite nothing are skipped.`;
  const hits = `first result ${percent(hit1)}, first 5 ${percent(hit5)}, first 10 ${percent(hit10)}`;
  return `${countOf(cases, 'question')}: ${hits}, mean reciprocal rank ${mrr10.toFixed(2)}.${skippedNote}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
