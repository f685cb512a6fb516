/** The tool that walks the code graph: who calls, imports or extends something, and what a change may break. */

import { z } from 'zod';
import type { GraphAnswer, GraphNode } from '../../contract/graph/schema.ts';
import { formatFileLink } from '../file-links.ts';
import { selectRepository } from '../select-repository.ts';
import {
  defineTool,
  pathArgument,
  repositoryArgument,
  tokensArgument,
  versionArgument,
  type ToolItem,
} from '../tool.ts';

const name = z.string().trim().min(1).max(400).optional();
const maxNodes = 200;
/** Proofs of one result; the graph in the app shows all. */
const maxProofs = 3;

export const graphTool = defineTool({
  name: 'graph',
  description:
    'Follows proven references. callers and callees of a function; importers and imports of a file; dependents (what a change may break) and dependencies; subclasses; chain (from symbol to another). Each result has the line that proves it.',
  input: z.strictObject({
    query: z.enum([
      'callers',
      'callees',
      'importers',
      'imports',
      'dependents',
      'dependencies',
      'subclasses',
      'chain',
    ]),
    symbol: name,
    path: pathArgument.optional().describe('The file, or the file that defines the symbol.'),
    to: name.describe('The end of a chain.'),
    depth: z.int().min(1).max(10).optional().describe('Steps. Default: 1.'),
    repository: repositoryArgument,
    version: versionArgument,
    maxTokens: tokensArgument,
  }),
  async run({ client, origin }, { query, repository, version, maxTokens: _, ...parameters }) {
    const { id, servedSnapshotId } = await selectRepository({ client }, repository);
    const found = await client.graph(id, query, { ...parameters, version, limit: maxNodes, text: 'true' });
    const shown = version ?? servedSnapshotId ?? undefined;
    const link = (lines: { path: string; startLine: number; endLine: number }): string =>
      formatFileLink(origin, { repositoryId: id, version: shown, ...lines });
    return { summary: summarize(query, found), items: found.nodes.map((node) => toItem(node, found, link)) };
  },
});

function summarize(query: string, { focus, others, total, truncated, hidden }: GraphAnswer): string {
  const place = `${focus.path}:${focus.startLine}-${focus.endLine}`;
  const namesakes = others.map(({ path, startLine }) => `${path}:${startLine}`).join(', ');
  return [
    `${query} of ${focus.symbol ?? focus.name} (${place}): ${total}${truncated ? ', not all are listed' : ''}.`,
    ...(others.length === 0 ? [] : [`Others have this name; set path to select one: ${namesakes}.`]),
    ...hidden,
  ].join('\n');
}

function toItem(
  node: GraphNode,
  { edges }: Pick<GraphAnswer, 'edges'>,
  link: (lines: { path: string; startLine: number; endLine: number }) => string,
): ToolItem {
  const { id, kind, symbol, name: fileName, path, startLine, endLine, signature, distance } = node;
  const own = edges.filter(({ from, to }) => from === id || to === id);
  const proofs = own
    .slice(0, maxProofs)
    .map((edge) => `${edge.kind} at ${edge.path}:${edge.line}${formatText(edge.text)}`);
  const steps = distance === undefined || distance < 2 ? [] : [`${distance} steps away.`];
  return {
    heading: `${path}:${startLine}-${endLine} (${kind} ${symbol ?? fileName})`,
    url: link({ path, startLine, endLine }),
    notes: [...proofs, ...steps],
    quotes: signature === '' ? [] : [signature],
  };
}

function formatText(text: string | undefined): string {
  return text === undefined ? '' : `: ${text.trim()}`;
}
