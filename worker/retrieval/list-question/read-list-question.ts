/**
 * Reads an exhaustive question in any word order: it takes the names, paths and quotations out of the text, and the remaining words must
 * all belong to the vocabulary. One word of another meaning makes it another question, so that "how" and "why" questions are never lists.
 */

import type { ListQuery } from '../../core/answers/list-query.ts';
import type { ListReading } from '../../core/answers/question.ts';
import { correctQuestionWords } from '../question-class/correct-question-words.ts';
import {
  activeRaise,
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
  listOrder,
  modifierWords,
  namedFiles,
  neutralWords,
  occurrenceWords,
  otherQuestions,
  raiseWords,
  returnWords,
  testWords,
  under,
} from './list-words.ts';
import { readListTokens, type ListToken } from './list-tokens.ts';
import type { SymbolKind } from '../../core/code/symbol.ts';

/** Maximum length in characters. A longer question asks several things. */
const maxLength = 200;

/** @returns undefined if this is not an exhaustive question */
export function readListQuestion(text: string): ListReading | undefined {
  if (text.length > maxLength) return undefined;
  const tokens = readListTokens(text);
  const plain = correctQuestionWords(
    tokens.flatMap((token) => (token.kind === 'word' ? [token.text.toLowerCase()] : ['‹name›'])).join(' '),
  );
  if (otherQuestions.test(plain)) return undefined;
  const question = toParts(tokens, plain.split(' '));
  if (question === undefined) return undefined;
  const query = toQuery(question, plain);
  return query === undefined
    ? undefined
    : { query: { ...query, ...question.scope }, folder: question.folder };
}

interface QuestionParts {
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
function toParts(tokens: readonly ListToken[], corrected: readonly string[]): QuestionParts | undefined {
  const words = new Set<string>();
  const names: ListToken[] = [];
  const kinds: SymbolKind[] = [];
  const modifiers: string[] = [];
  const decorators: string[] = [];
  const languages: string[] = [];
  let folder: string | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word') {
      const isFolder = token.kind === 'path' && under.has(corrected[index - 1] ?? '');
      if (isFolder || (token.kind === 'path' && token.text.endsWith('/')))
        folder = token.text.replace(/\/$/, '');
      else if (token.kind === 'decorator') decorators.push(token.text);
      else names.push(token);
      continue;
    }
    const word = isListWord(corrected[index] ?? '')
      ? (corrected[index] ?? '')
      : correctListWord(corrected[index] ?? '');
    const next = corrected[index + 1] ?? '';
    if (kindNouns.has(word)) kinds.push(...(kindNouns.get(word) ?? []));
    else if (decoratorNouns.has(word)) decorators.push(decoratorNouns.get(word) ?? '');
    else if (modifierWords.has(word)) modifiers.push(modifierWords.get(word) ?? '');
    else if (
      languageWords.has(word) &&
      !(word === 'go' && !/^(?:files?|code|functions?|structs?|types?)$/.test(next))
    )
      languages.push(...(languageWords.get(word) ?? []));
    else if (namedFiles.has(word)) {
      names.push({ kind: 'glob', text: namedFiles.get(word) ?? '' });
      words.add('files');
    } else if (isListWord(word)) words.add(word);
    else if (folderWords.has(next) || isFolderAfter(corrected, index)) folder = token.text;
    else return undefined;
  }
  const only = readRole(corrected, words);
  return {
    words,
    tokens,
    names,
    kinds,
    modifiers,
    decorators,
    scope: { ...(languages.length === 0 ? {} : { languages }), ...(only === undefined ? {} : { only }) },
    folder,
  };
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

type Reader = (parts: QuestionParts, plain: string) => ListQuery | undefined;

function toQuery(parts: QuestionParts, plain: string): ListQuery | undefined {
  if (!listOrder.test(plain)) return undefined;
  const readers: readonly Reader[] = [
    toRaises,
    toDecorated,
    toFiles,
    toOccurrences,
    toImplementations,
    toKinds,
  ];
  for (const reader of readers) {
    const query = reader(parts, plain);
    if (query !== undefined) return query;
  }
  return undefined;
}

const has = (words: ReadonlySet<string>, meaning: ReadonlySet<string>): boolean =>
  [...words].some((word) => meaning.has(word));

const toRaises: Reader = ({ words, names, kinds, decorators, tokens }, plain) => {
  const [name] = names;
  const returnsError =
    has(words, returnWords) && name !== undefined && /(?:^|\.)Err[A-Z]|Error$|Exception$/.test(name.text);
  if (!(has(words, raiseWords) || returnsError) || names.length > 1 || decorators.length > 0)
    return undefined;
  if (has(words, occurrenceWords) || has(words, implementWords)) return undefined;
  if (name === undefined)
    return kinds.length === 0 && /\b(?:exceptions?|errors?|statements?|panics?|anything)\b/.test(plain)
      ? { list: 'raises' }
      : undefined;
  if (name.kind !== 'name' && name.kind !== 'quoted') return undefined;
  return isActor(tokens, name) ? undefined : { list: 'raises', name: name.text };
};

/** "What does `load` throw?" names what throws, not what is thrown. */
function isActor(tokens: readonly ListToken[], name: ListToken): boolean {
  const at = tokens.indexOf(name);
  const verbs = tokens.map(({ text }, index) => ({ text: text.toLowerCase(), index }));
  const isPassive = verbs.some(({ text }) => /^(?:raised|thrown|returned|throwers|raisers)$/.test(text));
  const isActiveBefore = verbs.some(
    ({ text, index }) => index < at && (activeRaise.test(text) || /^returns?|returning$/.test(text)),
  );
  return !isPassive && !isActiveBefore && !/(?:Error|Exception|Panic)$|^Err[A-Z]/.test(name.text);
}

const toDecorated: Reader = ({ words, names, kinds, decorators, modifiers }) => {
  const isDecorated = has(words, decoratorWords);
  const [name] = names;
  const decorator = decorators[0] ?? (isDecorated && name?.kind !== 'path' ? name?.text : undefined);
  const count = decorators.length + names.length;
  if (decorator === undefined || count !== 1 || has(words, raiseWords) || has(words, fileWords))
    return undefined;
  // "Which classes derive from Base" asks for subclasses.
  if (decorators.length === 0 && words.has('from') && !/\b(?:decorat|annotat)/.test([...words].join(' ')))
    return undefined;
  return {
    list: 'definitions',
    decorator,
    ...(kinds.length === 0 ? {} : { kinds: [...new Set(kinds)] }),
    ...(modifiers.length === 0 ? {} : { modifiers }),
  };
};

const toFiles: Reader = ({ words, names, kinds, decorators, modifiers, scope, folder }) => {
  const [name] = names;
  const isPattern = name === undefined || name.kind === 'path' || name.kind === 'glob';
  const asksForFiles = has(words, fileWords) || name?.kind === 'glob';
  if (
    !asksForFiles ||
    !isPattern ||
    names.length > 1 ||
    kinds.length + decorators.length + modifiers.length > 0
  )
    return undefined;
  if (
    [raiseWords, occurrenceWords, decoratorWords, implementWords, definitionWords].some((meaning) =>
      has(words, meaning),
    )
  )
    return undefined;
  const isUse = /\b(?:call|calls|called|use|used|using)\b/.test([...words].join(' '));
  const isLimited =
    name !== undefined || folder !== undefined || scope.languages !== undefined || scope.only !== undefined;
  if (!isLimited || isUse) return undefined;
  return { list: 'files', ...(name === undefined ? {} : { paths: [toGlob(name)] }) };
};

function toGlob({ kind, text }: ListToken): string {
  if (kind === 'path') return text.includes('/') ? text : `**/${text}`;
  return text.includes('/') ? text : `**/${text}`;
}

const toOccurrences: Reader = ({ words, names, kinds, decorators }, plain) => {
  const [name] = names;
  const isFound =
    has(words, occurrenceWords) || (/\b(?:grep|search)\b/.test(plain) && name?.kind === 'quoted');
  if (!isFound || name === undefined || names.length > 1 || kinds.length + decorators.length > 0)
    return undefined;
  return name.kind === 'glob' ? undefined : { list: 'occurrences', name: name.text };
};

const toImplementations: Reader = ({ words, names, decorators }) => {
  const [name] = names;
  if (!has(words, implementWords) || name?.kind !== 'name' || names.length > 1 || decorators.length > 0)
    return undefined;
  return { list: 'implementations', name: name.text };
};

const toKinds: Reader = ({ words, names, kinds, modifiers, folder, scope }, plain) => {
  if (names.length > 0 || kinds.length === 0) return undefined;
  if (
    [raiseWords, occurrenceWords, decoratorWords, implementWords, errorWords, fileWords].some((meaning) =>
      has(words, meaning),
    )
  )
    return undefined;
  if (/\b(?:call|calls|called|use|used|using)\b/.test(plain)) return undefined;
  const isLimited =
    modifiers.length > 0 || folder !== undefined || scope.languages !== undefined || scope.only !== undefined;
  // Without a limit, "every function" asks for an overview of everything; a count or a rarer kind does not.
  const isCommon = kinds.includes('function') || kinds.includes('class');
  const isCount = /\b(?:how many|count|number of)\b/.test(plain);
  if (!isLimited && !isCount && (isCommon || !/\b(?:all|every|each|list|enumerate)\b/.test(plain)))
    return undefined;
  return {
    list: 'definitions',
    kinds: [...new Set(kinds)],
    ...(modifiers.length === 0 ? {} : { modifiers }),
  };
};
