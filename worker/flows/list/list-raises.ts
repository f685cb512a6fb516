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
import { countNoun, type FoundInFiles } from './found-in-files.ts';
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
import { isUnread } from './unsearched-files.ts';

/** @param name undefined for every raise */
export async function listRaises(
  services: ListServices,
  resolved: ResolvedSnapshot,
  { name, ...timed }: TimedFiles & { readonly name: string | undefined },
): Promise<FoundInFiles> {
  const found = new Map<string, readonly FoundPlace[]>();
  const unparsed: string[] = [];
  const unread = new Set<string>();
  let variableFiles = 0;
  const segment = name?.split('.').at(-1);
  const isComplete = await scanTexts(services, resolved, timed, async (file) => {
    if (segment !== undefined && !containsName(file, segment)) return;
    if (isUnread(services, file.language, 'raises')) unread.add(file.path);
    if (!isParsed(services, file.language)) return;
    if (variableRaise.test(file.text)) variableFiles += 1;
    if (segment !== undefined && !mayRaise(file, segment)) return;
    const places = await withTree(services, file, (parsed) => raisesIn(parsed, name));
    if (places === undefined) unparsed.push(file.path);
    else if (places.length > 0) found.set(file.path, places);
  });
  return {
    found,
    isComplete,
    limits: [
      ...(await describeNamesakes(services, resolved, name)),
      ...(variableFiles === 0 || name === undefined
        ? []
        : [
            `What a raised variable holds is not followed, and ${countNoun(variableFiles, 'file')} with the name ${variableFiles === 1 ? 'raises' : 'raise'} variables`,
          ]),
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

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A raised variable ends its line: `raise exc`, `throw error;`. */
const variableRaise = /\b(?:raise|throw)\s+[a-z_$][\w$.]*\s*(?:;|$|\bfrom\b)/m;

function raisesIn({ text, language, tree }: ParsedText, name: string | undefined): readonly FoundPlace[] {
  if (!raisingLanguages.has(language)) return [];
  const sites = findRaises(text, language, tree);
  const lineAt = createLineReader(text);
  if (name === undefined) return sites.filter((site) => !site.needsName).map(({ start }) => lineAt(start));
  const aliases = tree.imports
    .flatMap(({ bindings }) => bindings)
    .filter(({ imported, local }) => imported === name && local !== name);
  const names = [...namesToMatch(name, language), ...aliases.map(({ local }) => local)];
  return sites
    .filter((site) => site.names.some((raised) => names.some((wanted) => meansName(raised, wanted))))
    .map(({ start }) => lineAt(start));
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
    : [`Places are matched by name, and ${countNoun(types.length, 'definition')} in sources have this name`];
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
        `${countNoun(files, 'file')} could not be read, because ${files === 1 ? 'it is' : 'they are'} too large or in a language without a grammar`,
      ];
}
