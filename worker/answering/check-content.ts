/** What a claim says, held to what it cites: quotations, names, lines, counts, numbers, who did what, and the words around them. */

import type { ClaimCheck } from '../core/answer.ts';
import { isOfAttachment, isOfCommit, isOfDiscussion, isOfLines, type AnyEvidence } from '../core/evidence.ts';
import { isStopWord, termsOf } from '../core/terms.ts';
import { bareNamesIn, checkBareNames, withoutCall } from './check-bare-names.ts';
import { checkBareCode } from './check-bare-code.ts';
import { checkBranches } from './check-branches.ts';
import { checkCalls } from './check-calls.ts';
import { checkDeeds } from './check-deeds.ts';
import { checkDiscussions, isNameOfDiscussion } from './check-discussions.ts';
import { checkLines, withoutLines } from './check-lines.ts';
import { checkMeaning } from './check-meaning.ts';
import { checkNumberPlaces } from './check-number-places.ts';
import { checkNumberedNames } from './check-numbered-names.ts';
import { checkNumbers } from './check-numbers.ts';
import { checkOrigins, isNameOfCommit } from './check-origins.ts';
import { checkOwnWords } from './check-own-words.ts';
import { checkParameters, withoutParameters } from './check-parameters.ts';
import { checkSequence } from './check-sequence.ts';
import { checkValues } from './check-values.ts';
import { checkWording } from './check-wording.ts';
import { citedText, type CitedText } from './cited-text.ts';
import { partsOfClaim, withoutQuotes, withoutCitations } from './claim-parts.ts';
import { isNameOf, isNameOfAttachment } from './name-of-span.ts';
import { checkCounts, withoutCounts, type QueryFacts } from './query-facts.ts';
import { markedText, ownText, withoutRecord, wordsOfOwn } from './words-of-claim.ts';
import { withoutVersions } from './versions-said.ts';

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
  if (claim.length > longestClaim) return [check('words', false, 'It is too long to be checked.')];
  const text = facts?.versions === undefined ? claim : withoutVersions(claim, cited, facts.versions);
  const spoken = partsOfClaim(text);
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
  const counted = facts === undefined ? spoken.prose : withoutCounts(spoken.prose, facts);
  const prose = withoutLines(counted);
  const bareNames = checkBareNames(prose, texts, isCalled);
  const words = withoutRecord(
    bareNamesIn(prose).reduce((rest, name) => rest.replaceAll(name, ' '), prose),
    text,
    cited,
  );
  const parameters = checkParameters(withoutCitations(withoutQuotes(text)), cited);
  const bare = (rest: string): string => (parameters.length === 0 ? rest : withoutParameters(rest));
  const own = bare(withoutLines(ownText(facts === undefined ? text : withoutCounts(text, facts), isCalled)));
  const checks = [
    ...quotes,
    ...names,
    ...checkLines(spoken.prose, cited),
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
      spoken.code.map(withoutCall).filter((name) => !isCalled(name)),
    ),
    ...checkWording(own, texts),
    ...checkBareCode(markedText(text), texts),
    ...relationChecks(text, texts, cited),
  ];
  const clauses = checkOwnWords(bare(wordsOfOwn(text, { facts, cited, bare: bareNamesIn(prose) })), texts);
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
  if (!cited.every((one) => isOfLines(one) || isOfAttachment(one))) return [];
  const bare = withoutLines(withoutCitations(withoutQuotes(text)));
  return [
    ...checkBranches(bare, texts),
    ...checkDeeds(bare, cited),
    ...checkValues(withoutLines(withoutCitations(text)), texts),
    ...checkSequence(bare, texts),
    ...checkNumberPlaces(bare, texts),
    ...(struck.test(bare.replace(/`[^`]*`/g, '◆')) ? [check('words', false, 'It is struck through.')] : []),
  ];
}

/** Between one or two marks, over soft line breaks too. */
const struck = /(?<![~\w])(~{1,2})(?=[^\s~])(?:[^~\n]|\n(?![^\S\n]*\n)){0,2000}(?<=[^\s~])\1(?!~)/;

function quoteCheck(quote: string, texts: readonly CitedText[]): ClaimCheck {
  const passed = texts.some(({ holder }) => holder.holdsQuote(quote));
  if (passed) return check('quote', true, 'The quotation is in the cited lines, word for word.');
  const isCut = texts.some(({ holder }) => holder.cutsWord(quote));
  const why = isCut ? 'begins or ends within a word of the cited lines' : 'is not in the cited lines';
  return check('quote', false, `“${shortened(quote)}” ${why}.`);
}

function nameCheck(
  name: string,
  texts: readonly CitedText[],
  isCalled: (name: string) => boolean,
): ClaimCheck {
  const passed = [name, withoutCall(name)].some(
    (one) => texts.some(({ holder }) => holder.holdsCode(one)) || isCalled(one),
  );
  return check('identifier', passed, `\`${shortened(name)}\` is ${passed ? '' : 'not '}in the cited lines.`);
}

function isNamed(one: AnyEvidence, name: string): boolean {
  if (isOfCommit(one)) return isNameOfCommit(one, name);
  if (isOfAttachment(one)) return isNameOfAttachment(one, name);
  return isOfDiscussion(one) ? isNameOfDiscussion(one, name) : isNameOf(one, name);
}

const termsKnown = new WeakMap<AnyEvidence, readonly string[]>();

/** Who wrote a commit says nothing of what it is about: a name is chosen by whoever bears it. */
function termsIn(one: AnyEvidence): readonly string[] {
  const found = termsKnown.get(one);
  if (found !== undefined) return found;
  const terms = termsOf(isOfLines(one) ? one.text : one.text.replace(/^Author: .*$/m, ''));
  termsKnown.set(one, terms);
  return terms;
}

/** A claim's words are held to the words of what it cites. */
function checkWords(text: string, cited: readonly AnyEvidence[]): ClaimCheck {
  const held = new Set(cited.flatMap(termsIn));
  const words = termsOf(text).filter((word) => !isStopWord(word));
  const shared = words.filter((word) => held.has(word)).length / Math.max(1, words.length);
  return check(
    'words',
    shared >= wordsShared,
    `${Math.round(shared * 100)} % of its words are in the cited lines.`,
  );
}

function check(name: ClaimCheck['check'], passed: boolean, detail: string): ClaimCheck {
  return { check: name, passed, detail };
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
