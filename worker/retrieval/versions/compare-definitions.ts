/**
 * Compares the definitions of two versions. A removed and an added definition with the same text are reported as moved. A
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

/** Returns changes ordered by path and line: of the later version, or of the earlier one for removed definitions. */
export function compareDefinitions(
  before: readonly DigestedSymbol[],
  after: readonly DigestedSymbol[],
): readonly DefinitionChange[] {
  const oldByKey = numberDuplicates(before);
  const newByKey = numberDuplicates(after);
  const paired: DefinitionChange[] = [];
  const added: DigestedSymbol[] = [];
  for (const [key, symbol] of newByKey) {
    const oldSymbol = oldByKey.get(key);
    if (oldSymbol === undefined) added.push(symbol);
    else if (oldSymbol.digest !== symbol.digest)
      paired.push(
        createChange(oldSymbol.signature === symbol.signature ? 'body' : 'signature', oldSymbol, symbol),
      );
  }
  const removed = [...oldByKey].filter(([key]) => !newByKey.has(key)).map(([, symbol]) => symbol);
  const moved = findMoved(removed, added);
  const origins = new Set(moved.values());
  const unpaired = [
    ...added.map((symbol) => {
      const origin = moved.get(symbol);
      return origin === undefined
        ? createChange('added', undefined, symbol)
        : createChange('moved', origin, symbol);
    }),
    ...removed
      .filter((symbol) => !origins.has(symbol))
      .map((symbol) => createChange('removed', symbol, undefined)),
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
    symbols.map((symbol) => {
      const name = `${symbol.path}\n${symbol.qualifiedName}`;
      const times = seen.get(name) ?? 0;
      seen.set(name, times + 1);
      return [`${name}\n${times}`, symbol];
    }),
  );
}

/** Pairs added definitions with removed ones that have the same text and name. */
function findMoved(
  removed: readonly DigestedSymbol[],
  added: readonly DigestedSymbol[],
): ReadonlyMap<DigestedSymbol, DigestedSymbol> {
  const origins = new Map<string, DigestedSymbol[]>();
  for (const symbol of removed) {
    const key = `${symbol.name}\n${symbol.digest}`;
    const candidates = origins.get(key);
    if (candidates === undefined) origins.set(key, [symbol]);
    else candidates.push(symbol);
  }
  const moved = new Map<DigestedSymbol, DigestedSymbol>();
  for (const symbol of added) {
    const origin = origins.get(`${symbol.name}\n${symbol.digest}`)?.shift();
    if (origin !== undefined) moved.set(symbol, origin);
  }
  return moved;
}

/** Drops body changes of definitions for which a changed member is reported. */
function dropEnclosing(changes: readonly DefinitionChange[]): readonly DefinitionChange[] {
  const enclosingNames = new Set<string>();
  for (const change of changes) {
    const { path, qualifiedName } = locationAfter(change);
    const parts = qualifiedName.split('.');
    for (let length = 1; length < parts.length; length += 1)
      enclosingNames.add(`${path}\n${parts.slice(0, length).join('.')}`);
  }
  return changes.filter(
    (change) =>
      change.change !== 'body' ||
      !enclosingNames.has(`${locationAfter(change).path}\n${locationAfter(change).qualifiedName}`),
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
