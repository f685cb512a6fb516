/** Resolves a word at a place to its definition: by the edges of that line, otherwise by name. */

import { edgeKinds, edgeTiers, type EdgeTier, type GraphNode } from '../../core/code/edge.ts';
import { AppError } from '../../core/errors.ts';
import { splitLines } from '../../core/text/decode-text.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { resolveReexportedName } from './resolve-reexport.ts';
import type { FocusServices } from './find-focus.ts';

interface DefinitionMatch extends GraphNode {
  readonly tier: EdgeTier;
}

/** Definitions returned when no edge proves which one is targets. */
const maxGuesses = 10;

/** @throws AppError `file_not_found` */
export async function findDefinition(
  { chunkStore, graphStore }: FocusServices,
  key: SnapshotKey,
  at: { readonly path: string; readonly line: number; readonly name: string },
): Promise<readonly DefinitionMatch[]> {
  const [file] = await graphStore.fileNodes(key, [at.path]);
  if (file === undefined)
    throw new AppError('file_not_found', `There is no file ${JSON.stringify(at.path)} in this snapshot.`, {
      details: { path: at.path },
    });
  const inside = await graphStore.members(key, [file.id]);
  const edges = await graphStore.step(key, {
    from: [file.id, ...inside],
    direction: 'out',
    kinds: edgeKinds.filter((kind) => kind !== 'defines' && kind !== 'has-method'),
    tiers: edgeTiers,
  });
  const onLine = edges.filter((edge) => edge.path === at.path && edge.line === at.line);
  const tiers = new Map(onLine.map((edge) => [edge.to, edge.tier]));
  const nodes = await graphStore.nodes(key, [...tiers.keys()]);
  const named = nodes.filter((node) => node.name === at.name || isFileNamed(node, at.name));
  const targets =
    named.length > 0 || nodes.length === 0
      ? named
      : await findAliasTarget({ chunkStore }, key, { nodes, at });
  if (targets.length > 0)
    return targets.map((node) => ({ ...node, tier: tiers.get(node.id) ?? 'name-match' }));
  const symbols = await chunkStore.findSymbols(key, [at.name]);
  const exact = symbols.filter((symbol) => symbol.name === at.name);
  const own = exact.filter((symbol) => symbol.path === at.path && symbol.nameLine === at.line);
  const known =
    exact.length > 0 ? exact : await resolveReexportedName({ chunkStore, graphStore }, key, at.name);
  const guesses = own.length > 0 ? own : known.slice(0, maxGuesses);
  const found = await graphStore.nodes(
    key,
    guesses.map(({ id }) => id),
  );
  return found.map((node) => ({ ...node, tier: own.length > 0 ? 'resolved' : 'name-match' }));
}

/** An alias and its target have different names. The target is the only node whose name does not occur in the line. */
async function findAliasTarget(
  { chunkStore }: Pick<FocusServices, 'chunkStore'>,
  key: SnapshotKey,
  { nodes, at }: { readonly nodes: readonly GraphNode[]; readonly at: { path: string; line: number } },
): Promise<readonly GraphNode[]> {
  const file = await chunkStore.readFile(key, at.path);
  const line = splitLines(file?.text ?? '')[at.line - 1] ?? '';
  const words = new Set(line.match(/[\p{L}\p{N}_$]+/gu));
  const rest = nodes.filter((node) => !words.has(node.name));
  return rest.length === 1 ? rest : [];
}

/** `router` resolves to `router.ts`. */
function isFileNamed(node: GraphNode, name: string): boolean {
  return node.kind === 'file' && node.name.replace(/\..*$/, '') === name;
}
