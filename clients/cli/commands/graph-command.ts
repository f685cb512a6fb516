/**
 * `wherefore graph`: prints who calls, imports, extends or depends on something, each result with the line that
 * proves it.
 */

import type { Client } from '../../../worker/contract/client.ts';
import type {
  GraphAnswer,
  GraphParameters,
  GraphQuery,
  GraphEdge,
  GraphNode,
} from '../../../worker/contract/graph/schema.ts';
import { usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';
import { formatUsage } from '../parse-arguments.ts';
import { formatTable } from '../terminal/format-table.ts';

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
  --path FILE        the file to query; with a symbol, the file that defines it
  --to SYMBOL        the end of a chain
  --depth N          steps, 1 to 10 (default: 1, for a chain 8)
  --tiers LIST       default: resolved,import-scoped (proven edges); name-match adds guesses
  --kinds LIST       edge kinds to follow
  --limit N          maximum number of results, 1 to 20000
  --csv              print one row per edge as CSV
  --graphml          for export: GraphML instead of JSON
  --json             print the response as one JSON object on the last line`;

export const graphCommand: Command = {
  name: 'graph',
  summary: 'show who calls, imports or depends on something, and how one symbol reaches another',
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
  const [repositoryName = '', queryName = '', symbol] = parsed.operands;
  const query = queries.find((candidate) => candidate === queryName);
  if (query === undefined && queryName !== 'export')
    throw usageError(
      `"${queryName}" is not a query. Available: ${queries.join(', ')} and export.`,
      formatUsage({ name: 'graph', usage }),
    );
  const repository = await findRepository(client, repositoryName);
  if (query === undefined) return exportGraph(client, repository.id, parsed, context);
  const parameters = buildParameters(parsed, symbol);
  if (parsed.flag('csv')) {
    const csv = (await client.graphCsv(repository.id, query, parameters)).trimEnd();
    context.terminal.print(csv);
    return { exit: 'ok', json: { csv } };
  }
  const answer = await client.graph(repository.id, query, { ...parameters, text: 'true' });
  context.terminal.print(describeGraph(answer));
  return { exit: hasResults(answer) ? 'ok' : 'notFound', json: answer };
}

async function exportGraph(
  client: Client,
  id: string,
  parsed: ParsedArguments,
  { terminal }: CommandContext,
): Promise<CommandResult> {
  if (parsed.flag('graphml')) {
    const graphml = await client.exportGraphml(id);
    terminal.print(graphml);
    return { exit: 'ok', json: { graphml } };
  }
  const graph = await client.exportGraph(id);
  terminal.print(JSON.stringify(graph));
  return { exit: 'ok', json: graph };
}

function buildParameters(parsed: ParsedArguments, symbol: string | undefined): GraphParameters {
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

function hasResults(answer: GraphAnswer): boolean {
  return answer.nodes.length + answer.unsure.length > 0;
}

/** Formats a graph answer with the line that proves each edge. */
function describeGraph(answer: GraphAnswer): string {
  return [
    `${formatName(answer.focus)} (${answer.focus.kind}, ${formatLocation(answer.focus)})`,
    ...(answer.edges.length === 0 ? [] : [formatTable(answer.edges.map((edge) => edgeRow(edge, answer)))]),
    ...uncertainLines(answer),
    countLine(answer),
    ...answer.hidden.map((sentence) => `  ${sentence}`),
    ...listOtherSymbols(answer),
  ].join('\n');
}

function edgeRow(edge: GraphEdge, answer: GraphAnswer): readonly string[] {
  const from = formatNodeName(edge.from, answer);
  const to = formatNodeName(edge.to, answer);
  return [`  ${edge.path}:${edge.line}`, `${from} ${verbs[edge.kind]} ${to}`, edge.tier, edge.text ?? ''];
}

const verbs = {
  defines: 'defines',
  'has-method': 'has',
  imports: 'imports',
  calls: 'calls',
  extends: 'extends',
  implements: 'implements',
  uses: 'uses',
} as const satisfies Record<GraphEdge['kind'], string>;

function formatNodeName(id: string, { focus, nodes, within }: GraphAnswer): string {
  const node = [focus, ...nodes, ...within].find((candidate) => candidate.id === id);
  return node === undefined ? id.replace(/^package:/, '') : formatName(node);
}

function formatName(node: GraphNode): string {
  return node.symbol ?? (node.kind === 'file' ? node.path : node.name);
}

function formatLocation(node: GraphNode): string {
  return node.kind === 'package' ? 'outside the repository' : `${node.path}:${node.nameLine}`;
}

function uncertainLines({ unsure }: GraphAnswer): readonly string[] {
  if (unsure.length === 0) return [];
  const rows = unsure.map((match) => [
    `  ${match.path}:${match.line}`,
    `${match.name}, a name with ${match.candidates} definitions`,
  ]);
  return ['Possible matches by name only:', formatTable(rows)];
}

function countLine({ total, nodes, edges, truncated, truncatedBy }: GraphAnswer): string {
  const truncation = truncated ? `, truncated by ${truncatedBy ?? 'limit'}` : '';
  const listed = nodes.length < total ? `, ${nodes.length} shown` : '';
  const places = edges.length > nodes.length ? `, at ${edges.length} places` : '';
  return `${total === 0 ? 'None found' : `${total} found`}${places}${listed}${truncation}`;
}

function listOtherSymbols({ others }: GraphAnswer): readonly string[] {
  if (others.length === 0) return [];
  const locations = others.map((node) => `  ${formatName(node)} (${node.kind}, ${formatLocation(node)})`);
  return ['Others with that name; select one with --path:', ...locations];
}
