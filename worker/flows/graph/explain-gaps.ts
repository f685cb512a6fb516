/** Explains what the graph may miss for a definition: "no known callers" does not mean "unused". */

import type { EdgeKind, EdgeTier, GraphEdge, GraphNode } from '../../core/code/edge.ts';
import { linkRules } from '../../indexing/linking/link-rules.ts';
import type { Focus } from './find-focus.ts';
import { findMisparsedUses } from './find-misparsed-uses.ts';
import type { GraphQueryName, GraphServices } from './graph-query.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { detectLanguage } from '../../core/files/language.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { NamedPlace } from '../../ports/graph-store.ts';

/** Maximum files named in one sentence. */
const maxNamedFiles = 3;

const incomingQueries: ReadonlySet<GraphQueryName> = new Set([
  'callers',
  'dependents',
  'references',
  'subclasses',
  'importers',
  'chain',
]);

interface ExplainedQuery {
  readonly query: GraphQueryName;
  readonly focus: Focus;
  readonly kinds: readonly EdgeKind[];
  /** Undefined for the proven tiers. */
  readonly tiers?: readonly EdgeTier[] | undefined;
}

export async function explainPossibleGaps(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  explained: ExplainedQuery,
): Promise<readonly string[]> {
  const { query, focus } = explained;
  if (!incomingQueries.has(query)) return [];
  const misparsed = await explainMisparsedFiles(services, resolved, { query, focus, edges: [] });
  const { node } = focus;
  const [byName, decorated, truncated] = await Promise.all([
    explainNameMatches(services, resolved, explained),
    findDecoratorLines(services, resolved, focus),
    findTruncatedFiles(services, resolved, focus),
  ]);
  const { skipped } = resolved.snapshot.counts;
  const sentences = [
    ...byName,
    decorated.length > 0 && `It is decorated (line ${decorated.join(', ')}), and the decorator may call it.`,
    node.kind === 'method' && 'A call to a method of this name on a base or an interface may reach it.',
    node.exported && 'It is exported: code outside this repository may use it.',
    'Names created at run time (reflection, strings, configuration) are not visible to the graph.',
    truncated.length > 0 &&
      `${formatFileList(truncated)} ${truncated.length === 1 ? 'contains' : 'contain'} more references than the graph stores per file, so later references there are missing.`,
    ...misparsed,
    skipped > 0 && `${skipped} ${skipped === 1 ? 'file was' : 'files were'} skipped: see the coverage.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** States how many places use the name of the definition without proof, unless the query includes them. */
export async function explainNameMatches(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  { query, focus, kinds, tiers }: ExplainedQuery,
): Promise<readonly string[]> {
  if (!incomingQueries.has(query) || tiers?.includes('name-match') === true) return [];
  const count = await countByName(services, resolved, focus, kinds);
  if (count === 0) return [];
  const places = count === 1 ? '1 place names' : `${count.toLocaleString('en-US')} places name`;
  return [
    `${places} \`${focus.node.name}\` without an import that proves which definition is meant. Repeat the query with tiers=name-match to see them.`,
  ];
}

/** Names the files with syntax errors that may contain further results. A total without them is not complete. */
export async function explainMisparsedFiles(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  {
    query,
    focus,
    edges,
  }: { readonly query: GraphQueryName; readonly focus: Focus; readonly edges: readonly GraphEdge[] },
): Promise<readonly string[]> {
  if (!incomingQueries.has(query)) return [];
  const paths = await findMisparsedUses(services, resolved, { focus, edges });
  if (paths.length === 0) return [];
  const [verb, pronoun] = paths.length === 1 ? ['was', 'it'] : ['were', 'them'];
  return [
    `${formatFileList(paths)} ${verb} parsed with errors; ${missingResults(query)} in ${pronoun} may be missing.`,
  ];
}

function missingResults(query: GraphQueryName): string {
  return query === 'callers' || query === 'subclasses' || query === 'references' ? query : 'uses';
}

/** Counts places that use the definition's name but may refer to another definition. */
async function countByName(
  services: GraphServices,
  { key }: ResolvedSnapshot,
  { node, ids }: Focus,
  kinds: readonly EdgeKind[],
): Promise<number> {
  if (node.symbol === undefined) return 0;
  const [places, edges] = await Promise.all([
    findPlacesByName(services, key, node),
    services.graphStore.step(key, {
      from: ids,
      direction: 'in',
      kinds,
      tiers: ['name-match'],
    }),
  ]);
  const ofKinds = places.filter(({ kind }) => kinds.includes(kind));
  return new Set([...ofKinds, ...edges].map(({ path, line }) => `${path}:${line}`)).size;
}

/** Lists truncated files that may refer to the definition: those in its own language. Imports are never truncated. */
async function findTruncatedFiles(
  { graphStore }: Pick<GraphServices, 'graphStore'>,
  { key }: ResolvedSnapshot,
  { node }: Focus,
): Promise<readonly string[]> {
  if (node.symbol === undefined) return [];
  const { family } = linkRules(node.language);
  const files = await graphStore.truncatedFiles(key);
  return files.filter(({ language }) => linkRules(language).family === family).map(({ path }) => path);
}

/** Lists the first few paths, and states how many more there are. */
function formatFileList(paths: readonly string[]): string {
  const shown = paths.slice(0, maxNamedFiles).map((path) => `\`${path}\``);
  const more = paths.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Finds lines with references before the definition's name, such as decorators. */
async function findDecoratorLines(
  services: GraphServices,
  { key }: ResolvedSnapshot,
  { node, ids }: Focus,
): Promise<readonly number[]> {
  if (node.nameLine <= node.startLine) return [];
  const edges = await services.graphStore.step(key, {
    from: ids,
    direction: 'out',
    kinds: ['calls', 'uses'],
    tiers: ['resolved', 'import-scoped', 'name-match'],
  });
  const isBeforeName = ({ line }: GraphEdge): boolean => line >= node.startLine && line < node.nameLine;
  return [...new Set(edges.filter(isBeforeName).map(({ line }) => line))];
}

/** Finds places in the same language that use the name of a definition but may refer to another definition. */
export async function findPlacesByName(
  { graphStore }: Pick<GraphServices, 'graphStore'>,
  key: SnapshotKey,
  node: GraphNode,
): Promise<readonly NamedPlace[]> {
  if (node.symbol === undefined) return [];
  const { family } = linkRules(node.language);
  const places = await graphStore.namedPlaces(key, [node.name]);
  return places.filter(({ path }) => linkRules(detectLanguage(path)).family === family);
}
