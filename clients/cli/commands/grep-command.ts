/** `wherefore grep`: prints the lines that match a regular expression as `path:line:text`. */

import type { GrepRequest, GrepResponse } from '../../../worker/contract/search/grep-schema.ts';
import { countOf } from '../../../worker/contract/client.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';

type Match = GrepResponse['matches'][number];

export const grepCommand: Command = {
  name: 'grep',
  summary: 'find the lines that match a regular expression (RE2 syntax)',
  usage: `<repository> <pattern> [options]
  --ignore-case, -i  ignore case
  --context N, -C N  lines before and after each match, 0 to 10
  --limit N          maximum number of matches, 1 to 1000
  --path GLOB        only matching paths; repeatable
  --language NAME    only this language; repeatable
  --json             print the response as one JSON object on the last line`,
  options: {
    'ignore-case': { type: 'boolean', short: 'i' },
    context: { type: 'string', short: 'C' },
    limit: { type: 'string' },
    path: { type: 'string', multiple: true },
    language: { type: 'string', multiple: true },
  },
  operands: { needs: ['a repository', 'a pattern'], max: 2 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const [repositoryName = '', pattern = ''] = parsed.operands;
  const request = buildRequest(parsed, pattern);
  const repository = await findRepository(client, repositoryName);
  const response = await client.grep(repository.id, request);
  for (const match of response.matches) context.terminal.print(describeMatch(match));
  context.terminal.note(describeCount(response));
  return { exit: response.matches.length === 0 ? 'notFound' : 'ok', json: response };
}

function buildRequest(parsed: ParsedArguments, pattern: string): GrepRequest {
  const context = parsed.number('context', { min: 0, max: 10 });
  const limit = parsed.number('limit', { min: 1, max: 1000 });
  const paths = parsed.list('path');
  const languages = parsed.list('language');
  return {
    pattern,
    ignoreCase: parsed.flag('ignore-case'),
    ...(context === undefined ? {} : { context }),
    ...(limit === undefined ? {} : { limit }),
    ...(paths === undefined ? {} : { paths }),
    ...(languages === undefined ? {} : { languages }),
  };
}

/** Formats like grep: a colon follows the number of a matching line, a hyphen the number of a context line. */
function describeMatch(match: Match): string {
  const before = match.before ?? [];
  const formatContext = (lines: readonly string[], firstLine: number): string[] =>
    lines.map((text, index) => `${match.path}-${firstLine + index}-${text}`);
  const lines = [
    ...formatContext(before, match.line - before.length),
    `${match.path}:${match.line}:${match.text}`,
    ...formatContext(match.after ?? [], match.line + 1),
  ];
  return lines.join('\n');
}

function describeCount(response: GrepResponse): string {
  const truncation = response.truncated ? `, truncated by ${response.truncatedBy ?? 'limit'}` : '';
  return `${countOf(response.total, 'line')} in ${countOf(response.filesSearched, 'file')} searched${truncation}`;
}
