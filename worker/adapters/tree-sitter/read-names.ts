/**
 * Converts captured names to the port's form: dotted paths, one reference per position and kind, one binding per name and position, all in the order
 * of the text. A budget relative to the text's length limits the work; once it is used up, receivers count as expressions without a path.
 */

import type { ReferenceKind } from '../../core/code/reference.ts';
import type { SymbolKind } from '../../core/code/symbol.ts';
import type { SyntaxReference, SyntaxReferences } from '../../ports/parser.ts';
import type { CapturedNames, CapturedReference } from './captured-names.ts';
import type { LanguageRules } from './languages/language.ts';
import { createNameReader, isName, selfNames, type NameReader } from './name-reader.ts';
import { maxBindings, readBindings } from './read-bindings.ts';
import { readTokenCall } from './token-call.ts';
import { readExports } from './read-exports.ts';

/** Maximum per file. */
const maxCaptured = 100_000;
const maxBlocks = 50_000;
/** Maximum UTF-16 units of a list of public names. */
const maxListed = 100_000;

export function readNames(
  text: string,
  captured: CapturedNames,
  { rules, defined }: { rules: LanguageRules; defined: ReadonlyMap<number, SymbolKind> },
): SyntaxReferences {
  const reading = createNameReader(text, rules, defined);
  const references = readReferences(captured.references, reading);
  return {
    namespace: captured.namespaces.map(reading.path)[0],
    references,
    bindings: readBindings(captured.bindings, reading),
    exports: readExports(text, captured.exports),
    listed: readListed(text, captured, reading),
    returns: captured.returns.flatMap((range) => {
      const type = reading.type(range);
      return type === undefined ? [] : [{ type, start: range.start }];
    }),
    globals: captured.globals.map((range) => ({ name: reading.readText(range), start: range.start })),
    blocks: captured.blocks.slice(0, maxBlocks),
    hoisted: captured.hoisted.slice(0, maxBindings).sort((a, b) => a.start - b.start),
    functionScoped: rules.functionScoped === true,
    bareNamesAreCalled: rules.bareNamesAreCalled === true,
    defaultsEvaluatedOutside: rules.defaultsEvaluatedOutside === true,
    truncated: captured.references.length > maxCaptured,
  };
}

/** The names in `__all__`; undefined without it. */
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
        .slice(start, Math.min(end, start + maxListed))
        .matchAll(/#.*|["']([\p{L}_][\p{L}\p{N}_]{0,199})["']/gu),
    ])
    .flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/** Kinds that are dropped when a stronger kind is at the same position. */
const weak: ReadonlySet<ReferenceKind> = new Set<ReferenceKind>(['type', 'value']);

function readReferences(captured: readonly CapturedReference[], reading: NameReader): SyntaxReference[] {
  const read = captured
    .toSorted((a, b) => a.name.start - b.name.start)
    .slice(0, maxCaptured)
    .flatMap((reference): SyntaxReference[] => {
      const placed = reference.token ? placeTokenCall(reference, reading) : reference;
      const found = placed && readReference(placed, reading);
      return found === undefined ? [] : [withSubject(found, reference, reading)];
    })
    .sort((a, b) => a.start - b.start);
  const references: SyntaxReference[] = [];
  for (let first = 0; first < read.length;) {
    let end = first + 1;
    while (end < read.length && read[end]?.start === read[first]?.start) end += 1;
    references.push(...strongest(read.slice(first, end)));
    first = end;
  }
  return references;
}

/** One reference per kind at one position, without the weak kinds if there are others. */
function strongest(read: readonly SyntaxReference[]): readonly SyntaxReference[] {
  if (read.length === 1) return read;
  const byKind = new Map<ReferenceKind, SyntaxReference>();
  for (const reference of read) {
    const known = byKind.get(reference.kind);
    if (known?.receiver === undefined) byKind.set(reference.kind, reference);
  }
  const all = [...byKind.values()];
  const strong = all.filter(({ kind }) => !weak.has(kind));
  if (strong.length > 0) return strong;
  return [byKind.get('type') ?? byKind.get('value')].filter((reference) => reference !== undefined);
}

function placeTokenCall(captured: CapturedReference, { text }: NameReader): CapturedReference | undefined {
  const receiver = readTokenCall(text, captured.name);
  if (receiver === undefined) return undefined;
  return { ...captured, receiver: receiver.start === captured.name.start ? undefined : receiver };
}

/** Uses the subject as receiver; the path becomes part of the name, see `Reference.receiver`. */
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
    receiver: reading.path(subject),
  };
}

function readReference(captured: CapturedReference, reading: NameReader): SyntaxReference | undefined {
  const { kind } = captured;
  const { start, end } = captured.name;
  const written = reading.readText(captured.name);
  const isPlain = /^[\p{L}_][\p{L}\p{N}_]*[?!]?$/u.test(written);
  const path = isPlain ? written : reading.path(captured.name).replace(/\(\)$/, '');
  const cut = path.lastIndexOf('.');
  const name = path.slice(cut + 1);
  if (!isName(name)) return undefined;
  const receiver = captured.receiver
    ? reading.path(captured.receiver)
    : cut === -1
      ? undefined
      : path.slice(0, cut);
  if (kind === 'type' && receiver === undefined && reading.rules.builtinTypes?.has(name) === true)
    return undefined;
  if (kind === 'render' && receiver === undefined && /^\p{Ll}/u.test(name)) return undefined;
  const nameStart = cut === -1 ? start : Math.max(start, reading.text.lastIndexOf(name, end - name.length));
  if (weak.has(kind) && (reading.defined.has(nameStart) || (receiver === undefined && selfNames.has(name))))
    return undefined;
  const { superCalls } = reading.rules;
  if (name === 'super' && kind === 'call' && receiver === undefined && superCalls !== undefined) {
    return { kind, name: superCalls, receiver: 'super', start };
  }
  return { kind, name, receiver, start: nameStart };
}
