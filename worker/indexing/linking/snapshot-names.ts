/** Indexes the names of all files of a snapshot once, for later look-ups. The names of a single file are indexed on first use. */

import type { FileImport, ImportedName, Reference } from '../../core/code/reference.ts';
import type { SymbolKind } from '../../core/code/symbol.ts';
import type { LinkableFile, LinkableSymbol } from '../../ports/graph-store.ts';
import type { DefinitionPlace } from './entity.ts';
import { linkRules } from './link-rules.ts';
import type { LinkRules } from './link-rules.ts';
import { indexDeclaredTypes } from './declared-types.ts';
import type { DeclaredTypes } from './declared-types.ts';

interface Binding {
  readonly from: FileImport;
  readonly name: ImportedName;
}

export interface FileNames {
  readonly fileIndex: number;
  readonly file: LinkableFile;
  readonly rules: LinkRules;
  /** Ordinals by qualified name, in source order. */
  readonly ordinals: ReadonlyMap<string, readonly number[]>;
  /** The innermost enclosing definition of each definition, by ordinal. */
  readonly parents: readonly (number | undefined)[];
  /** Ordinals that are a parent of some definition. */
  readonly parentOrdinals: ReadonlySet<number | undefined>;
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
  readonly wildcards: readonly FileImport[];
  /** Local names, by exported name. */
  readonly exports: ReadonlyMap<string, string>;
  /** Types of fields, by the type they belong to; types of the file's top-level variables under undefined. */
  readonly fields: DeclaredTypes;
  readonly returns: ReadonlyMap<number, string>;
  readonly bases: ReadonlyMap<number | undefined, readonly Reference[]>;
}

export interface SnapshotNames {
  readonly count: number;
  forFile(file: number): FileNames;
  symbol(place: DefinitionPlace): LinkableSymbol | undefined;
  /** Definitions with a bare name in a family, without properties, ordered by path. */
  findByName(family: string, name: string): readonly DefinitionPlace[];
  /** Definitions with a qualified name of several segments in a family, ordered by path. */
  findByQualifiedName(family: string, qualifiedName: string): readonly DefinitionPlace[];
}

export const typeKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  'class',
  'interface',
  'struct',
  'trait',
  'enum',
  'type',
]);

export const functionKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  'function',
  'method',
  'component',
  'macro',
]);

/** @param files ordered by path */
export function indexNames(files: readonly LinkableFile[]): SnapshotNames {
  const named = new Map<string, Map<string, DefinitionPlace[]>>();
  const qualified = new Map<string, Map<string, DefinitionPlace[]>>();
  for (const [file, { language, symbols }] of files.entries()) {
    const { family } = linkRules(language);
    const familyNames = getOrCreate(named, family);
    const familyQualifiedNames = getOrCreate(qualified, family);
    for (const [symbol, { name, qualifiedName, kind }] of symbols.entries()) {
      if (kind !== 'property') push(familyNames, name, { file, symbol });
      if (qualifiedName.length > name.length) push(familyQualifiedNames, qualifiedName, { file, symbol });
    }
  }
  const indexed: (FileNames | undefined)[] = [];
  const noPlaces: readonly DefinitionPlace[] = [];
  return {
    count: files.length,
    forFile(fileIndex) {
      const file = files[fileIndex];
      if (file === undefined)
        throw new Error(`File ${fileIndex} does not exist: the snapshot has ${files.length} files.`);
      return (indexed[fileIndex] ??= indexFileNames(fileIndex, file));
    },
    symbol: ({ file, symbol }) => files[file]?.symbols[symbol],
    findByName: (family, name) => named.get(family)?.get(name) ?? noPlaces,
    findByQualifiedName: (family, name) => qualified.get(family)?.get(name) ?? noPlaces,
  };
}

function getOrCreate<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  let map = maps.get(key);
  if (map === undefined) maps.set(key, (map = new Map<string, V>()));
  return map;
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function indexFileNames(fileIndex: number, file: LinkableFile): FileNames {
  const { outline, symbols } = file;
  const parents = findParents(symbols);
  const ordinals = new Map<string, number[]>();
  for (const [ordinal, { qualifiedName }] of symbols.entries()) push(ordinals, qualifiedName, ordinal);
  const bindings = new Map<string, Binding[]>();
  for (const from of outline.imports) {
    for (const name of from.names) {
      push(bindings, name.local, { from, name });
      // `import a.b` also binds `a`.
      const top = name.local.includes('.') ? name.local.slice(0, name.local.indexOf('.')) : undefined;
      if (top !== undefined)
        push(bindings, top, { from: { ...from, module: top }, name: { ...name, imported: top, local: top } });
    }
  }
  const bases = new Map<number | undefined, Reference[]>();
  for (const base of outline.bases) push(bases, base.within, base);
  return {
    fileIndex,
    file,
    rules: linkRules(file.language),
    ordinals,
    parents,
    parentOrdinals: new Set(parents),
    bindings,
    wildcards: outline.imports.filter((from) => from.wildcard),
    exports: new Map(outline.exports.map(({ exported, local }) => [exported, local])),
    fields: indexDeclaredTypes(outline.fields),
    returns: new Map(outline.returns.map(({ symbol, type }) => [symbol, type])),
    bases,
  };
}

/** A parent comes before its children, its qualified name is a prefix of theirs, and its lines enclose theirs. */
function findParents(symbols: readonly LinkableSymbol[]): (number | undefined)[] {
  const latest = new Map<string, number>();
  return symbols.map(({ startLine, endLine, qualifiedName }, ordinal) => {
    let parent: number | undefined;
    for (let end = qualifiedName.lastIndexOf('.'); end > 0; end = qualifiedName.lastIndexOf('.', end - 1)) {
      const candidate = latest.get(qualifiedName.slice(0, end));
      const enclosing = candidate === undefined ? undefined : symbols[candidate];
      if (enclosing !== undefined && enclosing.startLine <= startLine && endLine <= enclosing.endLine) {
        parent = candidate;
        break;
      }
    }
    latest.set(qualifiedName, ordinal);
    return parent;
  });
}
