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
  /** `signature`: its head differs; `body`: only what it does. */
  readonly change: 'added' | 'removed' | 'signature' | 'body' | 'moved';
  readonly before: SymbolRow | undefined;
  readonly after: SymbolRow | undefined;
}

/** By path and line, of the version after where it is there. */
export function compareDefinitions(
  before: readonly DigestedSymbol[],
  after: readonly DigestedSymbol[],
): readonly DefinitionChange[] {
  const old = numbered(before);
  const fresh = numbered(after);
  const paired: DefinitionChange[] = [];
  const added: DigestedSymbol[] = [];
  for (const [key, one] of fresh) {
    const other = old.get(key);
    if (other === undefined) added.push(one);
    else if (other.digest !== one.digest)
      paired.push(changeOf(other.signature === one.signature ? 'body' : 'signature', other, one));
  }
  const gone = [...old].filter(([key]) => !fresh.has(key)).map(([, one]) => one);
  const moved = movedAmong(gone, added);
  const origins = new Set(moved.values());
  const unpaired = [
    ...added.map((one) => {
      const origin = moved.get(one);
      return origin === undefined ? changeOf('added', undefined, one) : changeOf('moved', origin, one);
    }),
    ...gone.filter((one) => !origins.has(one)).map((one) => changeOf('removed', one, undefined)),
  ];
  return withoutOuter([...paired, ...unpaired]).toSorted(
    (a, b) => compared(placeOf(a).path, placeOf(b).path) || placeOf(a).startLine - placeOf(b).startLine,
  );
}

function numbered(symbols: readonly DigestedSymbol[]): ReadonlyMap<string, DigestedSymbol> {
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

/** Each that is new with the one of the same text and name that is gone. */
function movedAmong(
  gone: readonly DigestedSymbol[],
  added: readonly DigestedSymbol[],
): ReadonlyMap<DigestedSymbol, DigestedSymbol> {
  const origins = new Map<string, DigestedSymbol[]>();
  for (const one of gone) {
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

/** Without those that changed in the body alone while a member of theirs is told. */
function withoutOuter(changes: readonly DefinitionChange[]): readonly DefinitionChange[] {
  const outer = new Set<string>();
  for (const change of changes) {
    const { path, qualifiedName } = placeOf(change);
    const parts = qualifiedName.split('.');
    for (let length = 1; length < parts.length; length += 1)
      outer.add(`${path}\n${parts.slice(0, length).join('.')}`);
  }
  return changes.filter(
    (one) => one.change !== 'body' || !outer.has(`${placeOf(one).path}\n${placeOf(one).qualifiedName}`),
  );
}

function changeOf(
  change: DefinitionChange['change'],
  before: SymbolRow | undefined,
  after: SymbolRow | undefined,
): DefinitionChange {
  const { qualifiedName, kind } = placeOf({ before, after });
  return { name: qualifiedName, kind, change, before, after };
}

function placeOf({
  before,
  after,
}: Pick<DefinitionChange, 'before' | 'after'>): Pick<
  SymbolRow,
  'path' | 'startLine' | 'qualifiedName' | 'kind'
> {
  return after ?? before ?? { path: '', startLine: 0, qualifiedName: '', kind: 'variable' };
}

function compared(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
