/** `wherefore list`: prints everything of one kind with an exact count. */

import type { ListAnswer, ListName, ListParameters } from '../../../worker/contract/lists/schema.ts';
import { countOf } from '../../../worker/contract/client.ts';
import { usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';
import { formatUsage } from '../parse-arguments.ts';
import { formatTable } from '../terminal/format-table.ts';

const lists = [
  'raises',
  'occurrences',
  'definitions',
  'implementations',
  'files',
] as const satisfies readonly ListName[];

const usage = `<repository> <list> [name] [options]
  Lists: raises [error], occurrences <text>, implementations <type>, definitions, files [glob]
  --kind KIND        definitions of this kind; repeatable
  --decorator NAME   definitions with this decorator, annotation, attribute or derived trait
  --modifier WORD    definitions with this modifier, such as async or exported; repeatable
  --path GLOB        only matching paths; repeatable
  --language NAME    only this language; repeatable
  --only ROLE        tests, or sources for everything else
  --limit N          maximum number of rows, 1 to 20000
  --csv              print the rows as CSV
  --json             print the response as one JSON object on the last line`;

export const listCommand: Command = {
  name: 'list',
  summary: 'list every raise, occurrence, definition, implementation or file, with an exact count',
  usage,
  options: {
    kind: { type: 'string', multiple: true },
    decorator: { type: 'string' },
    modifier: { type: 'string', multiple: true },
    path: { type: 'string', multiple: true },
    language: { type: 'string', multiple: true },
    only: { type: 'string' },
    limit: { type: 'string' },
    csv: { type: 'boolean' },
  },
  operands: { needs: ['a repository', 'a list'], max: 3 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const [repositoryName = '', listName = '', name] = parsed.operands;
  const list = lists.find((candidate) => candidate === listName);
  if (list === undefined)
    throw usageError(
      `"${listName}" is not a list. Available: ${lists.join(', ')}.`,
      formatUsage({ name: 'list', usage }),
    );
  const parameters = buildParameters(parsed, list, name);
  const repository = await findRepository(client, repositoryName);
  if (parsed.flag('csv')) {
    const csv = (await client.listCsv(repository.id, list, parameters)).trimEnd();
    context.terminal.print(csv);
    return { exit: 'ok', json: { csv } };
  }
  const answer = await client.list(repository.id, list, parameters);
  context.terminal.print(describeList(answer));
  return { exit: answer.total > 0 ? 'ok' : 'notFound', json: answer };
}

function buildParameters(parsed: ParsedArguments, list: ListName, name: string | undefined): ListParameters {
  const paths = list === 'files' && name !== undefined ? [name] : parsed.list('path');
  if (name !== undefined) refuseName(parsed, list, name);
  const only = parsed.text('only');
  if (only !== undefined && only !== 'tests' && only !== 'sources')
    throw usageError(`--only is "${only}". Use tests or sources.`, formatUsage({ name: 'list', usage }));
  const values = {
    name: list === 'files' ? undefined : name,
    decorator: parsed.text('decorator'),
    kinds: parsed.list('kind'),
    modifiers: parsed.list('modifier'),
    paths,
    languages: parsed.list('language'),
    only,
    limit: parsed.number('limit', { min: 1, max: 20_000 }),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** A name that is ignored would print everything. */
function refuseName(parsed: ParsedArguments, list: ListName, name: string): void {
  const problem =
    list === 'definitions'
      ? `"definitions" takes no name, but got "${name}". Filter it with --kind, --decorator, --modifier or --path, or find a definition by name with "wherefore search".`
      : list === 'files' && parsed.list('path') !== undefined
        ? `"files" takes its globs as the name or as --path, not both. Repeat --path for several globs.`
        : undefined;
  if (problem !== undefined) throw usageError(problem, formatUsage({ name: 'list', usage }));
}

function describeList({ rows, total, inTests, files, truncated, limits }: ListAnswer): string {
  const table = rows.map(({ path, line, symbol = '', text }) => [`  ${path}:${line}`, symbol, text]);
  const count = `${total} in ${countOf(files, 'file')}, ${inTests} of them in tests`;
  return [
    ...(table.length === 0 ? [] : [formatTable(table)]),
    total === 0 ? 'None found' : `${count}${truncated ? `, ${rows.length} rows shown` : ''}`,
    ...limits.map((limit) => `Not exhaustive: ${limit}.`),
  ].join('\n');
}
