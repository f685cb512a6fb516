/**
 * Lists where an error is raised, thrown or returned, from the syntax of each file that contains its name. A name that a file imports
 * under another one is followed; a variable is not.
 */

import { findRaises } from '../../ingestion/raises/find-raises.ts';
import { raisingLanguages } from '../../ingestion/raises/raise-rules.ts';
import { isVariable, meansName } from '../../ingestion/raises/raised-names.ts';
import type { ListedFile } from '../../ports/chunk-store.ts';
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
} from './scan-texts.ts';

/** Programming languages that raise errors but whose syntax is not read. */
const unreadLanguages: ReadonlySet<string> = new Set(
  'kotlin swift scala dart elixir julia perl lua powershell clojure haskell ocaml groovy'.split(' '),
);

/** @param name undefined for every raise */
export async function listRaises(
  services: ListServices,
  resolved: ResolvedSnapshot,
  { files, name }: { readonly files: readonly ListedFile[]; readonly name: string | undefined },
): Promise<FoundInFiles> {
  const found = new Map<string, readonly FoundPlace[]>();
  const unparsed: string[] = [];
  const unread = new Set<string>();
  let variables = 0;
  const segment = name?.split('.').at(-1);
  const isComplete = await scanTexts(services, resolved, files, async (file) => {
    if (segment !== undefined && !mayRaise(file, segment)) return;
    if (unreadLanguages.has(file.language)) unread.add(file.path);
    if (!isParsed(services, file.language)) return;
    const read = await withTree(services, file, (parsed) => raisesIn(parsed, name));
    if (read === undefined) unparsed.push(file.path);
    else if (read.places.length > 0) found.set(file.path, read.places);
    variables += read?.variables ?? 0;
  });
  return {
    found,
    isComplete,
    limits: [
      ...(await describeNamesakes(services, resolved, name)),
      ...(variables === 0 || name === undefined
        ? []
        : [
            `${countNoun(variables, 'statement')} in files that name it ${variables === 1 ? 'raises' : 'raise'} a variable, whose value is not followed`,
          ]),
      ...describeUnread(unread.size + unparsed.length),
    ],
  };
}

/** Go's constructors are named after the error: `NewMissing` returns a `Missing`. */
function namesToMatch(name: string, language: string): readonly string[] {
  return language === 'go' && !name.includes('.') ? [name, `New${name}`, `new${name}`] : [name];
}

function mayRaise({ text, language }: ReadText, segment: string): boolean {
  if (language === 'go') return text.includes(segment);
  return findText(text, segment).next().done !== true;
}

function raisesIn(
  { text, language, tree }: ParsedText,
  name: string | undefined,
): { readonly places: readonly FoundPlace[]; readonly variables: number } {
  if (!raisingLanguages.has(language)) return { places: [], variables: 0 };
  const sites = findRaises(text, language, tree);
  const lineAt = createLineReader(text);
  const toPlace = ({ start }: { readonly start: number }): FoundPlace => lineAt(start);
  if (name === undefined) return { places: sites.filter((site) => !site.needsName).map(toPlace), variables: 0 };
  const aliases = tree.imports
    .flatMap(({ bindings }) => bindings)
    .filter(({ imported, local }) => imported === name && local !== name);
  const names = [...namesToMatch(name, language), ...aliases.map(({ local }) => local)];
  const raisesIt = sites.filter((site) =>
    site.names.some((raised) => names.some((wanted) => meansName(raised, wanted))),
  );
  const variables = sites.filter(
    (site) => !site.needsName && !raisesIt.includes(site) && site.names.some(isVariable),
  );
  return { places: raisesIt.map(toPlace), variables: variables.length };
}

/** Several definitions with the name cannot be told apart by it. */
async function describeNamesakes(
  { chunkStore }: ListServices,
  { key }: ResolvedSnapshot,
  name: string | undefined,
): Promise<readonly string[]> {
  if (name === undefined) return [];
  const symbols = await chunkStore.findSymbols(key, [name]);
  const types = symbols.filter(
    (symbol) => `.${symbol.qualifiedName}`.endsWith(`.${name}`) && symbol.role === 'source' && definesError.has(symbol.kind),
  );
  return types.length < 2
    ? []
    : [`Places are matched by name, and ${countNoun(types.length, 'definition')} in sources have this name`];
}

const definesError: ReadonlySet<string> = new Set(['class', 'struct', 'enum', 'type', 'interface', 'constant', 'variable']);

function describeUnread(files: number): readonly string[] {
  return files === 0
    ? []
    : [`${countNoun(files, 'file')} could not be read, because ${files === 1 ? 'it is' : 'they are'} too large or in a language without a grammar`];
}
