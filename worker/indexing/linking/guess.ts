/**
 * Guesses the target of a call whose receiver has an unknown type. It tries the only method with that name in the imported files, then the
 * only one in the repository, then returns the name and its number of definitions. The first guess, with the tier `import-scoped`, requires
 * a plain name as receiver and excludes methods that may be external.
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
  readonly receiverEntity: Entity | undefined;
}

export interface Guesses {
  /** Guesses a member of a receiver with an unknown type; `receiverEntity` is what the receiver resolves to. */
  member(from: Origin, called: CalledMember): Guess | undefined;
  /** Guesses a bare name in a language without explicit imports. */
  bareName(file: number, name: string): Guess | undefined;
}

export function createGuesses(resolver: Resolver): Guesses {
  const findNearFiles = createNearFiles(resolver);
  const cached = new Map<string, readonly DefinitionPlace[]>();
  const { names } = resolver;

  const findCandidates = (family: string, name: string, isMember: boolean): readonly DefinitionPlace[] => {
    const key = `${family} ${isMember} ${name}`;
    let found = cached.get(key);
    if (found === undefined) {
      found = names.findByName(family, name).filter((place) => isCallable(resolver, place, isMember));
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
    const isBuiltin = isMember && isBuiltinMethod(family, name);
    if (!isBuiltin && (!isMember || isPlainName(resolver, called))) {
      const files = findNearFiles(file);
      const [first, second] = candidates.filter(
        (place) => files.has(place.file) && isVisible(names.forFile(place.file), place, { file, within }),
      );
      // A method that calls a method with its own name delegates to another type.
      const isDelegation = first?.file === file && first.symbol === within;
      const isUnique =
        first !== undefined &&
        second === undefined &&
        !isDelegation &&
        !(isMember && mayInheritExternally(resolver, first));
      // With other candidates elsewhere, the receiver's name must resemble its type.
      const isLikely =
        candidates.length === 1 || !isMember || resemblesType(called.receiver, containerName(names, first));
      if (isUnique && isLikely) return { tier: 'import-scoped', to: toTarget(first) };
    }
    const isUnique = candidates.length === 1 && !isBuiltin;
    return { tier: 'name-match', to: isUnique ? toTarget(only) : { name, candidates: candidates.length } };
  };

  return {
    member: (from, called) => guess(from, { name: called.name, called }),
    bareName: (file, name) => guess({ file, within: undefined }, { name, called: undefined }),
  };
}

/**
 * Whether the receiver is a single name that is not a function. Every further segment of a path has an unknown type too, and the members
 * of a function come from its decorators.
 */
function isPlainName({ names }: Resolver, { receiver, receiverEntity }: CalledMember): boolean {
  const kind = receiverEntity?.is === 'definition' ? names.symbol(receiverEntity.at)?.kind : undefined;
  return receiver !== '' && !receiver.includes('.') && (kind === undefined || !functionKinds.has(kind));
}

/** A type with an external base may inherit the method from there. */
function mayInheritExternally(resolver: Resolver, { file, symbol }: DefinitionPlace): boolean {
  const type = resolver.enclosingType(file, symbol);
  const types = new Map(type === undefined ? [] : [[placeKey(type), type]]);
  for (const at of types.values()) {
    const { places, hasExternal } = resolver.basesOf(at);
    if (hasExternal) return true;
    for (const base of places) types.set(placeKey(base), base);
  }
  return false;
}

/** Returns the last segment of the container's name. */
function containerName(names: Resolver['names'], place: DefinitionPlace | undefined): string {
  return (place && names.symbol(place)?.qualifiedName.split('.').at(-2)) ?? '';
}

/** Whether a receiver's name resembles a type: `router` and `TrieRouter`, `dir` and `Dir`, `c` and `Context`, `td` and `TempDir`. */
function resemblesType(receiver: string, type: string): boolean {
  const last = receiver.slice(receiver.lastIndexOf('.') + 1);
  const name = last.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const initials = [...type.matchAll(/\p{Lu}/gu)].join('').toLowerCase();
  const lowered = type.toLowerCase();
  if (name.length < 3) return name !== '' && (name === initials || name === lowered);
  return lowered.includes(name) || (lowered.length > 2 && name.includes(lowered));
}

/** Whether the definition is visible from the origin. Definitions inside a function are visible only in it. */
function isVisible(
  { file, parents, fileIndex }: FileNames,
  { symbol }: DefinitionPlace,
  from: Origin,
): boolean {
  let outermost: number | undefined;
  for (let ancestor = parents[symbol]; ancestor !== undefined; ancestor = parents[ancestor])
    if (functionKinds.has(file.symbols[ancestor]?.kind ?? 'module')) outermost = ancestor;
  if (outermost === undefined) return true;
  if (from.file !== fileIndex) return false;
  for (let ancestor = from.within; ancestor !== undefined; ancestor = parents[ancestor])
    if (ancestor === outermost) return true;
  return false;
}

/**
 * Whether a call can refer to the definition. A member call refers to a method, or to a function in a value, such as `parse` in
 * `const json = { parse() {} }`.
 */
function isCallable({ names }: Resolver, { file, symbol }: DefinitionPlace, isMember: boolean): boolean {
  const { kind, qualifiedName, name } = names.symbol({ file, symbol }) ?? {};
  if (kind === undefined || !functionKinds.has(kind)) return false;
  const { rules, file: own, parents } = names.forFile(file);
  const parent = own.symbols[parents[symbol] ?? -1]?.kind;
  const belongsToValue =
    kind === 'method' || (qualifiedName !== name && parent !== undefined && !functionKinds.has(parent));
  if (isMember) return belongsToValue && parent !== 'module';
  return rules.family === 'ruby' || !belongsToValue || parent === 'module';
}

/**
 * Keeps one definition per qualified name in a file, because a call does not show which overload it uses. Where a declaration and its
 * definition may be in different files, keeps only the definition.
 */
function dropOverloads({ names }: Resolver, places: readonly DefinitionPlace[]): DefinitionPlace[] {
  const seen = new Map<string, DefinitionPlace>();
  for (const place of places) {
    const symbol = names.symbol(place);
    const { rules } = names.forFile(place.file);
    const spansFiles = rules.methodsIn === 'anywhere' || rules.family === 'c';
    const key = `${spansFiles ? '' : place.file} ${symbol?.qualifiedName}`;
    const known = seen.get(key);
    if (known === undefined || (spansFiles && lineSpan(names.symbol(place)) > lineSpan(names.symbol(known))))
      seen.set(key, place);
  }
  return [...new Map([...seen.values()].map((place) => [placeKey(place), place])).values()];
}

/** Returns the number of lines after the first. A definition has more than its declaration. */
function lineSpan(symbol: { readonly startLine: number; readonly endLine: number } | undefined): number {
  return symbol === undefined ? 0 : symbol.endLine - symbol.startLine;
}
