/**
 * Snapshots written by hand: each file has one line per definition, import and reference, as the parser would extract them.
 * Edges are written as lines such as `12 calls run -> app.py Flask.run`, with the tier unless it is `resolved`.
 */
import type { FileEdge } from '../../../../worker/core/code/edge.ts';
import { detectLanguage } from '../../../../worker/core/files/language.ts';
import type {
  FileExport,
  FileImport,
  FileUses,
  Reference,
  ReferenceKind,
  TypedName,
} from '../../../../worker/core/code/reference.ts';
import type { SymbolKind } from '../../../../worker/core/code/symbol.ts';
import { linkFiles } from '../../../../worker/indexing/link-files.ts';
import type { LinkableFile, LinkableSymbol, LinkedFile } from '../../../../worker/ports/graph-store.ts';

export interface WrittenFile {
  readonly namespace?: string;
  /** `class App 1-9`, `method App.run 2-4`. A trailing ` -` marks a definition that is not exported. */
  readonly symbols?: readonly string[];
  /** `3 ./app: App, run as start, * as all`; `3 ./app: **` for a wildcard; a leading `export` marks a re-export. */
  readonly imports?: readonly string[];
  /** The exported name and the local name: `outside = inside`. */
  readonly exports?: readonly string[];
  readonly listed?: readonly string[];
  /**
   * `5 call self.router.add`; the enclosing definition follows `in`: `5 call run in App.start`. A receiver that is not a path is `?`.
   * `means` adds the definition that the parser resolved, as its index in `symbols` or -1 for none: `5 call run means 2`.
   */
  readonly uses?: readonly string[];
  /** `app: Flask`, `app: Flask in create`. */
  readonly typed?: readonly string[];
  readonly fields?: readonly string[];
  /** The return type of a function: `make: App`. */
  readonly returns?: readonly string[];
  /** A name that a function binds: `name in function`. */
  readonly locals?: readonly string[];
}

type WrittenSnapshot = Readonly<Record<string, WrittenFile>>;

interface Layout {
  readonly files: readonly LinkableFile[];
  readonly uses: ReadonlyMap<number, FileUses>;
}

export function readSnapshot(written: WrittenSnapshot): Layout {
  const uses = new Map<number, FileUses>();
  const files = Object.entries(written).map(([path, file], fileIndex) => {
    const id = fileIndex + 10;
    const symbols = (file.symbols ?? []).map(toSymbol);
    const references = (file.uses ?? []).map((use) => toReference(use, symbols));
    uses.set(id, {
      references: references.filter((reference) => !isBase(reference)),
      typed: (file.typed ?? []).map((line) => toTyped(line, symbols)),
      locals: (file.locals ?? []).flatMap((line) => {
        const [name = '', container = ''] = line.split(' in ');
        const within = findOrdinal(container, symbols);
        return within === undefined ? [] : [{ name, within }];
      }),
      truncated: false,
    });
    const outline = {
      namespace: file.namespace,
      imports: (file.imports ?? []).map(toImport),
      exports: (file.exports ?? []).map(toExport),
      listed: file.listed,
      bases: references.filter(isBase),
      fields: (file.fields ?? []).map((line) => toTyped(line, symbols)),
      returns: (file.returns ?? []).flatMap((line) => {
        const [name = '', type = ''] = line.split(': ');
        const symbol = findOrdinal(name, symbols);
        return symbol === undefined ? [] : [{ symbol, type }];
      }),
    };
    return {
      id,
      path,
      language: detectLanguage(path),
      role: 'source' as const,
      package: undefined,
      outline,
      symbols,
    };
  });
  return { files, uses };
}

function isBase({ kind }: Reference): boolean {
  return kind === 'extends' || kind === 'implements';
}

function toSymbol(line: string): LinkableSymbol {
  const [, kind = '', qualifiedName = '', start = '', end = start, hidden] =
    /^(\w+) (\S+) (\d+)(?:-(\d+))?( -)?$/.exec(line) ?? [];
  return {
    name: qualifiedName.slice(qualifiedName.lastIndexOf('.') + 1),
    qualifiedName,
    kind: kind as SymbolKind,
    exported: hidden === undefined,
    startLine: Number(start),
    endLine: Number(end),
    nameLine: Number(start),
  };
}

function findOrdinal(qualifiedName: string, symbols: readonly LinkableSymbol[]): number | undefined {
  const ordinal = symbols.findIndex((symbol) => symbol.qualifiedName === qualifiedName);
  return ordinal === -1 ? undefined : ordinal;
}

function toReference(line: string, symbols: readonly LinkableSymbol[]): Reference {
  const [, at = '', kind = '', path = '', container = '', means] =
    /^(\d+) (\w+) (\S+)(?: in (\S+))?(?: means (-?\d+))?$/.exec(line) ?? [];
  const lastDot = path.lastIndexOf('.');
  const receiver = lastDot === -1 ? undefined : path.slice(0, lastDot).replace(/^\?$/, '');
  return {
    kind: kind as ReferenceKind,
    name: path.slice(lastDot + 1),
    receiver,
    line: Number(at),
    within: findOrdinal(container, symbols),
    ...(means === undefined ? {} : { means: Number(means) }),
  };
}

function toTyped(line: string, symbols: readonly LinkableSymbol[]): TypedName {
  const [, name = '', type = '', container = ''] = /^(\S+): (\S+)(?: in (\S+))?$/.exec(line) ?? [];
  return { name, type, within: findOrdinal(container, symbols) };
}

function toImport(written: string): FileImport {
  const [, exported, at = '', module = '', list = ''] =
    /^(export )?(\d+) ([^:]+)(?:: (.+))?$/.exec(written) ?? [];
  const parts = list.split(', ').filter((part) => part !== '');
  return {
    module,
    line: Number(at),
    wildcard: parts.includes('**'),
    reexported: exported !== undefined,
    names: parts
      .filter((part) => part !== '**')
      .map((part) => {
        const [imported = '', local = imported] = part.split(' as ');
        return { imported, local, line: Number(at) };
      }),
  };
}

function toExport(line: string): FileExport {
  const [exported = '', local = ''] = line.split(' = ');
  return { exported, local };
}

/** Links the files that have an entry in `uses`. */
export async function linkSnapshot(
  { files, uses }: Layout,
  manifests: ReadonlyMap<string, unknown> = new Map(),
): Promise<readonly LinkedFile[]> {
  const byPath = new Map(files.map(({ path }, fileIndex) => [path, fileIndex]));
  return linkFiles({ files, byPath, manifests }, uses);
}

/** The edges of one file as lines, without `has-method` and `imports` unless requested. */
export async function linkToLines(
  written: WrittenSnapshot,
  path: string,
  {
    kinds = ['calls', 'extends', 'implements', 'uses'],
    manifests,
  }: { readonly kinds?: readonly string[]; readonly manifests?: ReadonlyMap<string, unknown> } = {},
): Promise<readonly string[]> {
  const layout = readSnapshot(written);
  const linked = await linkSnapshot(layout, manifests);
  const edges = linked.find((file) => file.path === path)?.edges ?? [];
  return edges.filter(({ kind }) => kinds.includes(kind)).map((edge) => toLine(edge, path, layout.files));
}

function toLine(
  { line, kind, tier, from, to }: FileEdge,
  path: string,
  files: readonly LinkableFile[],
): string {
  const symbolName = (at: string, symbol: number | undefined) =>
    symbol === undefined
      ? ''
      : (files.find((file) => file.path === at)?.symbols[symbol]?.qualifiedName ?? '?');
  const target =
    'external' in to
      ? `package ${to.external}`
      : 'path' in to
        ? `${to.path === path ? '' : `${to.path} `}${symbolName(to.path, to.symbol)}`.trim()
        : `${to.name}? ${to.candidates}`;
  const parts = [
    String(line),
    kind,
    symbolName(path, from),
    '->',
    target,
    tier === 'resolved' ? '' : `(${tier})`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
