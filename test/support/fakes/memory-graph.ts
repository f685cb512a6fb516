/**
 * A graph in memory for tests of code that queries the graph. A test describes files, definitions and edges in short texts. The store
 * implements only the methods that the tested flows call.
 *
 * `createMemoryGraph({ 'a.py': ['f 1-3', 'C 5-20 class', 'C.m 6-8 method'] }, ['a.py f calls b.py g @2', 'a.py imports b.py @1'])`
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
import type { SpanPosition } from '../../../worker/core/answers/evidence.ts';
import { detectFileRole } from '../../../worker/core/files/file-role.ts';
import { detectLanguage } from '../../../worker/core/files/language.ts';
import type { SymbolKind } from '../../../worker/core/code/symbol.ts';
import type { SymbolRow } from '../../../worker/ports/chunk-store.ts';
import type { Reexport, GraphStore, NamedPlace } from '../../../worker/ports/graph-store.ts';

interface Definition extends SymbolRow {
  readonly fileId: number;
}

export interface MemoryGraph {
  readonly graphStore: GraphStore;
  /** Every requested step. */
  readonly steps: { direction: 'in' | 'out'; from: readonly NodeId[] }[];
  readonly files: readonly { readonly id: number; readonly path: string }[];
  readonly symbols: readonly SymbolRow[];
  /** Returns the id of a file, or of a definition in it. */
  readonly findId: (path: string, symbol?: string) => NodeId;
}

export function createMemoryGraph(
  definitionsByPath: Readonly<Record<string, readonly string[]>>,
  edgesInWords: readonly string[],
  extras: Partial<Pick<GraphContent, 'namedPlaces' | 'reExports' | 'truncatedFiles' | 'misparsedFiles'>> & {
    readonly maxEdges?: number;
  } = {},
): MemoryGraph {
  const files = Object.keys(definitionsByPath).map((path, index) => ({ id: index + 1, path }));
  const definitions = files.flatMap(({ id, path }) =>
    (definitionsByPath[path] ?? []).map((words, ordinal) =>
      parseDefinition(words, { fileId: id, path, ordinal }),
    ),
  );
  const findId = (path: string, symbol?: string): NodeId => {
    const id =
      symbol === undefined
        ? files.find((file) => file.path === path)?.id
        : definitions.find((definition) => definition.path === path && definition.qualifiedName === symbol)
            ?.id;
    if (id === undefined) throw new Error(`The graph has no ${symbol ?? 'file'} in ${path}.`);
    return `${id}`;
  };
  const edges = edgesInWords.map((words) => parseEdge(words, findId));
  const steps: MemoryGraph['steps'] = [];
  return {
    graphStore: createStore({
      files,
      definitions,
      edges,
      steps,
      namedPlaces: extras.namedPlaces ?? [],
      reExports: extras.reExports ?? {},
      truncatedFiles: extras.truncatedFiles ?? [],
      misparsedFiles: extras.misparsedFiles ?? [],
      maxEdges: extras.maxEdges,
    }),
    steps,
    files,
    symbols: definitions,
    findId,
  };
}

function parseDefinition(
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

/** Parses `a.py f calls b.py g @2 name-match`. An edge that starts at the file itself has no name before the kind; `package:x` is a package. */
function parseEdge(words: string, findId: MemoryGraph['findId']): GraphEdge {
  const [, fromPath = '', fromName, kind = '', toWords = '', line = '1', tier = 'resolved'] =
    /^(\S+)(?: (\S+))? (has-method|imports|calls|extends|implements|uses) (.+) @(\d+)(?: (\S+))?$/.exec(
      words,
    ) ?? [];
  const [toPath = '', toName] = toWords.split(' ');
  const to = toPath.startsWith('package:') ? toPath : findId(toPath, toName);
  return {
    from: findId(fromPath, fromName),
    to,
    kind: edgeKinds.find((edgeKind) => edgeKind === kind) ?? failToParse(words),
    tier: edgeTiers.find((edgeTier) => edgeTier === tier) ?? failToParse(words),
    path: fromPath,
    line: Number(line),
  };
}

function failToParse(words: string): never {
  throw new Error(`Cannot parse the edge or definition "${words}".`);
}

const byPosition = (a: GraphEdge, b: GraphEdge): number => a.path.localeCompare(b.path) || a.line - b.line;
const notImplemented = () => Promise.reject(new Error('The graph in memory does not implement this method.'));

interface GraphContent {
  readonly files: readonly { id: number; path: string }[];
  readonly definitions: readonly Definition[];
  readonly edges: readonly GraphEdge[];
  readonly steps: MemoryGraph['steps'];
  readonly namedPlaces: readonly NamedPlace[];
  /** Re-exports by exported name. */
  readonly reExports: Readonly<Record<string, readonly Reexport[]>>;
  /** Paths of files with more references than are stored for one file. */
  readonly truncatedFiles: readonly string[];
  readonly misparsedFiles: readonly string[];
  readonly maxEdges: number | undefined;
}

function createStore(content: GraphContent): GraphStore {
  const { files, definitions, edges } = content;
  const maxEdges = content.maxEdges ?? 1_000;
  const node = (id: NodeId): GraphNode | undefined => {
    if (id.startsWith('package:')) return createNode({ id, kind: 'package', name: id.slice(8), path: '' });
    const definition = definitions.find((candidate) => candidate.id === id);
    if (definition !== undefined)
      return {
        ...createNode(definition),
        ...definition,
        symbol: definition.qualifiedName,
        language: 'python',
        rank: 1,
      };
    const file = files.find((candidate) => `${candidate.id}` === id);
    return file && createNode({ id, kind: 'file', name: file.path.split('/').at(-1) ?? '', path: file.path });
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
          symbols: definitions.filter((definition) => definition.fileId === file.id),
        })),
      ),
    linkRanges: () => Promise.resolve([{ firstFile: 1, lastFile: files.length }]),
    fileUses: notImplemented,
    edgesMissing: () => Promise.resolve(0),
    saveEdges: notImplemented,
    saveRanks: notImplemented,
    remove: notImplemented,
    allEdges: () => Promise.resolve(edges),
    edgesOfRange: () => Promise.resolve(edges.toSorted(byPosition)),
    nodes: (_, ids) => Promise.resolve(nodes(ids)),
    fileNodes: (_, paths) =>
      Promise.resolve(nodes(files.filter((file) => paths.includes(file.path)).map((file) => `${file.id}`))),
    step: (_, { from, direction, kinds, tiers }) => {
      content.steps.push({ direction, from });
      const isRequested = (edge: GraphEdge, kind: readonly EdgeKind[], tier: readonly EdgeTier[]): boolean =>
        from.includes(direction === 'in' ? edge.to : edge.from) &&
        kind.includes(edge.kind) &&
        tier.includes(edge.tier);
      return Promise.resolve(
        edges
          .filter((edge) => isRequested(edge, kinds, tiers))
          .toSorted(byPosition)
          .slice(0, maxEdges),
      );
    },
    neighbors: (_, { from, kinds, tiers }) => {
      const seeds = 'ranges' in from ? findInRanges(definitions, from.ranges) : from;
      content.steps.push({ direction: 'out', from: seeds }, { direction: 'in', from: seeds });
      const followed = edges
        .filter(
          ({ from: source, to, kind, tier }) =>
            isBetweenDefinitions(source, to) && kinds.includes(kind) && tiers.includes(tier),
        )
        .toSorted(byPosition);
      return Promise.resolve({
        outgoing: followed.filter((edge) => seeds.includes(edge.from)),
        incoming: followed.filter((edge) => seeds.includes(edge.to)),
      });
    },
    importedDefinitions: (_, paths) =>
      Promise.resolve(
        edges
          .filter(
            ({ path, kind, tier }) => paths.includes(path) && kind === 'imports' && tier !== 'name-match',
          )
          .toSorted(byPosition)
          .flatMap(({ from, path, to }) =>
            definitions.filter(({ id }) => id === to).map(({ name }) => ({ from, path, to, name })),
          ),
      ),
    namedPlaces: (_, names) =>
      Promise.resolve(content.namedPlaces.filter((place) => names.includes(place.name))),
    findReexports: (_, name) => Promise.resolve(content.reExports[name] ?? []),
    truncatedFiles: () =>
      Promise.resolve(content.truncatedFiles.map((path) => ({ path, language: detectLanguage(path) }))),
    misparsedFiles: () =>
      Promise.resolve(content.misparsedFiles.map((path) => ({ path, language: detectLanguage(path) }))),
    members: (_, ids) =>
      Promise.resolve(
        definitions
          .filter((definition) =>
            ids.some((id) => id === `${definition.fileId}` || isWithin(definition, node(id))),
          )
          .map(({ id }) => id),
      ),
    mostReferenced: () => Promise.resolve([]),
    countEdges: () => Promise.resolve(edges.length),
  };
}

function isBetweenDefinitions(...ends: readonly NodeId[]): boolean {
  return ends.every((id) => /^\d+\.\d+$/.test(id));
}

function findInRanges(
  definitions: readonly Definition[],
  ranges: readonly SpanPosition[],
): readonly NodeId[] {
  return definitions
    .filter(({ path, nameLine, ...definition }) =>
      ranges.some(
        (range) =>
          range.path === path &&
          ((nameLine >= range.startLine && nameLine <= range.endLine) ||
            (definition.startLine <= range.startLine && definition.endLine >= range.endLine)),
      ),
    )
    .map(({ id }) => id);
}

function isWithin(definition: Definition, outer: GraphNode | undefined): boolean {
  return (
    outer?.symbol !== undefined &&
    definition.path === outer.path &&
    definition.qualifiedName.startsWith(`${outer.symbol}.`)
  );
}

function createNode(fields: Pick<GraphNode, 'id' | 'kind' | 'name' | 'path'>): GraphNode {
  return {
    symbol: undefined,
    language: fields.path === '' ? '' : detectLanguage(fields.path),
    role: detectFileRole(fields.path),
    startLine: fields.path === '' ? 0 : 1,
    endLine: fields.path === '' ? 0 : 100,
    nameLine: 1,
    signature: '',
    documentation: '',
    exported: true,
    complexity: 1,
    rank: 1,
    ...fields,
  };
}
