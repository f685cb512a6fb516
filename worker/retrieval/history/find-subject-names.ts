/**
 * Finds the names in a history question that may be definitions: written as code, or beside a word such as "function". Other words of the
 * question are names only if the repository defines them in this case and they cannot be plain words.
 */

import type { Question } from '../../core/answers/question.ts';

/** Beside these, any word is a name. */
const definitionNouns =
  'functions?|methods?|class(?:es)?|structs?|traits?|interfaces?|types?|enums?|constants?|const|macros?|decorators?';
/** Beside these, only a word that is no plain word is a name: the error handler is no definition called "error". */
const memberNouns =
  'components?|hooks?|variables?|modules?|propert(?:y|ies)|fields?|attributes?|helpers?|options?|settings?|parameters?|params?|arguments?|args?|flags?|warnings?|exceptions?';
const name = String.raw`([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*)`;
const patternsBeside = (nouns: string): readonly RegExp[] => [
  new RegExp(String.raw`(?<![\p{L}\p{N}_$.])${name}(?:\(\))?['"\x60]?\s+(?:${nouns})\b`, 'giu'),
  new RegExp(String.raw`\b(?:${nouns})\s+(?:called |named )?['"\x60]?${name}`, 'giu'),
];
const quotedName = new RegExp(String.raw`["'“‘\x60]${name}(?:\([^)]*\))?["'”’\x60]`, 'gu');
const plainWord =
  /^(?:the|a|an|this|that|its|our|their|of|in|on|for|to|was|is|are|which|what|who|when|where|and|or|by|last|latest|newest|first|new|old|any|all|same|some|own|main|right|commit|change|pr|it|option|options|server|default)$/i;

/** Names of the question in their order, each once. */
export function findSubjectNames(question: Pick<Question, 'text' | 'identifiers'>): readonly string[] {
  const { text, identifiers } = question;
  const read = (patterns: readonly RegExp[]): readonly string[] =>
    patterns.flatMap((pattern) =>
      Array.from(text.matchAll(pattern), ([, found = '']) => found.replace(/::|#/g, '.')),
    );
  const beside = [
    ...read([...patternsBeside(definitionNouns), quotedName]).filter((found) => !plainWord.test(found)),
    ...read(patternsBeside(memberNouns)).filter((found) => !/^\p{Lu}?\p{Ll}+$/u.test(found)),
  ];
  const names = [...identifiers, ...beside];
  return [...new Set(names)].toSorted((a, b) => position(text, a) - position(text, b));
}

function position(text: string, found: string): number {
  const index = text.indexOf(found.split('.').at(-1) ?? found);
  return index < 0 ? text.length : index;
}
