/** `wherefore search`: the best spans for a query, with their paths and lines. */

import type { SearchRequest, SearchResponse, SearchResult } from '../../../worker/contract/search.ts';
import type { Command, CommandContext, CommandResult } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';
import type { ParsedArguments } from '../parse-arguments.ts';

const shownLines = 3;
const unsure: Partial<Record<SearchResponse['confidence'], readonly string[]>> = {
  low: ['Low confidence: read these before relying on them.'],
  'out-of-scope': ['Not here: the repository does not seem to hold this. The nearest there is:'],
};

export const searchCommand: Command = {
  name: 'search',
  summary: 'find the best places for a question or an identifier',
  usage: `<repository> <query> [options]
  --top-k N          how many results, 1 to 100
  --path GLOB        only paths that match; may be given again
  --language NAME    only this language; may be given again
  --kind KIND        only this kind: function, class, test, docs …; may be given again
  --json             print the response as one JSON object on the last line`,
  options: {
    'top-k': { type: 'string' },
    path: { type: 'string', multiple: true },
    language: { type: 'string', multiple: true },
    kind: { type: 'string', multiple: true },
  },
  operands: { needs: ['a repository', 'a query'], max: Infinity },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const [wanted = '', ...words] = parsed.operands;
  const request = requestOf(parsed, words.join(' '));
  const repository = await findRepository(client, wanted);
  const response = await client.search(repository.id, request, context.signal);
  for (const line of describeReading(response)) context.terminal.note(line);
  for (const result of response.results) context.terminal.print(describeResult(result));
  if (response.results.length === 0) context.terminal.note(`Nothing in "${repository.name}" matches.`);
  return { exit: response.results.length === 0 ? 'notFound' : 'ok', json: response };
}

function requestOf(parsed: ParsedArguments, query: string): SearchRequest {
  const topK = parsed.number('top-k', { min: 1, max: 100 });
  const paths = parsed.list('path');
  const languages = parsed.list('language');
  const kinds = parsed.list('kind');
  return {
    query,
    ...(topK === undefined ? {} : { topK }),
    filters: {
      ...(paths === undefined ? {} : { paths }),
      ...(languages === undefined ? {} : { languages }),
      ...(kinds === undefined ? {} : { kinds }),
    },
  };
}

/** How the question was read, what could not be done as asked, and that the spans may not hold it. */
function describeReading({
  readAs,
  subQueries = [],
  notes = [],
  nearest = [],
  ...response
}: SearchResponse): string[] {
  return [
    ...(readAs === undefined ? [] : [`Read as: ${readAs}`]),
    ...(subQueries.length === 0 ? [] : [`Searched apart: ${subQueries.join(' · ')}`]),
    ...notes,
    ...(nearest.length === 0
      ? []
      : [`Nearest names: ${nearest.map(({ name, path }) => `${name} in ${path}`).join(', ')}`]),
    ...(response.results.length === 0 ? [] : (unsure[response.confidence] ?? [])),
  ];
}

function describeResult(result: SearchResult): string {
  const place = `${result.path}:${result.startLine}-${result.endLine}`;
  const symbol = result.symbol === undefined ? '' : `  ${result.symbol}`;
  const lines = result.text.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, shownLines).map((line) => `    ${line}`);
  return [`${place}${symbol}  (${result.kind}, ${result.score.toFixed(2)})`, ...shown, ''].join('\n');
}
