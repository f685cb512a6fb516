/**
 * What a call may lead to when its receiver is of unknown type: the one method of that name among the files this one imports, the
 * one of that name in the repository, or a name alone with how many definitions bear it. The first is more than a match of names
 * only where the receiver is a name itself, and nothing outside the repository may be meant.
 */

import type { EdgeTarget, EdgeTier } from '../../core/edge.ts';
import { placeKey } from './entity.ts';
import type { Entity, Place } from './entity.ts';
import { createNearFiles } from './near-files.ts';
import { isOwnMethod } from './own-methods.ts';
import type { Resolver } from './resolver.ts';
import { functionKinds } from './snapshot-names.ts';
import type { FileNames } from './snapshot-names.ts';

interface Guess {
  readonly tier: EdgeTier;
  /** A definition of the repository, or undefined for the name alone. */
  readonly to: EdgeTarget;
}

interface Origin {
  readonly file: number;
  readonly within: number | undefined;
}

interface CalledMember {
  readonly name: string;
  readonly receiver: string;
  readonly on: Entity | undefined;
}

export interface Guesses {
  /** For a member of a receiver whose type is not known; `on` is what the receiver leads to. */
  member(from: Origin, called: CalledMember): Guess | undefined;
  /** For a bare name of a language where nothing says where it comes from. */
  bare(file: number, name: string): Guess | undefined;
}

export function createGuesses(resolver: Resolver): Guesses {
  const nearTo = createNearFiles(resolver);
  const kept = new Map<string, readonly Place[]>();
  const { names } = resolver;

  const candidatesOf = (family: string, name: string, isMember: boolean): readonly Place[] => {
    const key = `${family} ${isMember} ${name}`;
    let found = kept.get(key);
    if (found === undefined) {
      found = names.named(family, name).filter((place) => isCallable(resolver, place, isMember));
      kept.set(key, (found = distinct(resolver, found)));
    }
    return found;
  };
  const targetOf = ({ file, symbol }: Place): EdgeTarget => ({ path: names.of(file).file.path, symbol });

  const guess = (
    { file, within }: Origin,
    { name, called }: { readonly name: string; readonly called: CalledMember | undefined },
  ): Guess | undefined => {
    const isMember = called !== undefined;
    const { family } = names.of(file).rules;
    const candidates = candidatesOf(family, name, isMember);
    const [only] = candidates;
    if (only === undefined) return undefined;
    const isOwn = isMember && isOwnMethod(family, name);
    if (!isOwn && (!isMember || isNamed(resolver, called))) {
      const files = nearTo(file);
      const [first, second] = candidates.filter(
        (place) => files.has(place.file) && isInSight(names.of(place.file), place, { file, within }),
      );
      // A method that calls one of its own name passes the call on, to another type's.
      const isPassedOn = first?.file === file && first.symbol === within;
      const isOne =
        first !== undefined &&
        second === undefined &&
        !isPassedOn &&
        !(isMember && mayBeOutside(resolver, first));
      // Others of the name lie further off: then the value must be called as its type is.
      const isLikely =
        candidates.length === 1 || !isMember || isCalledAs(called.receiver, qualifierOf(names, first));
      if (isOne && isLikely) return { tier: 'import-scoped', to: targetOf(first) };
    }
    const isOne = candidates.length === 1 && !isOwn;
    return { tier: 'name-match', to: isOne ? targetOf(only) : { name, candidates: candidates.length } };
  };

  return {
    member: (from, called) => guess(from, { name: called.name, called }),
    bare: (file, name) => guess({ file, within: undefined }, { name, called: undefined }),
  };
}

/**
 * A name, and not that of a function. Of a longer path each further segment is of unknown type as well, and what a function has is
 * what decorated it, from wherever that comes.
 */
function isNamed({ names }: Resolver, { receiver, on }: CalledMember): boolean {
  const kind = on?.is === 'definition' ? names.symbol(on.at)?.kind : undefined;
  return receiver !== '' && !receiver.includes('.') && (kind === undefined || !functionKinds.has(kind));
}

/** A type that inherits from outside may have the method from there, and the value be of that type. */
function mayBeOutside(resolver: Resolver, { file, symbol }: Place): boolean {
  const type = resolver.enclosingType(file, symbol);
  const types = new Map(type === undefined ? [] : [[placeKey(type), type]]);
  for (const at of types.values()) {
    const { places, outside } = resolver.basesOf(at);
    if (outside) return true;
    for (const base of places) types.set(placeKey(base), base);
  }
  return false;
}

/** The last segment of what a method belongs to. */
function qualifierOf(names: Resolver['names'], place: Place | undefined): string {
  return (place && names.symbol(place)?.qualifiedName.split('.').at(-2)) ?? '';
}

/** `router` of type `TrieRouter`, `dir` of `Dir`, `c` of `Context`, `td` of `TempDir`. */
function isCalledAs(receiver: string, type: string): boolean {
  const last = receiver.slice(receiver.lastIndexOf('.') + 1);
  const name = last.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const initials = [...type.matchAll(/\p{Lu}/gu)].join('').toLowerCase();
  const lowered = type.toLowerCase();
  if (name.length < 3) return name !== '' && (name === initials || name === lowered);
  return lowered.includes(name) || (lowered.length > 2 && name.includes(lowered));
}

/** What lies in a function is seen in it alone. */
function isInSight({ file, parents, place }: FileNames, { symbol }: Place, from: Origin): boolean {
  let outermost: number | undefined;
  for (let around = parents[symbol]; around !== undefined; around = parents[around])
    if (functionKinds.has(file.symbols[around]?.kind ?? 'module')) outermost = around;
  if (outermost === undefined) return true;
  if (from.file !== place) return false;
  for (let around = from.within; around !== undefined; around = parents[around])
    if (around === outermost) return true;
  return false;
}

/** A method, or a function that is a member of a value: `parse` of `const json = { parse() {} }`. */
function isCallable({ names }: Resolver, { file, symbol }: Place, isMember: boolean): boolean {
  const { kind, qualifiedName, name } = names.symbol({ file, symbol }) ?? {};
  if (kind === undefined || !functionKinds.has(kind)) return false;
  const { rules, file: own, parents } = names.of(file);
  const parent = own.symbols[parents[symbol] ?? -1]?.kind;
  const isOfValue =
    kind === 'method' || (qualifiedName !== name && parent !== undefined && !functionKinds.has(parent));
  if (isMember) return isOfValue && parent !== 'module';
  return rules.family === 'ruby' || !isOfValue || parent === 'module';
}

/** One of each qualified name in a file, and of each declaration and its definition: overloads are one to a caller. */
function distinct({ names }: Resolver, places: readonly Place[]): Place[] {
  const seen = new Map<string, Place>();
  for (const place of places) {
    const symbol = names.symbol(place);
    const { rules } = names.of(place.file);
    const isWide = rules.methodsIn === 'anywhere' || rules.family === 'c';
    const key = `${isWide ? '' : place.file} ${symbol?.qualifiedName}`;
    const known = seen.get(key);
    if (known === undefined || (isWide && spans(names.symbol(place)) > spans(names.symbol(known))))
      seen.set(key, place);
  }
  return [...new Map([...seen.values()].map((place) => [placeKey(place), place])).values()];
}

/** A definition takes more lines than its declaration. */
function spans(symbol: { readonly startLine: number; readonly endLine: number } | undefined): number {
  return symbol === undefined ? 0 : symbol.endLine - symbol.startLine;
}
