/** The tool that walks the code graph: who calls, imports or extends something, and what a change may break. */

import { z } from 'zod';
import type { GraphAnswer, GraphNode } from '../../contract/graph/schema.ts';
import { countOf } from '../../core/text/count-of.ts';
import { formatFileLink, formatLocation } from '../file-links.ts';
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
    'Follows references. callers and callees of a function; references to a definition; importers and imports of a file; dependents (what a change may break) and dependencies; subclasses; chain (from symbol to another). Each result has the line that proves it; "probably" marks one that is not fully resolved.',
  input: z.strictObject({
    query: z.enum([
      'callers',
      'callees',
      'importers',
      'imports',
      'dependents',
      'dependencies',
      'subclasses',
      'references',
      'chain',
    ]),
    symbol: name,
    path: pathArgument.optional().describe('The file, or the file that defines the symbol.'),
    to: name.describe('The end of a chain.'),
    tiers: z.enum(['name-match']).optional().describe('Lists the places that match by name alone instead.'),
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
    const places = found.unsure.map((place): ToolItem => {
      const lines = { path: place.path, startLine: place.line, endLine: place.line };
      return {
        heading: `${formatLocation(lines)} (${place.kind} one of ${countOf(place.candidates, 'definition')} named ${place.name})`,
        url: link(lines),
      };
    });
    return {
      summary: summarize(found, parameters.to),
      items: [...found.nodes.map((node) => toItem(node, found, link)), ...places],
    };
  },
});

type Edge = GraphAnswer['edges'][number];

function summarize(found: GraphAnswer, to: string | undefined): string {
  const { query, focus, others, edges, unsure, hidden } = found;
  const name = `${focus.symbol ?? focus.name} (${formatLocation(focus)})`;
  const subject = query === 'chain' ? `chain from ${name} to ${to ?? 'its end'}` : `${query} of ${name}`;
  const namesakes = others.map(({ path, startLine }) => `${path}:${startLine}`).join(', ');
  return [
    `${subject}: ${describeTotal(found)}.`,
    ...(others.length === 0 ? [] : [`Others have this name; set path to select one: ${namesakes}.`]),
    ...(edges.some(({ tier }) => tier === 'import-scoped') ? [probablyNote] : []),
    ...(unsure.length === 0
      ? []
      : [
          `${countOf(unsure.length, 'place')} ${unsure.length === 1 ? 'uses' : 'use'} a name that several definitions share: any of them may be meant.`,
        ]),
    ...hidden,
  ].join('\n');
}

const probablyNote =
  '"Probably": the name is not fully resolved; of what the file imports or its package contains, one definition has it.';

/** A search that ended early knows only how many it found, not how many there are. */
function describeTotal({ total, nodes, truncatedBy }: GraphAnswer): string {
  switch (truncatedBy) {
    case undefined:
      return `${total}`;
    case 'limit':
      return `${total}, of which ${nodes.length} are listed`;
    case 'depth':
      return `${total}; what needs more steps was not searched, so set a larger depth`;
    case 'nodes':
      return `at least ${total}; the search reached its maximum number of definitions`;
    case 'time':
      return `at least ${total}; the search ran out of time`;
  }
}

function toItem(
  node: GraphNode,
  { edges }: Pick<GraphAnswer, 'edges'>,
  link: (lines: { path: string; startLine: number; endLine: number }) => string,
): ToolItem {
  const { id, kind, symbol, name: fileName, path, startLine, endLine, signature, distance } = node;
  const own = edges.filter(({ from, to }) => from === id || to === id);
  const proofs = own.slice(0, maxProofs).map(formatProof);
  const more = own.length - proofs.length;
  const steps = distance === undefined || distance < 2 ? [] : [`${distance} steps away.`];
  return {
    heading: `${formatLocation(node)} (${kind} ${symbol ?? fileName})`,
    url: link({ path, startLine, endLine }),
    notes: [...proofs, ...(more === 0 ? [] : [`And ${countOf(more, 'more line')}.`]), ...steps],
    quotes: signature === '' ? [] : [signature],
  };
}

const tierWords = { resolved: '', 'import-scoped': 'probably ', 'name-match': 'by name alone: ' } as const;

function formatProof({ kind, tier, path, line, text }: Edge): string {
  return `${tierWords[tier]}${kind} at ${path}:${line}${text === undefined ? '' : `: ${text.trim()}`}`;
}
