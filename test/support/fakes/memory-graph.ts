/**
 * A graph in memory for tests of what asks one: files with their definitions, and edges in words. It implements what the flows need
 * of the two stores.
 *
 * `graphOf({ 'a.py': ['f 1-3', 'C 5-20 class', 'C.m 6-8 method'] }, ['a.py f calls b.py g @2', 'a.py imports b.py @1'])`
 */

import {
  edgeKinds,
  edgeTiers,
  type EdgeKind,
  type EdgeTier,
  type GraphEdge,
  type GraphNode,
  type NodeId,
} from '../../../worker/core/code/edge.ts';
import { detectFileRole } from '../../../worker/core/files/file-role.ts';
import { detectLanguage } from '../../../worker/core/files/language.ts';
import type { SymbolKind } from '../../../worker/core/code/symbol.ts';
import type { SymbolRow } from '../../../worker/ports/chunk-store.ts';
import type { GivenOut, GraphStore, NamedPlace } from '../../../worker/ports/graph-store.ts';

interface Definition extends SymbolRow {
  readonly fileId: number;
}

export interface MemoryGraph {
  readonly graphStore: GraphStore;
  /** Every step asked for. */
  readonly steps: { direction: 'in' | 'out'; from: readonly NodeId[] }[];
  readonly files: readonly { readonly id: number; readonly path: string }[];
  readonly symbols: readonly SymbolRow[];
  /** The id of a file or of a definition in it. */
  readonly idOf: (path: string, symbol?: string) => NodeId;
}

export function graphOf(
  described: Readonly<Record<string, readonly string[]>>,
  edgesInWords: readonly string[],
  more: Partial<Pick<Held, 'named' | 'givenOut' | 'cut'>> & { readonly maxEdges?: number } = {},
): MemoryGraph {
  const files = Object.keys(described).map((path, index) => ({ id: index + 1, path }));
  const definitions = files.flatMap(({ id, path }) =>
    (described[path] ?? []).map((words, ordinal) => definitionOf(words, { fileId: id, path, ordinal })),
  );
  const idOf = (path: string, symbol?: string): NodeId => {
    const found =
      symbol === undefined
        ? files.find((file) => file.path === path)?.id
        : definitions.find((one) => one.path === path && one.qualifiedName === symbol)?.id;
    if (found === undefined) throw new Error(`no ${symbol ?? 'file'} in ${path}`);
    return `${found}`;
  };
  const edges = edgesInWords.map((words) => edgeOf(words, idOf));
  const steps: MemoryGraph['steps'] = [];
  return {
    graphStore: storeOf({
      files,
      definitions,
      edges,
      steps,
      named: more.named ?? [],
      givenOut: more.givenOut ?? {},
      cut: more.cut ?? [],
      maxEdges: more.maxEdges,
    }),
    steps,
    files,
    symbols: definitions,
    idOf,
  };
}

function definitionOf(
  words: string,
  { fileId, path, ordinal }: { fileId: number; path: string; ordinal: number },
): Definition {
  const [qualifiedName = '', lines = '1-1', kind = 'function', ...flags] = words.split(' ');
  const [startLine = 1, endLine = 1] = lines.split('-').map(Number);
  const documentation =
    flags
      .find((flag) => flag.startsWith('doc:'))
      ?.slice(4)
      .replaceAll('_', ' ') ?? '';
  return {
    fileId,
    id: `${fileId}.${ordinal}`,
    path,
    role: detectFileRole(path),
    fileHash: 'hash',
    name: qualifiedName.split('.').at(-1) ?? '',
    qualifiedName,
    kind: kind as SymbolKind,
    startLine,
    endLine,
    nameLine: flags.includes('decorated') ? startLine + 1 : startLine,
    signature: `${kind} ${qualifiedName}`,
    documentation,
    exported: !flags.includes('hidden'),
    complexity: 1,
  };
}

/** `a.py f calls b.py g @2 name-match`; a file's own edge has no name before the kind, one to a package `package:x`. */
function edgeOf(words: string, idOf: MemoryGraph['idOf']): GraphEdge {
  const [, fromPath = '', fromName, kind = '', toWords = '', line = '1', tier = 'resolved'] =
    /^(\S+)(?: (\S+))? (has-method|imports|calls|extends|implements|uses) (.+) @(\d+)(?: (\S+))?$/.exec(
      words,
    ) ?? [];
  const [toPath = '', toName] = toWords.split(' ');
  const to = toPath.startsWith('package:') ? toPath : idOf(toPath, toName);
  return {
    from: idOf(fromPath, fromName),
    to,
    kind: edgeKinds.find((one) => one === kind) ?? wrong(words),
    tier: edgeTiers.find((one) => one === tier) ?? wrong(words),
    path: fromPath,
    line: Number(line),
  };
}

function wrong(words: string): never {
  throw new Error(`cannot read ${words}`);
}

const byPlace = (a: GraphEdge, b: GraphEdge): number => a.path.localeCompare(b.path) || a.line - b.line;
const unused = () => Promise.reject(new Error('not in memory'));

interface Held {
  readonly files: readonly { id: number; path: string }[];
  readonly definitions: readonly Definition[];
  readonly edges: readonly GraphEdge[];
  readonly steps: MemoryGraph['steps'];
  readonly named: readonly NamedPlace[];
  /** By the name they give out. */
  readonly givenOut: Readonly<Record<string, readonly GivenOut[]>>;
  /** Paths of files that name more than is kept of one. */
  readonly cut: readonly string[];
  readonly maxEdges: number | undefined;
}

function storeOf(held: Held): GraphStore {
  const { files, definitions, edges } = held;
  const maxEdges = held.maxEdges ?? 1_000;
  const node = (id: NodeId): GraphNode | undefined => {
    if (id.startsWith('package:')) return nodeOf({ id, kind: 'package', name: id.slice(8), path: '' });
    const definition = definitions.find((one) => one.id === id);
    if (definition !== undefined)
      return {
        ...nodeOf(definition),
        ...definition,
        symbol: definition.qualifiedName,
        language: 'python',
        rank: 1,
      };
    const file = files.find((one) => `${one.id}` === id);
    return file && nodeOf({ id, kind: 'file', name: file.path.split('/').at(-1) ?? '', path: file.path });
  };
  const nodes = (ids: readonly NodeId[]): GraphNode[] => ids.flatMap((id) => node(id) ?? []);
  return {
    maxEdges,
    maxNodes: 100,
    linkableFiles: () =>
      Promise.resolve(
        files.map((file) => ({
          ...file,
          language: detectLanguage(file.path),
          role: detectFileRole(file.path),
          package: undefined,
          outline: {
            namespace: undefined,
            imports: [],
            exports: [],
            listed: undefined,
            bases: [],
            fields: [],
            returns: [],
          },
          symbols: definitions.filter((one) => one.fileId === file.id),
        })),
      ),
    linkRanges: () => Promise.resolve([{ firstFile: 1, lastFile: files.length }]),
    usesOf: unused,
    edgesMissing: () => Promise.resolve(0),
    saveEdges: unused,
    saveRanks: unused,
    remove: unused,
    allEdges: () => Promise.resolve(edges),
    edgesOfRange: () => Promise.resolve(edges.toSorted(byPlace)),
    nodes: (_, ids) => Promise.resolve(nodes(ids)),
    fileNodes: (_, paths) =>
      Promise.resolve(nodes(files.filter((file) => paths.includes(file.path)).map((file) => `${file.id}`))),
    step: (_, { from, direction, kinds, tiers }) => {
      held.steps.push({ direction, from });
      const isWanted = (edge: GraphEdge, kind: readonly EdgeKind[], tier: readonly EdgeTier[]): boolean =>
        from.includes(direction === 'in' ? edge.to : edge.from) &&
        kind.includes(edge.kind) &&
        tier.includes(edge.tier);
      return Promise.resolve(
        edges
          .filter((edge) => isWanted(edge, kinds, tiers))
          .toSorted(byPlace)
          .slice(0, maxEdges),
      );
    },
    namedPlaces: (_, names) => Promise.resolve(held.named.filter((place) => names.includes(place.name))),
    givenOutAs: (_, name) => Promise.resolve(held.givenOut[name] ?? []),
    filesCut: () => Promise.resolve(held.cut.map((path) => ({ path, language: detectLanguage(path) }))),
    members: (_, ids) =>
      Promise.resolve(
        definitions
          .filter((one) => ids.some((id) => id === `${one.fileId}` || isWithin(one, node(id))))
          .map(({ id }) => id),
      ),
    mostReferred: () => Promise.resolve([]),
    countEdges: () => Promise.resolve(edges.length),
  };
}

function isWithin(one: Definition, outer: GraphNode | undefined): boolean {
  return (
    outer?.symbol !== undefined && one.path === outer.path && one.qualifiedName.startsWith(`${outer.symbol}.`)
  );
}

function nodeOf(known: Pick<GraphNode, 'id' | 'kind' | 'name' | 'path'>): GraphNode {
  return {
    symbol: undefined,
    language: known.path === '' ? '' : detectLanguage(known.path),
    role: detectFileRole(known.path),
    startLine: known.path === '' ? 0 : 1,
    endLine: known.path === '' ? 0 : 100,
    nameLine: 1,
    signature: '',
    documentation: '',
    exported: true,
    complexity: 1,
    rank: 1,
    ...known,
  };
}
