/** Sorts the names and words of an exhaustive question by what they mean in it. */

import type { ListQuery } from '../../core/answers/list-query.ts';
import type { SymbolKind } from '../../core/code/symbol.ts';
import type { ListToken } from './list-tokens.ts';
import {
  correctListWord,
  decoratorNouns,
  decoratorWords,
  definitionWords,
  errorWords,
  fileWords,
  folderWords,
  implementWords,
  kindNouns,
  languageWords,
  modifierWords,
  namedFiles,
  neutralWords,
  occurrenceWords,
  raiseWords,
  returnWords,
  testWords,
  under,
} from './list-words.ts';

export interface ListParts {
  /** The words by meaning, without the neutral ones. */
  readonly words: ReadonlySet<string>;
  readonly tokens: readonly ListToken[];
  readonly names: readonly ListToken[];
  readonly kinds: readonly SymbolKind[];
  readonly modifiers: readonly string[];
  readonly decorators: readonly string[];
  readonly scope: Pick<ListQuery, 'languages' | 'only'>;
  readonly folder: string | undefined;
}

const meanings: readonly ReadonlySet<string>[] = [
  raiseWords,
  returnWords,
  errorWords,
  occurrenceWords,
  decoratorWords,
  implementWords,
  definitionWords,
  fileWords,
  testWords,
  folderWords,
];

function isListWord(word: string): boolean {
  return neutralWords.has(word) || kindNouns.has(word) || meanings.some((meaning) => meaning.has(word));
}

/** @returns undefined if a word has no meaning in such a question */
export function readListParts(
  tokens: readonly ListToken[],
  corrected: readonly string[],
): ListParts | undefined {
  const parts = createParts();
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'word') {
      if (!readWord(parts, token, corrected, index)) return undefined;
    } else readName(parts, token, corrected[index - 1] ?? '');
  }
  const { languages, ...rest } = parts;
  const only = readRole(corrected, parts.words);
  const scope = {
    ...(languages.length === 0 ? {} : { languages }),
    ...(only === undefined ? {} : { only }),
  };
  return { ...rest, tokens, scope };
}

interface PartsSoFar {
  readonly words: Set<string>;
  readonly names: ListToken[];
  readonly kinds: SymbolKind[];
  readonly modifiers: string[];
  readonly decorators: string[];
  readonly languages: string[];
  folder: string | undefined;
}

function createParts(): PartsSoFar {
  return {
    words: new Set(),
    names: [],
    kinds: [],
    modifiers: [],
    decorators: [],
    languages: [],
    folder: undefined,
  };
}

function readName(parts: PartsSoFar, token: ListToken, previous: string): void {
  const isFolder = token.kind === 'path' && (under.has(previous) || token.text.endsWith('/'));
  if (isFolder) parts.folder = token.text.replace(/\/$/, '');
  else if (token.kind === 'decorator') parts.decorators.push(token.text);
  else parts.names.push(token);
}

/** @returns false if the word has no meaning */
function readWord(parts: PartsSoFar, token: ListToken, corrected: readonly string[], index: number): boolean {
  const written = corrected[index] ?? '';
  const word = isListWord(written) ? written : correctListWord(written);
  const next = corrected[index + 1] ?? '';
  if (kindNouns.has(word)) parts.kinds.push(...(kindNouns.get(word) ?? []));
  else if (decoratorNouns.has(word)) parts.decorators.push(decoratorNouns.get(word) ?? '');
  else if (modifierWords.has(word)) parts.modifiers.push(modifierWords.get(word) ?? '');
  else if (isLanguage(word, next)) parts.languages.push(...(languageWords.get(word) ?? []));
  else if (namedFiles.has(word)) {
    parts.names.push({ kind: 'glob', text: namedFiles.get(word) ?? '' });
    parts.words.add('files');
  } else if (isListWord(word)) parts.words.add(word);
  else if (folderWords.has(next) || isFolderAfter(corrected, index)) parts.folder = token.text;
  else return false;
  return true;
}

/** "Go" is also a verb. */
function isLanguage(word: string, next: string): boolean {
  return (
    languageWords.has(word) && (word !== 'go' || /^(?:files?|code|functions?|structs?|types?)$/.test(next))
  );
}

/** A plain word at the end after "under" is a folder: "all index files under src". */
function isFolderAfter(words: readonly string[], index: number): boolean {
  return /^(?:under|below|beneath)$/.test(words[index - 1] ?? '');
}

function readRole(corrected: readonly string[], words: ReadonlySet<string>): ListQuery['only'] {
  const text = corrected.join(' ');
  if (
    /\b(?:in|of|from|inside|within) (?:the |our )?(?:unit )?(?:tests?|specs?)\b|\b(?:tests?|specs?) (?:files?|functions?|classes|code|modules?)\b/.test(
      text,
    )
  )
    return 'tests';
  if (/\b(?:in|of|from|inside|within) (?:the )?sources?(?: code| files)?$/.test(text) && words.has('source'))
    return 'sources';
  return undefined;
}
