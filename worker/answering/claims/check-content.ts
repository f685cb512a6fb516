/**
 * Runs every content check on a claim: quotations, names, line numbers, counts, numbers, authors and the remaining
 * words.
 */

import { claimCheck, type ClaimCheck } from '../../core/answers/claim.ts';
import {
  isAttachmentEvidence,
  isCommitEvidence,
  isDiscussionEvidence,
  isSpanEvidence,
  type AnyEvidence,
} from '../../core/answers/evidence.ts';
import { isStopWord, extractTerms } from '../../core/text/terms.ts';
import {
  findUnmarkedNames,
  checkUnmarkedCode,
  checkUnmarkedNames,
  stripCallParentheses,
} from './checks/check-unmarked-code.ts';
import { checkBranches } from './checks/check-branches.ts';
import { checkCalls } from './checks/check-calls.ts';
import { checkBehavior } from './checks/check-behavior.ts';
import { checkDiscussions, isNameOfDiscussion } from './checks/check-discussions.ts';
import { checkLineNumbers, stripLineNumbers } from './checks/check-line-numbers.ts';
import { checkMeaning } from './checks/check-meaning.ts';
import { checkNumberSubjects } from './checks/check-number-subjects.ts';
import { checkNumberedNames } from './checks/check-numbered-names.ts';
import { checkNumbers } from './checks/check-numbers.ts';
import { checkOrigins, isNameOfCommit } from './checks/check-origins.ts';
import { checkVocabulary } from './checks/check-vocabulary.ts';
import { checkParameters, stripParameterCounts } from './checks/check-parameters.ts';
import { checkSequence } from './checks/check-sequence.ts';
import { checkValues } from './checks/check-values.ts';
import { checkParaphrase } from './checks/check-paraphrase.ts';
import { citedText, type CitedText } from '../evidence-text/cited-text.ts';
import { parseClaim, stripQuotations, stripCitations } from '../claim-text/parse-claim.ts';
import { isSpanName, isAttachmentName } from '../evidence-text/evidence-names.ts';
import { checkCounts, stripCounts, type QueryFacts } from './query-facts.ts';
import {
  maskNames,
  stripEvidenceNames,
  stripAttributions,
  stripVersionNames,
  stripCheckedParts,
} from './claim-words.ts';
import { truncate } from '../../core/text/truncate.ts';

/** Longer ones are told to be too long to check: the reader of an answer cuts them long before. */
const longestClaim = 8_000;
/** Share of a claim's words that must be in the span when it quotes and names nothing. */
const wordsShared = 0.5;

/** At least one check, so that nothing passes by saying nothing. */
export function checkContent(
  claim: string,
  cited: readonly AnyEvidence[],
  facts: QueryFacts | undefined,
): readonly ClaimCheck[] {
  if (claim.length > longestClaim) return [claimCheck('words', false, 'It is too long to be checked.')];
  const text = facts?.versions === undefined ? claim : stripVersionNames(claim, cited, facts.versions);
  const spoken = parseClaim(text);
  const texts = cited.map((one) => citedText(one));
  const isCalled = (name: string): boolean => cited.some((one) => isNamed(one, name));
  const quotes = spoken.quotes.map((quote) => quoteCheck(quote, texts));
  const names = spoken.code.map((name) => nameCheck(name, texts, isCalled));
  const counts =
    facts === undefined
      ? []
      : checkCounts(
          spoken.prose,
          cited.map(({ id }) => id),
          facts,
        );
  const counted = facts === undefined ? spoken.prose : stripCounts(spoken.prose, facts);
  const prose = stripLineNumbers(counted);
  const bareNames = checkUnmarkedNames(prose, texts, isCalled);
  const words = stripAttributions(
    findUnmarkedNames(prose).reduce((rest, name) => rest.replaceAll(name, ' '), prose),
    text,
    cited,
  );
  const parameters = checkParameters(stripCitations(stripQuotations(text)), cited);
  const bare = (rest: string): string => (parameters.length === 0 ? rest : stripParameterCounts(rest));
  const own = bare(
    stripLineNumbers(stripEvidenceNames(facts === undefined ? text : stripCounts(text, facts), isCalled)),
  );
  const checks = [
    ...quotes,
    ...names,
    ...checkLineNumbers(spoken.prose, cited),
    ...counts,
    ...bareNames,
    ...parameters,
    ...checkNumbers(bare(words), spoken, { text, texts, cited }),
    ...checkNumberedNames(words, texts, cited),
    ...checkOrigins(text, spoken, cited),
    ...checkDiscussions(text, spoken, cited),
    ...checkCalls(text, cited),
    ...checkMeaning(
      own,
      texts,
      spoken.code.map(stripCallParentheses).filter((name) => !isCalled(name)),
    ),
    ...checkParaphrase(own, texts),
    ...checkUnmarkedCode(maskNames(text), texts),
    ...relationChecks(text, texts, cited),
  ];
  const clauses = checkVocabulary(
    bare(stripCheckedParts(text, { facts, cited, bare: findUnmarkedNames(prose) })),
    texts,
  );
  // Where nothing is quoted, named or told apart, there must be something that is said.
  const isAllWords = [quotes, names, counts, bareNames, clauses, parameters].every(
    (list) => list.length === 0,
  );
  return [...checks, ...clauses, ...(isAllWords ? [checkWords(words, cited)] : [])];
}

/** What it says of when, in what order and how many, held to where the code cited has it: of lines alone, as a record has none. */
function relationChecks(
  text: string,
  texts: readonly CitedText[],
  cited: readonly AnyEvidence[],
): readonly ClaimCheck[] {
  if (!cited.every((one) => isSpanEvidence(one) || isAttachmentEvidence(one))) return [];
  const bare = stripLineNumbers(stripCitations(stripQuotations(text)));
  return [
    ...checkBranches(bare, texts),
    ...checkBehavior(bare, cited),
    ...checkValues(stripLineNumbers(stripCitations(text)), texts),
    ...checkSequence(bare, texts),
    ...checkNumberSubjects(bare, texts),
    ...(struck.test(bare.replace(/`[^`]*`/g, '◆'))
      ? [claimCheck('words', false, 'It is struck through.')]
      : []),
  ];
}

/** Between one or two marks, over soft line breaks too. */
const struck = /(?<![~\w])(~{1,2})(?=[^\s~])(?:[^~\n]|\n(?![^\S\n]*\n)){0,2000}(?<=[^\s~])\1(?!~)/;

function quoteCheck(quote: string, texts: readonly CitedText[]): ClaimCheck {
  const passed = texts.some(({ matcher: holder }) => holder.containsQuote(quote));
  if (passed) return claimCheck('quote', true, 'The quotation is in the cited lines, word for word.');
  const isCut = texts.some(({ matcher: holder }) => holder.cutsWord(quote));
  const why = isCut ? 'begins or ends within a word of the cited lines' : 'is not in the cited lines';
  return claimCheck('quote', false, `“${truncate(quote, 80)}” ${why}.`);
}

function nameCheck(
  name: string,
  texts: readonly CitedText[],
  isCalled: (name: string) => boolean,
): ClaimCheck {
  const passed = [name, stripCallParentheses(name)].some(
    (one) => texts.some(({ matcher: holder }) => holder.containsCode(one)) || isCalled(one),
  );
  return claimCheck(
    'identifier',
    passed,
    `\`${truncate(name, 80)}\` is ${passed ? '' : 'not '}in the cited lines.`,
  );
}

function isNamed(one: AnyEvidence, name: string): boolean {
  if (isCommitEvidence(one)) return isNameOfCommit(one, name);
  if (isAttachmentEvidence(one)) return isAttachmentName(one, name);
  return isDiscussionEvidence(one) ? isNameOfDiscussion(one, name) : isSpanName(one, name);
}

const termsKnown = new WeakMap<AnyEvidence, readonly string[]>();

/** Who wrote a commit says nothing of what it is about: a name is chosen by whoever bears it. */
function termsIn(one: AnyEvidence): readonly string[] {
  const found = termsKnown.get(one);
  if (found !== undefined) return found;
  const terms = extractTerms(isSpanEvidence(one) ? one.text : one.text.replace(/^Author: .*$/m, ''));
  termsKnown.set(one, terms);
  return terms;
}

/** A claim's words are held to the words of what it cites. */
function checkWords(text: string, cited: readonly AnyEvidence[]): ClaimCheck {
  const held = new Set(cited.flatMap(termsIn));
  const words = extractTerms(text).filter((word) => !isStopWord(word));
  const shared = words.filter((word) => held.has(word)).length / Math.max(1, words.length);
  return claimCheck(
    'words',
    shared >= wordsShared,
    `${Math.round(shared * 100)} % of its words are in the cited lines.`,
  );
}
