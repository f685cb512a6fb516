/**
 * Compares the definitions of two versions. A removed and an added definition with the same text count as moved; a
 * changed member is reported instead of its type.
 */

import type { SymbolRow } from '../../ports/chunk-store.ts';

/** A definition with the digest of its lines. */
export interface DigestedSymbol extends SymbolRow {
  readonly digest: string;
}

export interface DefinitionChange {
  readonly name: string;
  readonly kind: SymbolRow['kind'];
  /** `signature`: the signature differs; `body`: only the body differs. */
  readonly change: 'added' | 'removed' | 'signature' | 'body' | 'moved';
  readonly before: SymbolRow | undefined;
  readonly after: SymbolRow | undefined;
}

/** Returns changes by path and line, in the later version if the definition is there. */
export function compareDefinitions(
  before: readonly DigestedSymbol[],
  after: readonly DigestedSymbol[],
): readonly DefinitionChange[] {
  const oldByKey = numberDuplicates(before);
  const newByKey = numberDuplicates(after);
  const paired: DefinitionChange[] = [];
  const added: DigestedSymbol[] = [];
  for (const [key, one] of newByKey) {
    const other = oldByKey.get(key);
    if (other === undefined) added.push(one);
    else if (other.digest !== one.digest)
      paired.push(createChange(other.signature === one.signature ? 'body' : 'signature', other, one));
  }
  const removed = [...oldByKey].filter(([key]) => !newByKey.has(key)).map(([, one]) => one);
  const moved = findMoved(removed, added);
  const origins = new Set(moved.values());
  const unpaired = [
    ...added.map((one) => {
      const origin = moved.get(one);
      return origin === undefined
        ? createChange('added', undefined, one)
        : createChange('moved', origin, one);
    }),
    ...removed.filter((one) => !origins.has(one)).map((one) => createChange('removed', one, undefined)),
  ];
  return dropEnclosing([...paired, ...unpaired]).toSorted(
    (a, b) =>
      compareText(locationAfter(a).path, locationAfter(b).path) ||
      locationAfter(a).startLine - locationAfter(b).startLine,
  );
}

function numberDuplicates(symbols: readonly DigestedSymbol[]): ReadonlyMap<string, DigestedSymbol> {
  const seen = new Map<string, number>();
  return new Map(
    symbols.map((one) => {
      const name = `${one.path}\n${one.qualifiedName}`;
      const times = seen.get(name) ?? 0;
      seen.set(name, times + 1);
      return [`${name}\n${times}`, one];
    }),
  );
}

/** Pairs added definitions with removed ones that have the same text and name. */
function findMoved(
  removed: readonly DigestedSymbol[],
  added: readonly DigestedSymbol[],
): ReadonlyMap<DigestedSymbol, DigestedSymbol> {
  const origins = new Map<string, DigestedSymbol[]>();
  for (const one of removed) {
    const key = `${one.name}\n${one.digest}`;
    const same = origins.get(key);
    if (same === undefined) origins.set(key, [one]);
    else same.push(one);
  }
  const moved = new Map<DigestedSymbol, DigestedSymbol>();
  for (const one of added) {
    const origin = origins.get(`${one.name}\n${one.digest}`)?.shift();
    if (origin !== undefined) moved.set(one, origin);
  }
  return moved;
}

/** Drops body changes of definitions for which a changed member is reported. */
function dropEnclosing(changes: readonly DefinitionChange[]): readonly DefinitionChange[] {
  const outer = new Set<string>();
  for (const change of changes) {
    const { path, qualifiedName } = locationAfter(change);
    const parts = qualifiedName.split('.');
    for (let length = 1; length < parts.length; length += 1)
      outer.add(`${path}\n${parts.slice(0, length).join('.')}`);
  }
  return changes.filter(
    (one) =>
      one.change !== 'body' || !outer.has(`${locationAfter(one).path}\n${locationAfter(one).qualifiedName}`),
  );
}

function createChange(
  change: DefinitionChange['change'],
  before: SymbolRow | undefined,
  after: SymbolRow | undefined,
): DefinitionChange {
  const { qualifiedName, kind } = locationAfter({ before, after });
  return { name: qualifiedName, kind, change, before, after };
}

function locationAfter({
  before,
  after,
}: Pick<DefinitionChange, 'before' | 'after'>): Pick<
  SymbolRow,
  'path' | 'startLine' | 'qualifiedName' | 'kind'
> {
  return after ?? before ?? { path: '', startLine: 0, qualifiedName: '', kind: 'variable' };
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
