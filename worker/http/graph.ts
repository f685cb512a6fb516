/** Routes of the code graph: queries, export, the repository's map, and definitions. */

import type { GraphAnswer, GraphEdge as WireEdge, GraphNode as WireNode } from '../contract/graph/schema.ts';
import {
  definitionRoute,
  exportGraphRoute,
  graphRoute,
  repositoryMapRoute,
} from '../contract/graph/routes.ts';
import { edgeKinds, edgeTiers, type GraphEdge, type GraphNode } from '../core/code/edge.ts';
import { AppError } from '../core/errors.ts';
import { queryGraph, readEdgeLines } from '../flows/graph/query-graph.ts';
import { exportGraph } from '../flows/graph/export-graph.ts';
import { findDefinition } from '../flows/graph/find-definition.ts';
import { type GraphOutcome, requireGraph } from '../flows/graph/graph-query.ts';
import { resolveSnapshot } from '../flows/versions/resolve-snapshot.ts';
import type { App } from './context.ts';
import { graphToGraphml, graphToJson, outcomeToCsv } from './graph-files.ts';

export function bindGraph(app: App): void {
  bindQuestions(app);
  bindExport(app);
  bindMap(app);
  bindDefinition(app);
}

/** Maximum rows of a CSV, which is also the maximum of a query. */
const maxCsvRows = 20_000;

function bindQuestions(app: App): void {
  app.openapi(graphRoute, async (context) => {
    const startedAt = Date.now();
    const { id, query } = context.req.valid('param');
    const { version, format, text, tiers, kinds, id: node, ...request } = context.req.valid('query');
    const services = context.get('services');
    const resolved = await resolveSnapshot(services, context.get('viewer'), { id, version });
    const outcome = await queryGraph(services, resolved, {
      ...request,
      id: node,
      query,
      tiers: parseList(tiers, edgeTiers, 'tiers'),
      kinds: parseList(kinds, edgeKinds, 'kinds'),
      limit: request.limit ?? (format === 'csv' ? maxCsvRows : undefined),
    });
    if (format === 'csv')
      return context.text(outcomeToCsv(outcome), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'x-total-count': String(outcome.total),
        'x-truncated': outcome.truncatedBy ?? 'no',
        'content-disposition': `attachment; filename="${query}.csv"`,
      });
    const lines = text === 'true' ? await readEdgeLines(services, resolved.key, outcome.edges) : undefined;
    return context.json(outcomeToWire(outcome, lines, Date.now() - startedAt), 200);
  });
}

function bindExport(app: App): void {
  app.openapi(exportGraphRoute, async (context) => {
    const { version, format, tiers } = context.req.valid('query');
    const services = context.get('services');
    const { id } = context.req.valid('param');
    const resolved = await resolveSnapshot(services, context.get('viewer'), { id, version });
    requireGraph(resolved);
    const { repository, snapshot, key } = resolved;
    const graph = await exportGraph(services, key, parseList(tiers, edgeTiers, 'tiers') ?? edgeTiers);
    const attributes = { repository: repository.name, commit: snapshot.commit };
    if (format !== 'graphml') return context.json(graphToJson(graph, attributes), 200);
    return context.body(toByteStream(graphToGraphml(graph, attributes)), 200, {
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': 'attachment; filename="graph.graphml"',
    });
  });
}

/** Streams the text in chunks of about 64 kB, so that it is never in memory as a whole. */
function toByteStream(pieces: Iterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      let joined = '';
      let next = pieces.next();
      while (next.done !== true) {
        joined += next.value;
        if (joined.length > 65_536) break;
        next = pieces.next();
      }
      controller.enqueue(encoder.encode(joined));
      if (next.done === true) controller.close();
    },
  });
}

const defaultMapSize = 50;

function bindMap(app: App): void {
  app.openapi(repositoryMapRoute, async (context) => {
    const { version, limit = defaultMapSize } = context.req.valid('query');
    const services = context.get('services');
    const { id } = context.req.valid('param');
    const resolved = await resolveSnapshot(services, context.get('viewer'), { id, version });
    requireGraph(resolved);
    const { key } = resolved;
    const [files, symbols] = await Promise.all([
      services.graphStore.mostReferenced(key, 'files', limit),
      services.graphStore.mostReferenced(key, 'symbols', limit),
    ]);
    return context.json({ files: files.map(nodeToWire), symbols: symbols.map(nodeToWire) }, 200);
  });
}

function bindDefinition(app: App): void {
  app.openapi(definitionRoute, async (context) => {
    const { version, ...position } = context.req.valid('query');
    const services = context.get('services');
    const { id } = context.req.valid('param');
    const { key } = await resolveSnapshot(services, context.get('viewer'), { id, version });
    const found = await findDefinition(services, key, position);
    const definitions = found.map(({ tier, ...node }) => ({ ...nodeToWire(node), tier }));
    return context.json({ definitions }, 200);
  });
}

/** @throws AppError `invalid_request` that lists the allowed values */
function parseList<Word extends string>(
  text: string | undefined,
  allowed: readonly Word[],
  parameter: string,
): readonly Word[] | undefined {
  if (text === undefined) return undefined;
  const words = text.split(',').map((word) => word.trim());
  return words.map((word) => {
    const found = allowed.find((value) => value === word);
    if (found === undefined)
      throw new AppError(
        'invalid_request',
        `\`${parameter}\` contains ${JSON.stringify(word)}; allowed values, separated by commas: ${allowed.join(', ')}.`,
        { details: { problems: [{ field: parameter, problem: `unknown: ${word}` }] } },
      );
    return found;
  });
}

function outcomeToWire(
  outcome: GraphOutcome,
  lines: ReadonlyMap<string, string> | undefined,
  totalMs: number,
): GraphAnswer {
  const { query, focus, within, others, nodes, edges, unsure, total, truncatedBy, gaps, repeat } = outcome;
  return {
    query,
    focus: nodeToWire(focus),
    within: within.map(nodeToWire),
    others: others.map(nodeToWire),
    nodes: nodes.map(nodeToWire),
    edges: edges.map((edge) => edgeToWire(edge, lines?.get(`${edge.path}:${edge.line}`))),
    unsure: [...unsure],
    total,
    truncated: truncatedBy !== undefined,
    ...(truncatedBy === undefined ? {} : { truncatedBy }),
    hidden: [...gaps],
    repeat,
    totalMs,
  };
}

function nodeToWire({ symbol, ...node }: GraphNode & { readonly distance?: number }): WireNode {
  return { ...node, ...(symbol === undefined ? {} : { symbol }) };
}

function edgeToWire(edge: GraphEdge, text: string | undefined): WireEdge {
  return { ...edge, ...(text === undefined ? {} : { text }) };
}
