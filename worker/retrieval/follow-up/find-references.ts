/**
 * Finds words that refer to an earlier turn: "it", "its", "they", "this function", "there", "the latter".
 * Impersonal "it" and references resolved within the question are skipped.
 */

import { type AntecedentScope, isImpersonal, isResolvedWithin } from './is-resolved-within.ts';
import { auxiliaries, prepositions } from './question-frame.ts';
import { tokenizeQuestion, type QuestionToken } from './question-tokens.ts';
import { isParticiple, isPlainVerb } from './word-forms.ts';

type ReferenceForm = 'one' | 'many' | 'its' | 'their' | 'place' | 'file' | 'symbol' | 'noun' | 'ordinal';

export interface Reference {
  readonly form: ReferenceForm;
  /** Indexes of the first replaced token and of the token after the last. */
  readonly from: number;
  readonly to: number;
  /** The noun of a `noun`, `file` or `symbol` reference. */
  readonly noun: string;
  /** The position of an `ordinal` reference, from 0; -1 is the last. */
  readonly ordinal: number;
  /** The verb of a contraction: `is` for `it's`. */
  readonly verb: string;
}

const fileNouns = /^(?:files?|modules?)$/;
const symbolNouns =
  /^(?:functions?|methods?|class(?:es)?|types?|interfaces?|components?|constants?|variables?|enums?|structs?|traits?|hooks?|decorators?|symbols?|definitions?|constructor|macro)$/;
/** Nouns after "this" that need no antecedent: words for the whole repository, and set phrases such as "this way". */
const nounsWithoutAntecedent =
  /^(?:repo|repos|repository|project|code|codebase|code-base|library|package|tool|app|application|program|framework|system|server|service|product|software|api|way|case|time|kind|sort|type|point|moment|much|many|end|means|reason)$/;
const ordinals: Readonly<Record<string, number>> = {
  first: 0,
  former: 0,
  second: 1,
  latter: 1,
  third: 2,
  last: -1,
  other: 1,
};
/** If one of these words follows "this" or "that", then "this" or "that" is a pronoun. */
const wordsAfterPronoun =
  /^(?:in|into|from|for|with|to|by|of|on|at|as|when|if|and|or|but|exactly|actually|really|too|also|then|here|anywhere|somewhere|always|ever|only|not|so|a|an|the|any|all|different|better|slow|fast|safe|async|public|private|related|necessary|needed|still|already|again|like|than|instead|called|work|works|happens|happen|mean|means|does|do|is|was|are|were|has|can|will|should|would|must|returns|takes|calls|uses|gets|goes|comes|runs)$/;

/** Where the question itself may contain the antecedent: in an earlier clause, or for "its" also earlier in the same clause. */
const antecedentScopes = {
  one: 'clause',
  many: 'clause',
  place: 'clause',
  its: 'word',
  their: 'word',
  file: 'clause',
  symbol: 'clause',
  noun: 'clause',
  ordinal: 'nowhere',
} as const satisfies Record<ReferenceForm, AntecedentScope>;

const reference = (
  form: ReferenceForm,
  from: number,
  to: number,
  overrides: Partial<Reference> = {},
): Reference => ({
  form,
  from,
  to,
  noun: '',
  ordinal: 0,
  verb: '',
  ...overrides,
});

/** Returns references in order of appearance, without overlaps. */
export function findReferences(question: string): readonly Reference[] {
  const tokens = tokenizeQuestion(question);
  const references: Reference[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const candidate = readReference(tokens, at);
    // In "can they have their own", "their" refers to "they".
    const continuesReference =
      references.length > 0 && (candidate?.form === 'its' || candidate?.form === 'their');
    if (
      candidate === undefined ||
      continuesReference ||
      isResolvedWithin(tokens, at, antecedentScopes[candidate.form])
    )
      continue;
    references.push(candidate);
    at = candidate.to - 1;
  }
  return references;
}

function readReference(tokens: readonly QuestionToken[], at: number): Reference | undefined {
  const token = tokens[at];
  if (token?.kind !== 'word') return undefined;
  switch (token.lower) {
    case 'it':
      return isImpersonal(tokens, at) ? undefined : reference('one', at, at + 1);
    case "it's":
    case "that's":
      return isImpersonal(tokens, at) || (token.lower === "that's" && startsRelativeClause(tokens, at))
        ? undefined
        : reference('one', at, at + 1, { verb: 'is' });
    case "they're":
      return reference('many', at, at + 1, { verb: 'are' });
    case 'its':
      return reference('its', at, at + 1);
    case 'their':
      return reference('their', at, at + 1);
    case 'they':
    case 'them':
      return reference('many', at, at + 1);
    case 'this':
    case 'that':
    case 'these':
    case 'those':
      return demonstrativeReference(tokens, at);
    case 'here':
    case 'there':
      return placeReference(tokens, at);
    case 'the':
      return definiteReference(tokens, at);
    default:
      return undefined;
  }
}

/** Whether "that's" follows a noun and starts a relative clause, as in "the function that's called". */
function startsRelativeClause(tokens: readonly QuestionToken[], at: number): boolean {
  const before = tokens[at - 1];
  return (
    before !== undefined &&
    before.kind !== 'mark' &&
    !auxiliaries.has(before.lower) &&
    !/^(?:and|but|so|where|what|how|why|because|if|when)$/.test(before.lower)
  );
}

function demonstrativeReference(tokens: readonly QuestionToken[], at: number): Reference | undefined {
  const word = tokens[at]?.lower ?? '';
  const next = tokens[at + 1];
  const before = tokens[at - 1];
  const form = word === 'this' || word === 'that' ? 'one' : 'many';
  const isEnd = next === undefined || next.kind === 'mark';
  if (/^(?:do|does|did|doing|done)$/.test(before?.lower ?? '') && isEnd) return undefined;
  if (next?.kind === 'code') return undefined;
  const startsPhrase =
    before === undefined ||
    auxiliaries.has(before.lower) ||
    prepositions.has(before.lower) ||
    /^(?:and|or|but|why|how|what|where|explain|show|describe|about|than|like|me|what's|where's|how's|who)$/.test(
      before.lower,
    );
  const noun = next?.lower ?? '';
  // "turn that off"
  if (/^(?:off|on|up|down|out|back|away)$/.test(noun) && isPlainVerb(before?.lower ?? ''))
    return reference(form, at, at + 1);
  const isNounEnd = tokens[at + 2] === undefined || tokens[at + 2]?.kind === 'mark';
  if (
    !isEnd &&
    (fileNouns.test(noun) || symbolNouns.test(noun)) &&
    (word !== 'that' || startsPhrase || isNounEnd)
  )
    return nounReference(tokens, at, at + 1);
  if (isEnd)
    return word === 'that' && before?.kind === 'word' && !startsPhrase && !isPlainVerb(before.lower)
      ? undefined
      : reference(form, at, at + 1);
  if (
    nounsWithoutAntecedent.test(noun) ||
    (word === 'that' && !startsPhrase) ||
    /^(?:that|who|which|all|one|ones)$/.test(noun)
  ) {
    return /^ones?$/.test(noun) ? reference(form, at, at + 2) : undefined;
  }
  const followsAuxiliary = /^(?:do|does|did|can|could|will|would|should|must|may)$/.test(before?.lower ?? '');
  const isPronoun =
    wordsAfterPronoun.test(noun) ||
    (followsAuxiliary
      ? isPlainVerb(noun) && !isVerbAt(tokens, at + 2)
      : isParticiple(noun) || noun.endsWith('ing'));
  if (isPronoun) return reference(form, at, at + 1);
  return word === 'that' && !startsPhrase
    ? undefined
    : reference('noun', at, at + 2, { noun: next?.text ?? '' });
}

/** In "does this check run", the verb "run" shows that "check" is a noun. */
function isVerbAt(tokens: readonly QuestionToken[], at: number): boolean {
  const token = tokens[at];
  return token?.kind === 'word' && isPlainVerb(token.lower);
}

/** Reads "the function" or "this file", unless code after it identifies the definition. */
function nounReference(tokens: readonly QuestionToken[], from: number, noun: number): Reference | undefined {
  const headNoun = tokens[noun]?.lower ?? '';
  const after = tokens[noun + 1];
  if (after !== undefined && after.kind === 'code') return undefined;
  const form = fileNouns.test(headNoun) ? 'file' : 'symbol';
  return reference(form, from, noun + 1, { noun: headNoun });
}

function definiteReference(tokens: readonly QuestionToken[], at: number): Reference | undefined {
  const next = tokens[at + 1]?.lower ?? '';
  const isSame = next === 'same';
  const noun = isSame ? at + 2 : at + 1;
  const headNoun = tokens[noun]?.lower ?? '';
  const ordinal = ordinals[next];
  if (ordinal !== undefined) {
    const standsAlone = /^(?:former|latter)$/.test(next);
    if (headNoun === next && /^ones?$/.test(tokens[at + 2]?.lower ?? ''))
      return reference('ordinal', at, at + 3, { ordinal });
    return standsAlone && (isEndOrVerb(tokens, at + 2) || isParticiple(tokens[at + 2]?.lower ?? ''))
      ? reference('ordinal', at, at + 2, { ordinal })
      : undefined;
  }
  if (!fileNouns.test(headNoun) && !symbolNouns.test(headNoun)) return undefined;
  // Accepts "is the function called", but not "the function called by".
  const isPassive =
    auxiliaries.has(tokens[at - 1]?.lower ?? '') && isParticiple(tokens[noun + 1]?.lower ?? '');
  return isSame || isPassive || isEndOrVerb(tokens, noun + 1) ? nounReference(tokens, at, noun) : undefined;
}

/** True at the end or before a verb, but not before "that parses", "of the parser" or "for errors". */
function isEndOrVerb(tokens: readonly QuestionToken[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || (token.kind === 'mark' && token.text !== ',')) return true;
  return (
    token.kind === 'word' &&
    (auxiliaries.has(token.lower) || isPlainVerb(token.lower.replace(/e?s$/, '')) || isPlainVerb(token.lower))
  );
}

function placeReference(tokens: readonly QuestionToken[], at: number): Reference | undefined {
  const before = tokens[at - 1]?.lower ?? '';
  const next = tokens[at + 1]?.lower ?? '';
  // In "is there a cache" and "there are two", "there" is not a place.
  if (auxiliaries.has(before) || auxiliaries.has(next) || /^(?:be|been|out|over|any|'s)$/.test(before))
    return undefined;
  if (/^(?:exists?|seems?|might|may)$/.test(next) || at === 0) return undefined;
  return reference('place', at, at + 1);
}
