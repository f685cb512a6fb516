/**
 * Runs all content checks on a claim. Each module in `checks/` compares one aspect with the evidence: literal text
 * (quotations, names, numbers), history, calls and behavior, or the meaning of the prose. Each check reads the claim
 * without the parts that other checks cover.
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

/** Longer claims fail. The claim reader cuts claims long before this length. */
const maxClaimLength = 8_000;
/** The fraction of a claim's words that must be in the evidence if the claim quotes and names nothing. */
const minSharedWords = 0.5;

/** Returns at least one check, so that a claim without content cannot pass. */
export function checkContent(
  claim: string,
  cited: readonly AnyEvidence[],
  facts: QueryFacts | undefined,
): readonly ClaimCheck[] {
  if (claim.length > maxClaimLength) return [claimCheck('words', false, 'It is too long to be checked.')];
  const text = facts?.versions === undefined ? claim : stripVersionNames(claim, cited, facts.versions);
  const parts = parseClaim(text);
  const texts = cited.map((evidence) => citedText(evidence));
  const isEvidenceName = (name: string): boolean => cited.some((evidence) => isNamed(evidence, name));
  const quotes = parts.quotes.map((quote) => quoteCheck(quote, texts));
  const names = parts.code.map((name) => nameCheck(name, texts, isEvidenceName));
  const ids = cited.map(({ id }) => id);
  const counts = facts === undefined ? [] : checkCounts(parts.prose, ids, facts);
  const counted = facts === undefined ? parts.prose : stripCounts(parts.prose, facts);
  const prose = stripLineNumbers(counted);
  const bareNames = checkUnmarkedNames(prose, texts, isEvidenceName);
  const words = stripAttributions(
    findUnmarkedNames(prose).reduce((rest, name) => rest.replaceAll(name, ' '), prose),
    text,
    cited,
  );
  const parameters = checkParameters(stripCitations(stripQuotations(text)), cited);
  const withoutCounts = (rest: string): string =>
    parameters.length === 0 ? rest : stripParameterCounts(rest);
  const ownText = withoutCounts(
    stripLineNumbers(
      stripEvidenceNames(facts === undefined ? text : stripCounts(text, facts), isEvidenceName),
    ),
  );
  const checks = [
    ...quotes,
    ...names,
    ...checkLineNumbers(parts.prose, cited),
    ...counts,
    ...bareNames,
    ...parameters,
    ...checkNumbers(withoutCounts(words), parts, { text, texts, cited }),
    ...checkNumberedNames(words, texts, cited),
    ...checkOrigins(text, parts, cited),
    ...checkDiscussions(text, parts, cited),
    ...checkCalls(text, cited),
    ...checkMeaning(
      ownText,
      texts,
      parts.code.map(stripCallParentheses).filter((name) => !isEvidenceName(name)),
    ),
    ...checkParaphrase(ownText, texts),
    ...checkUnmarkedCode(maskNames(text), texts),
    ...relationChecks(text, texts, cited),
  ];
  const clauses = checkVocabulary(
    withoutCounts(stripCheckedParts(text, { facts, cited, bare: findUnmarkedNames(prose) })),
    texts,
  );
  // Without a quotation, name, count or clause to check, the claim's words are checked as a whole.
  const isAllWords = [quotes, names, counts, bareNames, clauses, parameters].every(
    (list) => list.length === 0,
  );
  return [...checks, ...clauses, ...(isAllWords ? [checkWords(words, cited)] : [])];
}

/** Checks conditions, order and values against cited lines; commits and discussions contain no code to check. */
function relationChecks(
  text: string,
  texts: readonly CitedText[],
  cited: readonly AnyEvidence[],
): readonly ClaimCheck[] {
  if (!cited.every((evidence) => isSpanEvidence(evidence) || isAttachmentEvidence(evidence))) return [];
  const withoutCounts = stripLineNumbers(stripCitations(stripQuotations(text)));
  return [
    ...checkBranches(withoutCounts, texts),
    ...checkBehavior(withoutCounts, cited),
    ...checkValues(stripLineNumbers(stripCitations(text)), texts),
    ...checkSequence(withoutCounts, texts),
    ...checkNumberSubjects(withoutCounts, texts),
    ...(strikethrough.test(withoutCounts.replace(/`[^`]*`/g, '◆'))
      ? [claimCheck('words', false, 'It is struck through.')]
      : []),
  ];
}

/** Strikethrough between one or two tildes, which may span soft line breaks. */
const strikethrough = /(?<![~\w])(~{1,2})(?=[^\s~])(?:[^~\n]|\n(?![^\S\n]*\n)){0,2000}(?<=[^\s~])\1(?!~)/;

function quoteCheck(quote: string, texts: readonly CitedText[]): ClaimCheck {
  const passed = texts.some(({ matcher }) => matcher.containsQuote(quote));
  if (passed) return claimCheck('quote', true, 'The quotation is in the cited lines, word for word.');
  const isCut = texts.some(({ matcher }) => matcher.containsQuoteMidWord(quote));
  const problem = isCut ? 'begins or ends within a word of the cited lines' : 'is not in the cited lines';
  return claimCheck('quote', false, `“${truncate(quote, 80)}” ${problem}.`);
}

function nameCheck(
  name: string,
  texts: readonly CitedText[],
  isEvidenceName: (name: string) => boolean,
): ClaimCheck {
  const passed = [name, stripCallParentheses(name)].some(
    (form) => texts.some(({ matcher }) => matcher.containsCode(form)) || isEvidenceName(form),
  );
  return claimCheck(
    'identifier',
    passed,
    `\`${truncate(name, 80)}\` is ${passed ? '' : 'not '}in the cited lines.`,
  );
}

function isNamed(evidence: AnyEvidence, name: string): boolean {
  if (isCommitEvidence(evidence)) return isNameOfCommit(evidence, name);
  if (isAttachmentEvidence(evidence)) return isAttachmentName(evidence, name);
  return isDiscussionEvidence(evidence) ? isNameOfDiscussion(evidence, name) : isSpanName(evidence, name);
}

const termCache = new WeakMap<AnyEvidence, readonly string[]>();

/** Omits a commit's author, because authors choose their own names and a name is no evidence of content. */
function readTerms(evidence: AnyEvidence): readonly string[] {
  const found = termCache.get(evidence);
  if (found !== undefined) return found;
  const terms = extractTerms(
    isSpanEvidence(evidence) ? evidence.text : evidence.text.replace(/^Author: .*$/m, ''),
  );
  termCache.set(evidence, terms);
  return terms;
}

/** Checks the claim's words against the words of its evidence. */
function checkWords(text: string, cited: readonly AnyEvidence[]): ClaimCheck {
  const evidenceTerms = new Set(cited.flatMap(readTerms));
  const words = extractTerms(text).filter((word) => !isStopWord(word));
  const shared = words.filter((word) => evidenceTerms.has(word)).length / Math.max(1, words.length);
  return claimCheck(
    'words',
    shared >= minSharedWords,
    `${Math.round(shared * 100)} % of its words are in the cited lines.`,
  );
}
