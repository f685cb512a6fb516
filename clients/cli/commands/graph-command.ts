/** `wherefore graph`: who calls, imports, extends or depends on something, with the line that proves each. */

import type { GraphAnswer, GraphParameters, GraphQuery } from '../../../worker/contract/graph.ts';
import { usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';
import { usageOf, type ParsedArguments } from '../parse-arguments.ts';
import { describeGraph } from '../describe-graph.ts';

const queries = [
  'callers',
  'callees',
  'importers',
  'imports',
  'dependents',
  'dependencies',
  'subclasses',
  'references',
  'neighbours',
  'chain',
] as const satisfies readonly GraphQuery[];

const usage = `<repository> <query> [symbol] [options]
  Queries: ${queries.join(', ')};
  or export: the whole graph
  --path FILE        a file to ask about; beside a symbol, the file that defines it
  --to SYMBOL        where a chain ends
  --depth N          steps, 1 to 10: 1 when left out, of a chain 8
  --tiers LIST       resolved,import-scoped (what is proven) when left out; name-match adds guesses
  --kinds LIST       kinds of edges to follow
  --limit N          at most so many results, 1 to 20000
  --csv              a row an edge, as CSV
  --graphml          of export: GraphML in place of JSON
  --json             print the response as one JSON object on the last line`;

export const graphCommand: Command = {
  name: 'graph',
  summary: 'ask who calls, imports or depends on something, and how one thing reaches another',
  usage,
  options: {
    path: { type: 'string' },
    to: { type: 'string' },
    depth: { type: 'string' },
    tiers: { type: 'string' },
    kinds: { type: 'string' },
    limit: { type: 'string' },
    csv: { type: 'boolean' },
    graphml: { type: 'boolean' },
  },
  operands: { needs: ['a repository', 'a query'], max: 3 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const [wanted = '', word = '', symbol] = parsed.operands;
  const query = queries.find((one) => one === word);
  if (query === undefined && word !== 'export')
    throw usageError(
      `"${word}" is no query; there are ${queries.join(', ')} and export.`,
      usageOf({ name: 'graph', usage }),
    );
  const repository = await findRepository(client, wanted);
  if (query === undefined) {
    const graph = parsed.flag('graphml')
      ? await client.exportGraphml(repository.id)
      : JSON.stringify(await client.exportGraph(repository.id));
    context.terminal.print(graph);
    return { exit: 'ok', json: { exported: repository.id } };
  }
  const parameters = parametersOf(parsed, symbol);
  if (parsed.flag('csv')) {
    context.terminal.print((await client.graphCsv(repository.id, query, parameters)).trimEnd());
    return { exit: 'ok', json: { csv: true } };
  }
  const answer = await client.graph(repository.id, query, { ...parameters, text: 'true' });
  context.terminal.print(describeGraph(answer));
  return { exit: isFound(answer) ? 'ok' : 'notFound', json: answer };
}

function parametersOf(parsed: ParsedArguments, symbol: string | undefined): GraphParameters {
  const [path, to, tiers, kinds] = ['path', 'to', 'tiers', 'kinds'].map((name) => parsed.text(name));
  const depth = parsed.number('depth', { min: 1, max: 10 });
  const limit = parsed.number('limit', { min: 1, max: 20_000 });
  return {
    ...(symbol === undefined ? {} : { symbol }),
    ...(path === undefined ? {} : { path }),
    ...(to === undefined ? {} : { to }),
    ...(tiers === undefined ? {} : { tiers }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(depth === undefined ? {} : { depth }),
    ...(limit === undefined ? {} : { limit }),
  };
}

function isFound(answer: GraphAnswer): boolean {
  return answer.nodes.length + answer.unsure.length > 0;
}
