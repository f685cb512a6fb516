/** Lists definitions by kind, modifier or decorator, and types by what their declaration extends or implements. */

import type { ListQuery } from '../../core/answers/list-query.ts';
import type { SyntaxDefinition, SyntaxReference } from '../../ports/parser.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import type { ReadText } from '../search/read-texts.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { FoundInFiles } from './found-in-files.ts';
import type { FoundPlace } from './list-outcome.ts';
import {
  createLineReader,
  findText,
  isParsed,
  scanTexts,
  withTree,
  type ListServices,
  type ParsedText,
  type TimedFiles,
} from './scan-texts.ts';
import { describeUnread } from './unsearched-files.ts';
import { countOf } from '../../core/text/count-of.ts';

const filesPerQuery = 200;

/** From the index: every definition with one of the kinds, all modifiers and a name that the query allows. */
export async function listDefinitions(
  services: ListServices,
  resolved: ResolvedSnapshot,
  { files, until, query }: TimedFiles & { readonly query: ListQuery },
): Promise<FoundInFiles> {
  const { chunkStore, clock } = services;
  const found = new Map<string, FoundPlace[]>();
  const defining = new Set<string>();
  for (let at = 0; at < files.length; at += filesPerQuery) {
    await clock.yieldToEventLoop();
    if (clock.now() > until) return { found, isComplete: false, limits: [] };
    const spans = files
      .slice(at, at + filesPerQuery)
      .map(({ path, lines }) => ({ path, startLine: 1, endLine: Math.max(1, lines) }));
    for (const symbol of await chunkStore.symbolsAt(resolved.key, spans)) {
      defining.add(symbol.path);
      if (!isWanted(symbol, query)) continue;
      const places = found.get(symbol.path) ?? [];
      places.push(toPlace(symbol));
      found.set(symbol.path, places);
    }
  }
  const suspects = files.filter(({ path }) => !defining.has(path));
  const { unparsed, isComplete } = await countUnparsed(services, resolved, { files: suspects, until });
  return {
    found,
    isComplete,
    limits: [...describeUnread(services, files, 'definitions'), ...describeUnparsed(unparsed)],
  };
}

/** A text of fewer bytes is always parsed. */
const minUnparsedBytes = 2_000;

/** Counts files whose text the parser refuses, such as very long ones. The index contains no definition of them. */
async function countUnparsed(
  services: ListServices,
  resolved: ResolvedSnapshot,
  { files, until }: TimedFiles,
): Promise<{ readonly unparsed: number; readonly isComplete: boolean }> {
  const suspects = files.filter(
    ({ bytes, language }) => bytes >= minUnparsedBytes && isParsed(services, language),
  );
  let unparsed = 0;
  const isComplete = await scanTexts(services, resolved, { files: suspects, until }, async (file) => {
    const isRead = await withTree(services, file, () => true);
    if (isRead === undefined) unparsed += 1;
  });
  return { unparsed, isComplete };
}

function describeUnparsed(files: number): readonly string[] {
  return files === 0 ? [] : [`${countOf(files, 'file')} could not be parsed`];
}

function isWanted(symbol: SymbolRow, { kinds, modifiers = [] }: ListQuery): boolean {
  if (kinds !== undefined && !kinds.includes(symbol.kind)) return false;
  const words = wordsBeforeName(symbol);
  return modifiers.every((modifier) => (modifier === 'exported' ? symbol.exported : words.has(modifier)));
}

function wordsBeforeName({ signature, name }: SymbolRow): ReadonlySet<string> {
  const { value: at = 0 } = findText(signature, name).next();
  return new Set(signature.slice(0, at).match(/[\p{L}\p{N}_-]+/gu));
}

function toPlace({ nameLine, signature, qualifiedName, kind }: SymbolRow): FoundPlace {
  return { line: nameLine, text: signature, symbol: qualifiedName, kind };
}

type ReferenceQuery = Pick<ListQuery, 'kinds'> & {
  readonly name: string;
  readonly references: ReadonlySet<SyntaxReference['kind']>;
};

/** From the syntax of each file that contains the name: definitions with a reference of one of the kinds, such as a decorator. */
export async function listReferencing(
  services: ListServices,
  resolved: ResolvedSnapshot,
  { query, ...timed }: TimedFiles & { readonly query: ReferenceQuery },
): Promise<FoundInFiles> {
  const found = new Map<string, readonly FoundPlace[]>();
  const unread: ReadText[] = [];
  let [unparsed, elsewhere] = [0, 0];
  const segment = query.name.split('.').at(-1) ?? query.name;
  const isComplete = await scanTexts(services, resolved, timed, async (file) => {
    if (!file.text.includes(segment)) return;
    if (!isParsed(services, file.language)) {
      unread.push(file);
      return;
    }
    const read = await withTree(services, file, (parsed) => definitionsIn(parsed, query));
    if (read === undefined) unparsed += 1;
    else if (read.places.length > 0) found.set(file.path, read.places);
    elsewhere += read?.elsewhere ?? 0;
  });
  return {
    found,
    isComplete,
    limits: [
      ...(elsewhere === 0
        ? []
        : [
            `${countOf(elsewhere, 'more place')} ${elsewhere === 1 ? 'has' : 'have'} it on something other than a definition, such as a parameter`,
          ]),
      ...describeUnread(services, unread, 'implementations'),
      ...describeUnparsed(unparsed),
    ],
  };
}

function definitionsIn(
  { text, tree, language }: ParsedText,
  { name, kinds, references }: ReferenceQuery,
): { readonly places: readonly FoundPlace[]; readonly elsewhere: number } {
  const lineAt = createLineReader(text);
  const names = language === 'csharp' ? [name, `${name}Attribute`] : [name];
  const places = new Map<string, FoundPlace>();
  let elsewhere = 0;
  for (const reference of tree.names.references) {
    if (!references.has(reference.kind) || !names.some((wanted) => isNamed(reference, wanted))) continue;
    const [outer, ...inner] = enclosing(tree.definitions, reference.start);
    const definition = inner.at(-1) ?? outer;
    // Rust's `impl Trait for Type` is outside the type, which is the receiver of the reference.
    const isSeparate =
      reference.kind === 'implements' && reference.receiver !== undefined && language === 'rust';
    const isHead =
      definition !== undefined && (definition.nameStart > reference.start || references.has('extends'));
    if (isSeparate) {
      const place = lineAt(reference.start);
      places.set(`${place.line} ${reference.receiver}`, {
        ...place,
        symbol: reference.receiver,
        kind: 'type',
      });
    } else if (!isHead || definition === undefined) elsewhere += 1;
    else if (kinds === undefined || kinds.includes(definition.kind)) {
      const { line } = lineAt(definition.nameStart);
      const shown = lineAt(references.has('decorator') ? reference.start : definition.nameStart);
      places.set(`${line} ${definition.name}`, {
        line,
        text: shown.text,
        symbol: qualifiedName(tree.definitions, definition),
        kind: definition.kind,
      });
    }
  }
  return { places: [...places.values()].toSorted((a, b) => a.line - b.line), elsewhere };
}

function isNamed({ name, receiver }: SyntaxReference, wanted: string): boolean {
  const full = receiver === undefined || receiver === '' ? name : `${receiver}.${name}`;
  return `.${name}`.endsWith(`.${wanted}`) || `.${full}`.endsWith(`.${wanted}`);
}

/** The definitions that contain a position, outermost first. */
function enclosing(definitions: readonly SyntaxDefinition[], at: number): readonly SyntaxDefinition[] {
  return definitions.filter(({ start, end }) => start <= at && at < end);
}

function qualifiedName(definitions: readonly SyntaxDefinition[], definition: SyntaxDefinition): string {
  const outer = enclosing(definitions, definition.nameStart).filter(
    (other) => other !== definition && other.end >= definition.end,
  );
  return [...outer.map(({ name }) => name), definition.name].join('.');
}
