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
  formsOf,
  leastOverlap,
  statementIndexOf,
  type Closeness,
  type StatementIndex,
} from './closest-statements.ts';
import { antonymsOf } from './vocabulary.ts';
import { truncate } from '../../../core/text/truncate.ts';

const denial =
  /\b(?:not|never|no|none|nothing|nobody|neither|nor|without|cannot|lacks?|lacking|avoids?|avoiding|avoided|hardly|rarely|seldom|refus(?:es?|ed|ing)|fails? to|instead of|rather than|ceases? to|stops? short)\b|n['’]t\b/i;
/** Of code: what is not so, is not there or does not go on. */
const absence =
  /!(?!=?\s*$)|\bnot\b|\bnull\b|\bundefined\b|\bNone\b|\bnil\b|\bfalse\b|\bFalse\b|\bunless\b|\bis_none\b|\bErr\b|\bthrow|\braise|\bcontinue\b|\bbreak\b|\breturn\s*;?\s*$|\bempty\b/;

/** @param names said as code that are not what is cited itself */
export function checkMeaning(
  text: string,
  cited: readonly CitedText[],
  names: readonly string[] = [],
): readonly ClaimCheck[] {
  const indexes = cited.map(statementIndexOf);
  if (indexes.every(({ statements }) => statements.length === 0)) return [];
  const code = cited.map((one) => one.text).join('\n');
  return splitClauses(text).flatMap((clause) => {
    const said = names.filter((name) => clause.includes(name));
    if (said.length > 0 && saysAbsence(clause, said) && said.every((name) => isAbsent(name, code)))
      return [
        claimCheck(
          'negation',
          true,
          `The cited lines tell of it where it is not there: “${truncate(clause, 60)}”.`,
        ),
      ];
    const lower = new Set(said.map((name) => name.toLowerCase()));
    const parts = new Set(said.flatMap(significantWords));
    return clauseChecks(clause, indexes, {
      isName: (word) => lower.has(word),
      isOfName: (word) => lower.has(word) || parts.has(word),
    });
  });
}

/** That it is not there, and not that something of it is not so. */
function saysAbsence(clause: string, names: readonly string[]): boolean {
  const rest = names.reduce((text, name) => text.replaceAll(name, ' '), clause.replace(denial, ' '));
  return denial.test(clause) && !significantWords(rest).some((word) => doing.test(word));
}

/** Words that say what is done with a name. */
const doing = /^(?:call|invoke|use|used|using|run|execut|return|loop|iterat)/;

/** `!name`, `not name`, `name == null`, `name !== other` and the like: the name by itself, not what it gives when called. */
function isAbsent(name: string, code: string): boolean {
  const own = name.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `(?:!\\s?|\\bnot\\s)\\(?${own}(?![\\w(])|(?<![\\w$])${own}\\s*(?:===?|is)\\s*(?:null|undefined|None|nil|false|False|''|""|0)|\\b${own}\\.is_(?:none|empty)\\b|(?<![\\w$.])${own}\\s*!==?[^=]`,
  ).test(code);
}

function clauseChecks(
  clause: string,
  indexes: readonly StatementIndex[],
  {
    isName,
    isOfName,
  }: { readonly isName: (word: string) => boolean; readonly isOfName: (word: string) => boolean },
): readonly ClaimCheck[] {
  const words = significantWords(clause.replace(denial, ' '));
  if (words.length === 0) return [];
  const close = rankStatements(words, indexes);
  return [
    ...polarityChecks(clause, words, { close, isOfNames: words.some(isName) }),
    ...checkBounds(clause, close),
    ...oppositeChecks(
      words.filter((word) => !isOfName(word)),
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
  { close, isOfNames }: { readonly close: readonly Closeness[]; readonly isOfNames: boolean },
): readonly ClaimCheck[] {
  const isDenied = denial.test(clause);
  const deniedThere = highestOverlap(
    close,
    ({ text, isProse }) => (isProse && denial.test(text)) || (!isProse && !isOfNames && absence.test(text)),
  );
  const saidThere = highestOverlap(close, ({ text, isProse }) =>
    isProse ? !denial.test(text) : isOfNames || !absence.test(text),
  );
  if (isDenied) {
    const passed = deniedThere >= leastOverlap && deniedThere >= saidThere;
    return [
      claimCheck(
        'negation',
        passed,
        `What is cited ${passed ? 'denies it too' : 'does not deny it'}: “${truncate(clause, 60)}”.`,
      ),
    ];
  }
  const left = denialLeftOut(words, close);
  if (left !== undefined)
    return [claimCheck('negation', false, `What is cited denies it: “${truncate(left, 60)}”.`)];
  // Who calls whom and what holds what is held to the code.
  if (words.every((word) => /^(?:call|invok|contain)/.test(word))) return [];
  const deniedInProse = highestOverlap(close, ({ text, isProse }) => isProse && denial.test(text));
  const saidAnywhere = highestOverlap(close, ({ text, isProse }) => !isProse || !denial.test(text));
  if (deniedInProse < (words.length < 2 ? 1 : leastOverlap) || deniedInProse <= saidAnywhere) return [];
  return [claimCheck('negation', false, `What is cited denies what is said: “${truncate(clause, 60)}”.`)];
}

const strongDenial = /\b(?:never|(?:must|do|does|is|are|will|shall) not|cannot)\b|n['’]t\b/i;

/** A denied statement all of which the clause says, and which nothing says without denying it. */
function denialLeftOut(words: readonly string[], close: readonly Closeness[]): string | undefined {
  const forms = new Set(words.flatMap((word) => [word, stem(word)]));
  const statements = close.map(({ statement }) => statement);
  return statements.find(({ text, isProse }) => {
    if (!isProse || !strongDenial.test(text)) return false;
    const own = significantWords(text.replace(strongDenial, ' '));
    const holds = (terms: ReadonlySet<string>): boolean =>
      own.every((word) => terms.has(word) || terms.has(stem(word)));
    return (
      own.length >= 2 &&
      holds(forms) &&
      !statements.some((one) => !(one.isProse && denial.test(one.text)) && holds(one.terms))
    );
  })?.text;
}

function oppositeChecks(words: readonly string[], indexes: readonly StatementIndex[]): readonly ClaimCheck[] {
  return words.flatMap((word) => {
    const others = antonymsOf(word);
    if (indexes.every((index) => index.holding(others).size === 0)) return [];
    const rest = words.filter((one) => one !== word).map(formsOf);
    let [same, other] = [-1, 0];
    for (const index of indexes) {
      const overlaps = index.overlaps(rest);
      const overlapAt = (at: number): number => (rest.length === 0 ? 1 : (overlaps[at] ?? 0));
      for (const at of index.bearing(word)) same = Math.max(same, overlapAt(at));
      for (const at of index.holding(others)) other = Math.max(other, overlapAt(at));
    }
    if (other < leastOverlap || other <= same) return [];
    return [claimCheck('opposite', false, `The cited lines say the opposite of “${word}”.`)];
  });
}
