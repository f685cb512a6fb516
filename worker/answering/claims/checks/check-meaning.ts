/**
 * Checks that a clause agrees with the closest cited statement: same negation, same bounds, no antonym, same
 * order of words. If several statements are equally close, one match is enough.
 */

import { claimCheck, type ClaimCheck } from '../../../core/answers/claim.ts';
import { stem } from '../../../core/text/terms.ts';
import type { CitedText, Statement } from '../../evidence-text/cited-text.ts';
import { splitClauses } from '../../claim-text/parse-claim.ts';
import { checkBounds } from './check-bounds.ts';
import { significantWords } from './check-vocabulary.ts';
import {
  highestOverlap,
  rankStatements,
  wordForms,
  minOverlap,
  indexStatements,
  type Closeness,
  type StatementIndex,
} from './closest-statements.ts';
import { findAntonyms } from './vocabulary.ts';
import { truncate } from '../../../core/text/truncate.ts';

const denial =
  /\b(?:not|never|no|none|nothing|nobody|neither|nor|without|cannot|lacks?|lacking|avoids?|avoiding|avoided|hardly|rarely|seldom|refus(?:es?|ed|ing)|fails? to|instead of|rather than|ceases? to|stops? short)\b|n['’]t\b/i;
/** Code that negates, tests for absence or exits. */
const absence =
  /!(?!=?\s*$)|\bnot\b|\bnull\b|\bundefined\b|\bNone\b|\bnil\b|\bfalse\b|\bFalse\b|\bunless\b|\bis_none\b|\bErr\b|\bthrow|\braise|\bcontinue\b|\bbreak\b|\breturn\s*;?\s*$|\bempty\b/;

/** @param names names written as code that do not name the evidence itself */
export function checkMeaning(
  text: string,
  cited: readonly CitedText[],
  names: readonly string[] = [],
): readonly ClaimCheck[] {
  const indexes = cited.map(indexStatements);
  if (indexes.every(({ statements }) => statements.length === 0)) return [];
  const code = cited.map((evidence) => evidence.text).join('\n');
  return splitClauses(text).flatMap((clause) => {
    const mentioned = names.filter((name) => clause.includes(name));
    if (
      mentioned.length > 0 &&
      statesAbsence(clause, mentioned) &&
      mentioned.every((name) => isAbsent(name, code))
    )
      return [claimCheck('negation', true, `The cited lines handle its absence: “${truncate(clause, 60)}”.`)];
    const lower = new Set(mentioned.map((name) => name.toLowerCase()));
    const parts = new Set(mentioned.flatMap(significantWords));
    return clauseChecks(clause, indexes, {
      isName: (word) => lower.has(word),
      isPartOfName: (word) => lower.has(word) || parts.has(word),
    });
  });
}

/** Returns whether the clause states that the names are absent, not that they do not do something. */
function statesAbsence(clause: string, names: readonly string[]): boolean {
  const rest = names.reduce((text, name) => text.replaceAll(name, ' '), clause.replace(denial, ' '));
  return denial.test(clause) && !significantWords(rest).some((word) => actionWord.test(word));
}

/** Words for what is done with a name. */
const actionWord = /^(?:call|invoke|use|used|using|run|execut|return|loop|iterat)/;

/** Matches tests of the name itself, not of its return value: `!name`, `not name`, `name == null`, `name !== other`. */
function isAbsent(name: string, code: string): boolean {
  const escaped = name.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `(?:!\\s?|\\bnot\\s)\\(?${escaped}(?![\\w(])|(?<![\\w$])${escaped}\\s*(?:===?|is)\\s*(?:null|undefined|None|nil|false|False|''|""|0)|\\b${escaped}\\.is_(?:none|empty)\\b|(?<![\\w$.])${escaped}\\s*!==?[^=]`,
  ).test(code);
}

function clauseChecks(
  clause: string,
  indexes: readonly StatementIndex[],
  {
    isName,
    isPartOfName,
  }: { readonly isName: (word: string) => boolean; readonly isPartOfName: (word: string) => boolean },
): readonly ClaimCheck[] {
  const words = significantWords(clause.replace(denial, ' '));
  if (words.length === 0) return [];
  const close = rankStatements(words, indexes);
  return [
    ...polarityChecks(clause, words, { close, mentionsNames: words.some(isName) }),
    ...checkBounds(clause, close),
    ...oppositeChecks(
      words.filter((word) => !isPartOfName(word)),
      indexes,
    ),
    ...checkWordOrder(
      clause,
      indexes.flatMap(({ statements }) => statements),
    ),
  ];
}

function polarityChecks(
  clause: string,
  words: readonly string[],
  { close, mentionsNames }: { readonly close: readonly Closeness[]; readonly mentionsNames: boolean },
): readonly ClaimCheck[] {
  const isDenied = denial.test(clause);
  const deniedOverlap = highestOverlap(
    close,
    ({ text, isProse }) =>
      (isProse && denial.test(text)) || (!isProse && !mentionsNames && absence.test(text)),
  );
  const affirmedOverlap = highestOverlap(close, ({ text, isProse }) =>
    isProse ? !denial.test(text) : mentionsNames || !absence.test(text),
  );
  if (isDenied) {
    const passed = deniedOverlap >= minOverlap && deniedOverlap >= affirmedOverlap;
    return [
      claimCheck(
        'negation',
        passed,
        `The evidence ${passed ? 'denies it too' : 'does not deny it'}: “${truncate(clause, 60)}”.`,
      ),
    ];
  }
  const omitted = findOmittedDenial(words, close);
  if (omitted !== undefined)
    return [claimCheck('negation', false, `The evidence denies it: “${truncate(omitted, 60)}”.`)];
  // Other checks cover calls and containment.
  if (words.every((word) => /^(?:call|invok|contain)/.test(word))) return [];
  const deniedInProseOverlap = highestOverlap(close, ({ text, isProse }) => isProse && denial.test(text));
  const affirmedAnywhereOverlap = highestOverlap(
    close,
    ({ text, isProse }) => !isProse || !denial.test(text),
  );
  if (
    deniedInProseOverlap < (words.length < 2 ? 1 : minOverlap) ||
    deniedInProseOverlap <= affirmedAnywhereOverlap
  )
    return [];
  return [claimCheck('negation', false, `The evidence denies the statement: “${truncate(clause, 60)}”.`)];
}

const strongDenial = /\b(?:never|(?:must|do|does|is|are|will|shall) not|cannot)\b|n['’]t\b/i;

/** Finds a denied statement that the clause repeats without the denial, and that no other statement affirms. */
function findOmittedDenial(words: readonly string[], close: readonly Closeness[]): string | undefined {
  const forms = new Set(words.flatMap((word) => [word, stem(word)]));
  const statements = close.map(({ statement }) => statement);
  return statements.find(({ text, isProse }) => {
    if (!isProse || !strongDenial.test(text)) return false;
    const deniedWords = significantWords(text.replace(strongDenial, ' '));
    const containsAll = (terms: ReadonlySet<string>): boolean =>
      deniedWords.every((word) => terms.has(word) || terms.has(stem(word)));
    return (
      deniedWords.length >= 2 &&
      containsAll(forms) &&
      !statements.some(
        (statement) => !(statement.isProse && denial.test(statement.text)) && containsAll(statement.terms),
      )
    );
  })?.text;
}

function oppositeChecks(words: readonly string[], indexes: readonly StatementIndex[]): readonly ClaimCheck[] {
  return words.flatMap((word) => {
    const others = findAntonyms(word);
    if (indexes.every((index) => index.containingAny(others).size === 0)) return [];
    const rest = words.filter((other) => other !== word).map(wordForms);
    let [same, other] = [-1, 0];
    for (const index of indexes) {
      const overlaps = index.overlaps(rest);
      const overlapAt = (at: number): number => (rest.length === 0 ? 1 : (overlaps[at] ?? 0));
      for (const at of index.supporting(word)) same = Math.max(same, overlapAt(at));
      for (const at of index.containingAny(others)) other = Math.max(other, overlapAt(at));
    }
    if (other < minOverlap || other <= same) return [];
    return [claimCheck('opposite', false, `The cited lines say the opposite of “${word}”.`)];
  });
}

/** Prepositions whose neighbors have different roles. */
const prepositions = new Set(
  'to from into onto before after by over within inside of for in on against than with as'.split(' '),
);
const determiners = new Set('the a an its this that each every their our your'.split(' '));

/** Checks the order of words around a preposition: "a string to a number" is not "a number to a string". */
function checkWordOrder(clause: string, statements: readonly Statement[]): readonly ClaimCheck[] {
  const words = splitWords(clause);
  return words.flatMap((word, at) => {
    const [first = '', second = ''] = [words[at - 1], words[at + 1]];
    if (!prepositions.has(word) || first.length < 3 || second.length < 3) return [];
    const [one, other] = [stem(first), stem(second)];
    const both = statements
      .filter(({ terms }) => terms.has(one) && terms.has(other))
      .map(({ text }) => splitWords(text));
    const isReversed =
      both.some((statementWords) => isInOrder(statementWords, [second, word, first])) &&
      !both.some((statementWords) => isInOrder(statementWords, [first, word, second]));
    return isReversed
      ? [
          {
            check: 'order' as const,
            passed: false,
            detail: `The cited lines state “${first} ${word} ${second}” in the opposite direction.`,
          },
        ]
      : [];
  });
}

/** Returns words and numbers in order, without determiners: “a file of 27 lines” differs from “a file of lines”. */
function splitWords(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !determiners.has(word));
}

/** Allows one word between each two. */
function isInOrder(
  words: readonly string[],
  [first, word, second]: readonly [string, string, string],
): boolean {
  return words.some(
    (item, at) =>
      item === word &&
      (words[at - 1] === first || words[at - 2] === first) &&
      (words[at + 1] === second || words[at + 2] === second),
  );
}
