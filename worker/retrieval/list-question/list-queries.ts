/** Turns the parts of an exhaustive question into the query of one list. */

import type { ListQuery } from '../../core/answers/list-query.ts';
import type { ListParts } from './list-parts.ts';
import type { ListToken } from './list-tokens.ts';
import {
  activeRaise,
  decoratorWords,
  definitionWords,
  errorWords,
  fileWords,
  implementWords,
  listOrder,
  occurrenceWords,
  raiseWords,
  returnWords,
} from './list-words.ts';

type Reader = (parts: ListParts, plain: string) => ListQuery | undefined;

/** @param plain the words of the question, with a placeholder for each name */
export function toListQuery(parts: ListParts, plain: string): ListQuery | undefined {
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

function toGlob({ text }: ListToken): string {
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
