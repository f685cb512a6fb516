/**
 * Guesses the target of a call whose receiver has an unknown type: the only method with that name among the imported files, the only one
 * in the repository, or the bare name with its number of definitions. The first guess is `import-scoped` only if the receiver is a plain
 * name and no external method can be meant.
 */

import type { EdgeTarget, EdgeTier } from '../../core/code/edge.ts';
import { placeKey } from './entity.ts';
import type { Entity, DefinitionPlace } from './entity.ts';
import { createNearFiles } from './near-files.ts';
import { isBuiltinMethod } from './language-builtins.ts';
import type { Resolver } from './resolver.ts';
import { functionKinds } from './snapshot-names.ts';
import type { FileNames } from './snapshot-names.ts';

interface Guess {
  readonly tier: EdgeTier;
  /** A definition in the repository, or the name with its number of candidates. */
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
  /** Guesses a member of a receiver with an unknown type; `on` is what the receiver resolves to. */
  member(from: Origin, called: CalledMember): Guess | undefined;
  /** Guesses a bare name in a language without explicit imports. */
  bare(file: number, name: string): Guess | undefined;
}

export function createGuesses(resolver: Resolver): Guesses {
  const nearTo = createNearFiles(resolver);
  const cached = new Map<string, readonly DefinitionPlace[]>();
  const { names } = resolver;

  const findCandidates = (family: string, name: string, isMember: boolean): readonly DefinitionPlace[] => {
    const key = `${family} ${isMember} ${name}`;
    let found = cached.get(key);
    if (found === undefined) {
      found = names.named(family, name).filter((place) => isCallable(resolver, place, isMember));
      cached.set(key, (found = dropOverloads(resolver, found)));
    }
    return found;
  };
  const toTarget = ({ file, symbol }: DefinitionPlace): EdgeTarget => ({
    path: names.forFile(file).file.path,
    symbol,
  });

  const guess = (
    { file, within }: Origin,
    { name, called }: { readonly name: string; readonly called: CalledMember | undefined },
  ): Guess | undefined => {
    const isMember = called !== undefined;
    const { family } = names.forFile(file).rules;
    const candidates = findCandidates(family, name, isMember);
    const [only] = candidates;
    if (only === undefined) return undefined;
    const isOwn = isMember && isBuiltinMethod(family, name);
    if (!isOwn && (!isMember || isPlainName(resolver, called))) {
      const files = nearTo(file);
      const [first, second] = candidates.filter(
        (place) => files.has(place.file) && isVisible(names.forFile(place.file), place, { file, within }),
      );
      // A method that calls one with its own name delegates to another type.
      const isPassedOn = first?.file === file && first.symbol === within;
      const isOne =
        first !== undefined &&
        second === undefined &&
        !isPassedOn &&
        !(isMember && mayInheritExternally(resolver, first));
      // With other candidates elsewhere, the receiver's name must resemble its type.
      const isLikely =
        candidates.length === 1 || !isMember || soundsLikeType(called.receiver, ownerName(names, first));
      if (isOne && isLikely) return { tier: 'import-scoped', to: toTarget(first) };
    }
    const isOne = candidates.length === 1 && !isOwn;
    return { tier: 'name-match', to: isOne ? toTarget(only) : { name, candidates: candidates.length } };
  };

  return {
    member: (from, called) => guess(from, { name: called.name, called }),
    bare: (file, name) => guess({ file, within: undefined }, { name, called: undefined }),
  };
}

/**
 * Whether the receiver is a single name that is not a function. Every further segment of a path has an unknown type too, and the members
 * of a function come from its decorators.
 */
function isPlainName({ names }: Resolver, { receiver, on }: CalledMember): boolean {
  const kind = on?.is === 'definition' ? names.symbol(on.at)?.kind : undefined;
  return receiver !== '' && !receiver.includes('.') && (kind === undefined || !functionKinds.has(kind));
}

/** A type with an external base may inherit the method from there. */
function mayInheritExternally(resolver: Resolver, { file, symbol }: DefinitionPlace): boolean {
  const type = resolver.enclosingType(file, symbol);
  const types = new Map(type === undefined ? [] : [[placeKey(type), type]]);
  for (const at of types.values()) {
    const { places, outside } = resolver.basesOf(at);
    if (outside) return true;
    for (const base of places) types.set(placeKey(base), base);
  }
  return false;
}

/** The last segment of the container's name. */
function ownerName(names: Resolver['names'], place: DefinitionPlace | undefined): string {
  return (place && names.symbol(place)?.qualifiedName.split('.').at(-2)) ?? '';
}

/** Whether a receiver's name resembles a type: `router` and `TrieRouter`, `dir` and `Dir`, `c` and `Context`, `td` and `TempDir`. */
function soundsLikeType(receiver: string, type: string): boolean {
  const last = receiver.slice(receiver.lastIndexOf('.') + 1);
  const name = last.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const initials = [...type.matchAll(/\p{Lu}/gu)].join('').toLowerCase();
  const lowered = type.toLowerCase();
  if (name.length < 3) return name !== '' && (name === initials || name === lowered);
  return lowered.includes(name) || (lowered.length > 2 && name.includes(lowered));
}

/** Definitions inside a function are visible only in it. */
function isVisible({ file, parents, place }: FileNames, { symbol }: DefinitionPlace, from: Origin): boolean {
  let outermost: number | undefined;
  for (let around = parents[symbol]; around !== undefined; around = parents[around])
    if (functionKinds.has(file.symbols[around]?.kind ?? 'module')) outermost = around;
  if (outermost === undefined) return true;
  if (from.file !== place) return false;
  for (let around = from.within; around !== undefined; around = parents[around])
    if (around === outermost) return true;
  return false;
}

/** Whether it is a method, or a function that is a member of a value, such as `parse` in `const json = { parse() {} }`. */
function isCallable({ names }: Resolver, { file, symbol }: DefinitionPlace, isMember: boolean): boolean {
  const { kind, qualifiedName, name } = names.symbol({ file, symbol }) ?? {};
  if (kind === undefined || !functionKinds.has(kind)) return false;
  const { rules, file: own, parents } = names.forFile(file);
  const parent = own.symbols[parents[symbol] ?? -1]?.kind;
  const isOfValue =
    kind === 'method' || (qualifiedName !== name && parent !== undefined && !functionKinds.has(parent));
  if (isMember) return isOfValue && parent !== 'module';
  return rules.family === 'ruby' || !isOfValue || parent === 'module';
}

/** Keeps one definition per qualified name in a file, and one of a declaration and its definition: a caller sees overloads as one. */
function dropOverloads({ names }: Resolver, places: readonly DefinitionPlace[]): DefinitionPlace[] {
  const seen = new Map<string, DefinitionPlace>();
  for (const place of places) {
    const symbol = names.symbol(place);
    const { rules } = names.forFile(place.file);
    const isWide = rules.methodsIn === 'anywhere' || rules.family === 'c';
    const key = `${isWide ? '' : place.file} ${symbol?.qualifiedName}`;
    const known = seen.get(key);
    if (known === undefined || (isWide && lineSpan(names.symbol(place)) > lineSpan(names.symbol(known))))
      seen.set(key, place);
  }
  return [...new Map([...seen.values()].map((place) => [placeKey(place), place])).values()];
}

/** A definition takes more lines than its declaration. */
function lineSpan(symbol: { readonly startLine: number; readonly endLine: number } | undefined): number {
  return symbol === undefined ? 0 : symbol.endLine - symbol.startLine;
}
