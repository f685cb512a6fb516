/**
 * The names of all files of a snapshot, indexed once: every later question is a look-up. What concerns one file alone is
 * made when it is first asked for.
 */

import type { FileImport, ImportedName, Reference } from '../../core/reference.ts';
import type { SymbolKind } from '../../core/symbol.ts';
import type { LinkableFile, LinkableSymbol } from '../../ports/graph-store.ts';
import type { Place } from './entity.ts';
import { linkRules } from './link-rules.ts';
import type { LinkRules } from './link-rules.ts';
import { toldTypes } from './told-types.ts';
import type { ToldTypes } from './told-types.ts';

interface Binding {
  readonly from: FileImport;
  readonly name: ImportedName;
}

export interface FileNames {
  readonly place: number;
  readonly file: LinkableFile;
  readonly rules: LinkRules;
  /** Ordinals by qualified name, in the order of the text. */
  readonly ordinals: ReadonlyMap<string, readonly number[]>;
  /** The innermost definition around each, by ordinal. */
  readonly parents: readonly (number | undefined)[];
  /** Those that are the innermost around some other. */
  readonly holders: ReadonlySet<number | undefined>;
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
  readonly wildcards: readonly FileImport[];
  /** Locals by the name they are exported as. */
  readonly exports: ReadonlyMap<string, string>;
  /** Types of fields by the type they belong to; of the file's own variables by undefined. */
  readonly fields: ToldTypes;
  readonly returns: ReadonlyMap<number, string>;
  readonly bases: ReadonlyMap<number | undefined, readonly Reference[]>;
}

export interface SnapshotNames {
  readonly count: number;
  of(file: number): FileNames;
  symbol(place: Place): LinkableSymbol | undefined;
  /** Definitions of a bare name in a family, properties left out, in the order of paths. */
  named(family: string, name: string): readonly Place[];
  /** Definitions of a qualified name of several segments in a family, in the order of paths. */
  qualified(family: string, qualifiedName: string): readonly Place[];
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

/** @param files in the order of paths. */
export function indexNames(files: readonly LinkableFile[]): SnapshotNames {
  const named = new Map<string, Map<string, Place[]>>();
  const qualified = new Map<string, Map<string, Place[]>>();
  for (const [file, { language, symbols }] of files.entries()) {
    const { family } = linkRules(language);
    const ofFamily = mapAt(named, family);
    const pathsOfFamily = mapAt(qualified, family);
    for (const [symbol, { name, qualifiedName, kind }] of symbols.entries()) {
      if (kind !== 'property') push(ofFamily, name, { file, symbol });
      if (qualifiedName.length > name.length) push(pathsOfFamily, qualifiedName, { file, symbol });
    }
  }
  const made: (FileNames | undefined)[] = [];
  const none: readonly Place[] = [];
  return {
    count: files.length,
    of(place) {
      const file = files[place];
      if (file === undefined) throw new Error(`no file ${place} of ${files.length}`);
      return (made[place] ??= namesOf(place, file));
    },
    symbol: ({ file, symbol }) => files[file]?.symbols[symbol],
    named: (family, name) => named.get(family)?.get(name) ?? none,
    qualified: (family, name) => qualified.get(family)?.get(name) ?? none,
  };
}

function mapAt<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  let map = maps.get(key);
  if (map === undefined) maps.set(key, (map = new Map<string, V>()));
  return map;
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function namesOf(place: number, file: LinkableFile): FileNames {
  const { outline, symbols } = file;
  const parents = parentsOf(symbols);
  const ordinals = new Map<string, number[]>();
  for (const [ordinal, { qualifiedName }] of symbols.entries()) push(ordinals, qualifiedName, ordinal);
  const bindings = new Map<string, Binding[]>();
  for (const from of outline.imports) {
    for (const name of from.names) {
      push(bindings, name.local, { from, name });
      // `import a.b` binds `a`, too.
      const top = name.local.includes('.') ? name.local.slice(0, name.local.indexOf('.')) : undefined;
      if (top !== undefined)
        push(bindings, top, { from: { ...from, module: top }, name: { ...name, imported: top, local: top } });
    }
  }
  const bases = new Map<number | undefined, Reference[]>();
  for (const base of outline.bases) push(bases, base.within, base);
  return {
    place,
    file,
    rules: linkRules(file.language),
    ordinals,
    parents,
    holders: new Set(parents),
    bindings,
    wildcards: outline.imports.filter((from) => from.wildcard),
    exports: new Map(outline.exports.map(({ exported, local }) => [exported, local])),
    fields: toldTypes(outline.fields),
    returns: new Map(outline.returns.map(({ symbol, type }) => [symbol, type])),
    bases,
  };
}

/** What encloses stands before what is enclosed, and lends it its name: names tell it, and lines confirm. */
function parentsOf(symbols: readonly LinkableSymbol[]): (number | undefined)[] {
  const latest = new Map<string, number>();
  return symbols.map(({ startLine, endLine, qualifiedName }, ordinal) => {
    let parent: number | undefined;
    for (let end = qualifiedName.lastIndexOf('.'); end > 0; end = qualifiedName.lastIndexOf('.', end - 1)) {
      const candidate = latest.get(qualifiedName.slice(0, end));
      const around = candidate === undefined ? undefined : symbols[candidate];
      if (around !== undefined && around.startLine <= startLine && endLine <= around.endLine) {
        parent = candidate;
        break;
      }
    }
    latest.set(qualifiedName, ordinal);
    return parent;
  });
}
