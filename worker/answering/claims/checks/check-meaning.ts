/**
 * Checks that a clause agrees with the closest cited statement: same negation, same bounds, no antonym. If several
 * statements are equally close, one match is enough.
 */

import { claimCheck, type ClaimCheck } from '../../../core/answers/claim.ts';
import { stem } from '../../../core/text/terms.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';
import { splitClauses } from '../../claim-text/parse-claim.ts';
import { checkBounds } from './check-bounds.ts';
import { significantWords } from './check-vocabulary.ts';
import { checkWordOrder } from './check-word-order.ts';
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
  const code = cited.map((one) => one.text).join('\n');
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
  const deniedThere = highestOverlap(
    close,
    ({ text, isProse }) =>
      (isProse && denial.test(text)) || (!isProse && !mentionsNames && absence.test(text)),
  );
  const affirmedThere = highestOverlap(close, ({ text, isProse }) =>
    isProse ? !denial.test(text) : mentionsNames || !absence.test(text),
  );
  if (isDenied) {
    const passed = deniedThere >= minOverlap && deniedThere >= affirmedThere;
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
  const deniedInProse = highestOverlap(close, ({ text, isProse }) => isProse && denial.test(text));
  const affirmedAnywhere = highestOverlap(close, ({ text, isProse }) => !isProse || !denial.test(text));
  if (deniedInProse < (words.length < 2 ? 1 : minOverlap) || deniedInProse <= affirmedAnywhere) return [];
  return [claimCheck('negation', false, `The evidence denies the statement: “${truncate(clause, 60)}”.`)];
}

const strongDenial = /\b(?:never|(?:must|do|does|is|are|will|shall) not|cannot)\b|n['’]t\b/i;

/** Finds a denied statement that the clause repeats without the denial, and that no other statement affirms. */
function findOmittedDenial(words: readonly string[], close: readonly Closeness[]): string | undefined {
  const forms = new Set(words.flatMap((word) => [word, stem(word)]));
  const statements = close.map(({ statement }) => statement);
  return statements.find(({ text, isProse }) => {
    if (!isProse || !strongDenial.test(text)) return false;
    const escaped = significantWords(text.replace(strongDenial, ' '));
    const containsAll = (terms: ReadonlySet<string>): boolean =>
      escaped.every((word) => terms.has(word) || terms.has(stem(word)));
    return (
      escaped.length >= 2 &&
      containsAll(forms) &&
      !statements.some((one) => !(one.isProse && denial.test(one.text)) && containsAll(one.terms))
    );
  })?.text;
}

function oppositeChecks(words: readonly string[], indexes: readonly StatementIndex[]): readonly ClaimCheck[] {
  return words.flatMap((word) => {
    const others = findAntonyms(word);
    if (indexes.every((index) => index.containingAny(others).size === 0)) return [];
    const rest = words.filter((one) => one !== word).map(wordForms);
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
