/**
 * Converts captured names to the port's form: dotted paths, one reference per position and kind, one binding per name and position. All are in the
 * order of the text. A budget relative to the text's length limits the work; once it is used up, receivers are treated as expressions without a path.
 */

import type { ReferenceKind } from '../../core/code/reference.ts';
import type { SymbolKind } from '../../core/code/symbol.ts';
import type { SyntaxReference, SyntaxReferences, SyntaxBinding } from '../../ports/parser.ts';
import type { CapturedNames, CapturedReference, CapturedBinding } from './captured-names.ts';
import type { LanguageRules } from './languages/language.ts';
import { createNameReader, isName, selfNames, type NameReader } from './name-reader.ts';
import { readTokenCall } from './token-call.ts';
import { readExports } from './read-exports.ts';

/** Maximum per file. */
const maxReferences = 100_000;
const maxBlocks = 50_000;
/** Maximum UTF-16 units of a list of public names. */
const maxListLength = 100_000;

export function readNames(
  text: string,
  captured: CapturedNames,
  { rules, definedKinds }: { rules: LanguageRules; definedKinds: ReadonlyMap<number, SymbolKind> },
): SyntaxReferences {
  const reading = createNameReader(text, rules, definedKinds);
  const references = readReferences(captured.references, reading);
  return {
    namespace: captured.namespaces.map(reading.readPath)[0],
    references,
    bindings: readBindings(captured.bindings, reading),
    exports: readExports(text, captured.exports),
    listed: readListed(text, captured, reading),
    returns: captured.returns.flatMap((range) => {
      const type = reading.readType(range);
      return type === undefined ? [] : [{ type, start: range.start }];
    }),
    globals: captured.globals.map((range) => ({ name: reading.readText(range), start: range.start })),
    blocks: captured.blocks.slice(0, maxBlocks),
    hoisted: captured.hoisted.slice(0, maxBindings).sort((a, b) => a.start - b.start),
    functionScoped: rules.functionScoped === true,
    bareNamesAreCalled: rules.bareNamesAreCalled === true,
    defaultsEvaluatedOutside: rules.defaultsEvaluatedOutside === true,
    truncated: captured.references.length > maxReferences,
  };
}

/** Reads the names in Python's `__all__`; undefined without it. */
function readListed(
  text: string,
  { listed }: CapturedNames,
  { readText }: NameReader,
): readonly string[] | undefined {
  const lists = listed.filter(({ list }) => list !== undefined && readText(list) === '__all__');
  if (lists.length === 0) return undefined;
  return lists
    .flatMap(({ strings: { start, end } }) => [
      ...text
        .slice(start, Math.min(end, start + maxListLength))
        .matchAll(/#.*|["']([\p{L}_][\p{L}\p{N}_]{0,199})["']/gu),
    ])
    .flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/** Kinds that are omitted if a reference of another kind is at the same position. */
const weakKinds: ReadonlySet<ReferenceKind> = new Set<ReferenceKind>(['type', 'value']);

function readReferences(captured: readonly CapturedReference[], reading: NameReader): SyntaxReference[] {
  const sortedReferences = captured
    .toSorted((a, b) => a.name.start - b.name.start)
    .slice(0, maxReferences)
    .flatMap((reference): SyntaxReference[] => {
      const resolved = reference.token ? addTokenReceiver(reference, reading) : reference;
      const converted = resolved && readReference(resolved, reading);
      return converted === undefined ? [] : [withSubject(converted, reference, reading)];
    })
    .sort((a, b) => a.start - b.start);
  const references: SyntaxReference[] = [];
  for (let groupStart = 0; groupStart < sortedReferences.length;) {
    let groupEnd = groupStart + 1;
    while (
      groupEnd < sortedReferences.length &&
      sortedReferences[groupEnd]?.start === sortedReferences[groupStart]?.start
    )
      groupEnd += 1;
    references.push(...selectStrongest(sortedReferences.slice(groupStart, groupEnd)));
    groupStart = groupEnd;
  }
  return references;
}

/** Selects one reference per kind at one position, without the weak kinds if there are others. */
function selectStrongest(samePosition: readonly SyntaxReference[]): readonly SyntaxReference[] {
  if (samePosition.length === 1) return samePosition;
  const byKind = new Map<ReferenceKind, SyntaxReference>();
  for (const reference of samePosition) {
    const existing = byKind.get(reference.kind);
    if (existing?.receiver === undefined) byKind.set(reference.kind, reference);
  }
  const references = [...byKind.values()];
  const strongReferences = references.filter(({ kind }) => !weakKinds.has(kind));
  if (strongReferences.length > 0) return strongReferences;
  return [byKind.get('type') ?? byKind.get('value')].filter((reference) => reference !== undefined);
}

/** @returns undefined when the tokens are not a call */
function addTokenReceiver(captured: CapturedReference, { text }: NameReader): CapturedReference | undefined {
  const receiver = readTokenCall(text, captured.name);
  if (receiver === undefined) return undefined;
  return { ...captured, receiver: receiver.start === captured.name.start ? undefined : receiver };
}

/** Uses the subject as the receiver. The previous receiver becomes part of the name; see `Reference.receiver`. */
function withSubject(
  reference: SyntaxReference,
  { subject }: CapturedReference,
  reading: NameReader,
): SyntaxReference {
  if (subject === undefined) return reference;
  const { name, receiver } = reference;
  return {
    ...reference,
    name: receiver === undefined ? name : `${receiver}.${name}`,
    receiver: reading.readPath(subject),
  };
}

function readReference(captured: CapturedReference, reading: NameReader): SyntaxReference | undefined {
  const { kind } = captured;
  const { start, end } = captured.name;
  const source = reading.readText(captured.name);
  const isPlain = /^[\p{L}_][\p{L}\p{N}_]*[?!]?$/u.test(source);
  const path = isPlain ? source : reading.readPath(captured.name).replace(/\(\)$/, '');
  const dot = path.lastIndexOf('.');
  const name = path.slice(dot + 1);
  if (!isName(name)) return undefined;
  const receiver = captured.receiver
    ? reading.readPath(captured.receiver)
    : dot === -1
      ? undefined
      : path.slice(0, dot);
  if (kind === 'type' && receiver === undefined && reading.rules.builtinTypes?.has(name) === true)
    return undefined;
  if (kind === 'render' && receiver === undefined && /^\p{Ll}/u.test(name)) return undefined;
  const nameStart = dot === -1 ? start : Math.max(start, reading.text.lastIndexOf(name, end - name.length));
  if (
    weakKinds.has(kind) &&
    (reading.definedKinds.has(nameStart) || (receiver === undefined && selfNames.has(name)))
  )
    return undefined;
  const { superMethod } = reading.rules;
  if (name === 'super' && kind === 'call' && receiver === undefined && superMethod !== undefined) {
    return { kind, name: superMethod, receiver: 'super', start };
  }
  return { kind, name, receiver, start: nameStart };
}

/** Maximum per file. */
const maxBindings = 20_000;

const variableKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['constant', 'property', 'variable']);

function readBindings(captured: readonly CapturedBinding[], reading: NameReader): SyntaxBinding[] {
  const selectedBindings = new Map<string, CapturedBinding>();
  for (const binding of captured) {
    const { receiver, name, member, own } = binding;
    // A definition's own name is not a local, except for variables, which may have a type, and function expressions.
    const kind = reading.definedKinds.get(name.start);
    if (kind !== undefined && !member && !own && !variableKinds.has(kind)) continue;
    if (receiver !== undefined && !selfNames.has(reading.readPath(receiver))) continue;
    const key = `${member} ${name.start}`;
    const existing = selectedBindings.get(key);
    const isFirst =
      existing === undefined ||
      (hasTypeInformation(existing) === hasTypeInformation(binding) && binding.pattern < existing.pattern);
    if (isFirst || (hasTypeInformation(binding) && !hasTypeInformation(existing)))
      selectedBindings.set(key, binding);
  }
  return [...selectedBindings.values()]
    .sort((a, b) => a.name.start - b.name.start)
    .slice(0, maxBindings)
    .flatMap((binding) => readBinding(binding, reading));
}

function hasTypeInformation({ type, value, neutral }: CapturedBinding): boolean {
  return type !== undefined || value !== undefined || neutral;
}

function readBinding(captured: CapturedBinding, reading: NameReader): SyntaxBinding[] {
  const { name, member, type, value, neutral, assigned, own } = captured;
  // Ruby's `@name` is `self.name`.
  const path = reading.readPath(name).replace(member ? /^self\./ : /^$/, '');
  if (!isName(path) || (!member && selfNames.has(path))) return [];
  const valuePath = value === undefined ? '' : reading.readPath(value);
  return [
    {
      name: path,
      type: reading.readType(type),
      typeSource: type === undefined && isName(valuePath) ? valuePath : undefined,
      start: name.start,
      member,
      // An annotation includes the colon before it; a value does not.
      declared: type !== undefined && reading.text.startsWith(':', type.start),
      neutral,
      assigned,
      own,
    },
  ];
}
