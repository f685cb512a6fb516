/** `wherefore search`: prints the top spans for a query with their paths and lines. */

import type { SearchRequest, SearchResponse, SearchResult } from '../../../worker/contract/search/schema.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';

const maxListedLines = 3;
const confidenceNotes: Partial<Record<SearchResponse['confidence'], readonly string[]>> = {
  low: ['Low confidence: check these results before relying on them.'],
  'out-of-scope': ['Out of scope: the repository does not seem to contain this. Closest matches:'],
};

export const searchCommand: Command = {
  name: 'search',
  summary: 'find the best places for a question or an identifier',
  usage: `<repository> <query> [options]
  --top-k N          number of results, 1 to 100
  --path GLOB        only matching paths; repeatable
  --language NAME    only this language; repeatable
  --kind KIND        only this kind: function, class, test, docs …; repeatable
  --filter=EXPR      combined filter: 'path:src/** -path:**/*.test.ts kind:function -tag:docs'
  --json             print the response as one JSON object on the last line`,
  options: {
    'top-k': { type: 'string' },
    path: { type: 'string', multiple: true },
    language: { type: 'string', multiple: true },
    kind: { type: 'string', multiple: true },
    filter: { type: 'string', multiple: true },
  },
  operands: { needs: ['a repository', 'a query'], max: Infinity },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const [repositoryName = '', ...words] = parsed.operands;
  const request = buildRequest(parsed, words.join(' '));
  const repository = await findRepository(client, repositoryName);
  const response = await client.search(repository.id, request, context.signal);
  for (const line of describeReading(response)) context.terminal.note(line);
  for (const result of response.results) context.terminal.print(describeResult(result));
  if (response.results.length === 0) context.terminal.note(`Nothing in "${repository.name}" matches.`);
  return { exit: response.results.length === 0 ? 'notFound' : 'ok', json: response };
}

function buildRequest(parsed: ParsedArguments, query: string): SearchRequest {
  const topK = parsed.number('top-k', { min: 1, max: 100 });
  const paths = parsed.list('path');
  const languages = parsed.list('language');
  const kinds = parsed.list('kind');
  const filter = parsed.list('filter')?.join(' ');
  return {
    query,
    ...(topK === undefined ? {} : { topK }),
    ...(filter === undefined ? {} : { filter }),
    filters: {
      ...(paths === undefined ? {} : { paths }),
      ...(languages === undefined ? {} : { languages }),
      ...(kinds === undefined ? {} : { kinds }),
    },
  };
}

/** Describes the rewritten question, its sub-questions, notes, closest names and low confidence. */
function describeReading({
  readAs,
  subQueries = [],
  notes = [],
  nearest = [],
  ...response
}: SearchResponse): string[] {
  return [
    ...(readAs === undefined ? [] : [`Read as: ${readAs}`]),
    ...(subQueries.length === 0 ? [] : [`Searched separately: ${subQueries.join(' · ')}`]),
    ...notes,
    ...(nearest.length === 0
      ? []
      : [`Closest names: ${nearest.map(({ name, path }) => `${name} in ${path}`).join(', ')}`]),
    ...(response.results.length === 0 ? [] : (confidenceNotes[response.confidence] ?? [])),
  ];
}

function describeResult(result: SearchResult): string {
  const location = `${result.path}:${result.startLine}-${result.endLine}`;
  const symbol = result.symbol === undefined ? '' : `  ${result.symbol}`;
  const lines = result.text.split('\n').filter((line) => line.trim() !== '');
  const listed = lines.slice(0, maxListedLines).map((line) => `    ${line}`);
  return [`${location}${symbol}  (${result.kind}, ${result.score.toFixed(2)})`, ...listed, ''].join('\n');
}
