/**
 * Lists where an error is raised, thrown or returned, from the syntax of each file that contains its name. A name that a file imports
 * under another one is followed; a variable is not.
 */

import { findRaises } from '../../ingestion/raises/find-raises.ts';
import { raiseRules, raisingLanguages } from '../../ingestion/raises/raise-rules.ts';
import { meansName } from '../../ingestion/raises/raised-names.ts';
import type { ReadText } from '../search/read-texts.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { FoundPlace } from './list-outcome.ts';
import type { FoundInFiles } from './found-in-files.ts';
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
import { countUnreadRaises, escapePattern } from './unread-raises.ts';
import { isUnread } from './unsearched-files.ts';
import { countOf } from '../../core/text/count-of.ts';

/** @param name undefined for every raise */
export async function listRaises(
  services: ListServices,
  resolved: ResolvedSnapshot,
  { name, ...timed }: TimedFiles & { readonly name: string | undefined },
): Promise<FoundInFiles> {
  const found = new Map<string, readonly FoundPlace[]>();
  const unparsed: string[] = [];
  const unread = new Set<string>();
  const unreadLines: UnreadLines[] = [];
  let variableFiles = 0;
  const segment = name?.split('.').at(-1);
  const isComplete = await scanTexts(services, resolved, timed, async (file) => {
    if (segment !== undefined && !containsName(file, segment)) return;
    if (isUnread(services, file.language, 'raises')) unread.add(file.path);
    if (!isParsed(services, file.language)) return;
    if (variableRaise.test(file.text)) variableFiles += 1;
    if (segment !== undefined && !mayRaise(file, segment)) return;
    const read = await withTree(services, file, (parsed) => raisesIn(parsed, name));
    if (read === undefined) unparsed.push(file.path);
    else if (read.places.length > 0) found.set(file.path, read.places);
    if (read !== undefined && read.unread > 0) unreadLines.push({ path: file.path, lines: read.unread });
  });
  return {
    found,
    isComplete,
    limits: [
      ...(await describeNamesakes(services, resolved, name)),
      ...(variableFiles === 0 || name === undefined
        ? []
        : [
            `What a raised variable holds is not followed, and ${countOf(variableFiles, 'file')} with the name ${variableFiles === 1 ? 'raises' : 'raise'} variables`,
          ]),
      ...describeUnreadLines(unreadLines),
      ...describeUnread(unread.size + unparsed.length),
    ],
  };
}

/** Go's constructors are named after the error: `NewMissing` returns a `Missing`. */
function namesToMatch(name: string, language: string): readonly string[] {
  return language === 'go' && !name.includes('.') ? [name, `New${name}`, `new${name}`] : [name];
}

function containsName({ text, language }: ReadText, segment: string): boolean {
  return language === 'go' ? text.includes(segment) : findText(text, segment).next().done !== true;
}

/** Maximum characters between a word that raises and the name. */
const maxDistance = 2_000;

/** Whether the name follows a word that raises, or is imported under another name. Parsing takes longer than this. */
function mayRaise({ text, language }: ReadText, segment: string): boolean {
  const rules = raiseRules(language).length > 0 ? raiseRules(language) : raiseRules('typescript');
  const anyWord = new RegExp(`\\b(?:${rules.map(({ word }) => word).join('|')})\\b`, 'g');
  if (new RegExp(`\\b${escapePattern(segment)}\\s+as\\b|\\b${escapePattern(segment)}\\s*:\\s*\\w`).test(text))
    return true;
  return [...text.matchAll(anyWord)].some(({ index }) => {
    const at = text.indexOf(segment, index);
    return at !== -1 && at - index < maxDistance;
  });
}

/** A raised variable ends its line: `raise exc`, `throw error;`. */
const variableRaise = /\b(?:raise|throw)\s+[a-z_$][\w$.]*\s*(?:;|$|\bfrom\b)/m;

interface ReadRaises {
  readonly places: readonly FoundPlace[];
  /** Lines that look like raises but are not in the syntax tree. */
  readonly unread: number;
}

function raisesIn(parsed: ParsedText, name: string | undefined): ReadRaises {
  const { text, language, tree } = parsed;
  if (!raisingLanguages.has(language)) return { places: [], unread: 0 };
  const sites = findRaises(text, language, tree);
  const lineAt = createLineReader(text);
  const raiseLines = new Set(sites.map(({ start }) => lineAt(start).line));
  if (name === undefined) {
    const places = sites.filter((site) => !site.needsName).map(({ start }) => lineAt(start));
    return { places, unread: countUnreadRaises(parsed, undefined, raiseLines) };
  }
  const aliases = tree.imports
    .flatMap(({ bindings }) => bindings)
    .filter(({ imported, local }) => imported === name && local !== name);
  const names = [...namesToMatch(name, language), ...aliases.map(({ local }) => local)];
  const places = sites
    .filter((site) => site.names.some((raised) => names.some((wanted) => meansName(raised, wanted))))
    .map(({ start }) => lineAt(start));
  return { places, unread: countUnreadRaises(parsed, names, raiseLines) };
}

interface UnreadLines {
  readonly path: string;
  readonly lines: number;
}

const maxNamedFiles = 3;

function describeUnreadLines(files: readonly UnreadLines[]): readonly string[] {
  const named = files.slice(0, maxNamedFiles).map(({ path, lines }) => describeLines(lines, path));
  const others = files.slice(maxNamedFiles);
  if (others.length === 0) return named;
  const lines = others.reduce((sum, file) => sum + file.lines, 0);
  return [...named, describeLines(lines, countOf(others.length, 'other file'))];
}

function describeLines(lines: number, where: string): string {
  return `${countOf(lines, 'line')} of ${where} ${lines === 1 ? 'looks like a raise' : 'look like raises'} but could not be read`;
}

/** Several definitions with the name cannot be distinguished by it. */
async function describeNamesakes(
  { chunkStore }: ListServices,
  { key }: ResolvedSnapshot,
  name: string | undefined,
): Promise<readonly string[]> {
  if (name === undefined) return [];
  const symbols = await chunkStore.findSymbols(key, [name]);
  const types = symbols.filter(
    (symbol) =>
      `.${symbol.qualifiedName}`.endsWith(`.${name}`) &&
      symbol.role === 'source' &&
      definesError.has(symbol.kind),
  );
  return types.length < 2
    ? []
    : [`Places are matched by name, and ${countOf(types.length, 'definition')} in sources have this name`];
}

const definesError: ReadonlySet<string> = new Set([
  'class',
  'struct',
  'enum',
  'type',
  'interface',
  'constant',
  'variable',
]);

function describeUnread(files: number): readonly string[] {
  return files === 0
    ? []
    : [
        `${countOf(files, 'file')} could not be read, because ${files === 1 ? 'it is' : 'they are'} too large or in a language without a grammar`,
      ];
}
