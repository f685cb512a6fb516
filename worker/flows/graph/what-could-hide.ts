/** "No known callers" is not "unused": what the graph cannot see of a definition, in sentences about this one. */

import type { GraphEdge } from '../../core/edge.ts';
import { linkRules } from '../../indexing/linking/link-rules.ts';
import type { Focus } from './find-focus.ts';
import type { GraphQueryName } from './graph-outcome.ts';
import type { GraphServices } from './graph-question.ts';
import { placesByName } from './places-by-name.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

/** Files named in one sentence. */
const filesNamed = 3;

const incoming: ReadonlySet<GraphQueryName> = new Set([
  'callers',
  'dependents',
  'references',
  'subclasses',
  'importers',
  'chain',
]);

export async function whatCouldHide(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  { query, focus }: { readonly query: GraphQueryName; readonly focus: Focus },
): Promise<readonly string[]> {
  if (!incoming.has(query)) return [];
  const { node } = focus;
  const [byName, decorated, cut] = await Promise.all([
    countByName(services, resolved, focus),
    decoratorsOf(services, resolved, focus),
    cutFiles(services, resolved, focus),
  ]);
  const { skipped } = resolved.snapshot.counts;
  const sentences = [
    byName > 0 &&
      `${byName} ${byName === 1 ? 'place names' : 'places name'} \`${node.name}\` without telling of what: ask again with tiers=name-match to see them.`,
    decorated.length > 0 && `It is decorated (line ${decorated.join(', ')}): what decorates it may call it.`,
    node.kind === 'method' && 'A call to a method of this name on a base or an interface may reach it.',
    node.exported && 'It is exported: code outside this repository may use it.',
    'Names made while the program runs (reflection, strings, configuration) are not seen.',
    cut.length > 0 &&
      `${listOf(cut)} ${cut.length === 1 ? 'names' : 'name'} more than is kept of one file: what stands further down there is not seen.`,
    skipped > 0 && `${skipped} ${skipped === 1 ? 'file was' : 'files were'} skipped: see the coverage.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** Places that name it, which one definition or several could be. */
async function countByName(
  services: GraphServices,
  { key }: ResolvedSnapshot,
  { node, ids }: Focus,
): Promise<number> {
  if (node.symbol === undefined) return 0;
  const [places, edges] = await Promise.all([
    placesByName(services, key, node),
    services.graphStore.step(key, {
      from: ids,
      direction: 'in',
      kinds: ['calls', 'uses'],
      tiers: ['name-match'],
    }),
  ]);
  return new Set([...places, ...edges].map(({ path, line }) => `${path}:${line}`)).size;
}

/** Files cut that could refer to it: those of its own language, but for what any file imports, which is kept whole. */
async function cutFiles(
  { graphStore }: Pick<GraphServices, 'graphStore'>,
  { key }: ResolvedSnapshot,
  { node }: Focus,
): Promise<readonly string[]> {
  if (node.symbol === undefined) return [];
  const { family } = linkRules(node.language);
  const files = await graphStore.filesCut(key);
  return files.filter(({ language }) => linkRules(language).family === family).map(({ path }) => path);
}

/** The first few, and how many more. */
function listOf(paths: readonly string[]): string {
  const shown = paths.slice(0, filesNamed).map((path) => `\`${path}\``);
  const more = paths.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Lines of what stands on the definition, before its name. */
async function decoratorsOf(
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
  const isOn = ({ line }: GraphEdge): boolean => line >= node.startLine && line < node.nameLine;
  return [...new Set(edges.filter(isOn).map(({ line }) => line))];
}
