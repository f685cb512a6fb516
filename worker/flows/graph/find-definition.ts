/** Resolves a word in a line to its definition: by the edges of that line, otherwise by name. */

import { edgeKinds, edgeTiers, type EdgeTier, type GraphNode } from '../../core/code/edge.ts';
import { AppError } from '../../core/errors.ts';
import { splitLines } from '../../core/text/decode-text.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { resolveReexportedName } from './resolve-reexport.ts';
import type { FocusServices } from './find-focus.ts';

interface DefinitionMatch extends GraphNode {
  readonly tier: EdgeTier;
}

/** Maximum definitions returned if no edge proves which definition the word refers to. */
const maxGuesses = 10;

/** @throws AppError `file_not_found` */
export async function findDefinition(
  { chunkStore, graphStore }: FocusServices,
  key: SnapshotKey,
  word: { readonly path: string; readonly line: number; readonly name: string },
): Promise<readonly DefinitionMatch[]> {
  const [file] = await graphStore.fileNodes(key, [word.path]);
  if (file === undefined)
    throw new AppError('file_not_found', `There is no file ${JSON.stringify(word.path)} in this snapshot.`, {
      details: { path: word.path },
    });
  const memberIds = await graphStore.members(key, [file.id]);
  const edges = await graphStore.step(key, {
    from: [file.id, ...memberIds],
    direction: 'out',
    kinds: edgeKinds.filter((kind) => kind !== 'defines' && kind !== 'has-method'),
    tiers: edgeTiers,
  });
  const lineEdges = edges.filter((edge) => edge.path === word.path && edge.line === word.line);
  const tiers = new Map(lineEdges.map((edge) => [edge.to, edge.tier]));
  const nodes = await graphStore.nodes(key, [...tiers.keys()]);
  const named = nodes.filter((node) => node.name === word.name || isFileNamed(node, word.name));
  const targets =
    named.length > 0 || nodes.length === 0
      ? named
      : await findAliasTarget({ chunkStore }, key, { nodes, position: word });
  if (targets.length > 0)
    return targets.map((node) => ({ ...node, tier: tiers.get(node.id) ?? 'name-match' }));
  const symbols = await chunkStore.findSymbols(key, [word.name]);
  const exact = symbols.filter((symbol) => symbol.name === word.name);
  const definedHere = exact.filter((symbol) => symbol.path === word.path && symbol.nameLine === word.line);
  const known =
    exact.length > 0 ? exact : await resolveReexportedName({ chunkStore, graphStore }, key, word.name);
  const guesses = definedHere.length > 0 ? definedHere : known.slice(0, maxGuesses);
  const found = await graphStore.nodes(
    key,
    guesses.map(({ id }) => id),
  );
  return found.map((node) => ({ ...node, tier: definedHere.length > 0 ? 'resolved' : 'name-match' }));
}

/** Finds the target of an alias, which has another name: the only node whose name does not occur in the line. */
async function findAliasTarget(
  { chunkStore }: Pick<FocusServices, 'chunkStore'>,
  key: SnapshotKey,
  {
    nodes,
    position,
  }: { readonly nodes: readonly GraphNode[]; readonly position: { path: string; line: number } },
): Promise<readonly GraphNode[]> {
  const file = await chunkStore.readFile(key, position.path);
  const line = splitLines(file?.text ?? '')[position.line - 1] ?? '';
  const words = new Set(line.match(/[\p{L}\p{N}_$]+/gu));
  const rest = nodes.filter((node) => !words.has(node.name));
  return rest.length === 1 ? rest : [];
}

/** Whether the name is a file's name without its extensions: `router` for `router.ts`. */
function isFileNamed(node: GraphNode, name: string): boolean {
  return node.kind === 'file' && node.name.replace(/\..*$/, '') === name;
}
