/**
 * Whether a clause says of what is cited what the statement there closest to it says: denied or not, with the same bound, and not its opposite. The closest is the
 * one that holds most of the clause's words; where several hold as many, one of them is enough.
 */

import type { ClaimCheck } from '../core/answer.ts';
import { stem, termsOf } from '../core/terms.ts';
import type { CitedText, Statement } from './cited-text.ts';
import { clausesOf } from './claim-clauses.ts';
import { isBorneBy, tellingWords } from './check-own-words.ts';
import { oppositesTo, putForOneAnother } from './said-words.ts';

/** A statement that holds less of a clause than this does not speak of it. */
const leastOverlap = 0.5;

const denial =
  /\b(?:not|never|no|none|nothing|nobody|neither|nor|without|cannot|lacks?|lacking|avoids?|avoiding|avoided|hardly|rarely|seldom|refus(?:es?|ed|ing)|fails? to|instead of|rather than|ceases? to|stops? short)\b|n['’]t\b/i;
/** Of code: what is not so, is not there or does not go on. */
const absence =
  /!(?!=?\s*$)|\bnot\b|\bnull\b|\bundefined\b|\bNone\b|\bnil\b|\bfalse\b|\bFalse\b|\bunless\b|\bis_none\b|\bErr\b|\bthrow|\braise|\bcontinue\b|\bbreak\b|\breturn\s*;?\s*$|\bempty\b/;

/** Bounds: whoever says one of a line says no other of it. `strict`: must be said there too. */
const bounds: readonly { readonly pattern: RegExp; readonly not: RegExp; readonly strict: boolean }[] = [
  {
    pattern: /\b(?:always|invariably)\b/i,
    not: /\b(?:sometimes|usually|often|may|might|never|rarely|optionally)\b/i,
    strict: true,
  },
  {
    pattern: /\b(?:all|every|each|everything|everyone|entire|whole|both)\b/i,
    not: /\b(?:some|several|few|certain|any one|only one|first|either|one of)\b/i,
    strict: false,
  },
  {
    pattern: /\b(?:sometimes|occasionally|rarely|seldom|hardly|usually|often|mostly|partly)\b/i,
    not: /\b(?:always|all|every|never)\b/i,
    strict: true,
  },
  {
    pattern: /\b(?:some|several|few|certain)\b/i,
    not: /\b(?:all|every|each|none|no|only)\b/i,
    strict: false,
  },
  { pattern: /\b(?:only|solely|exclusively|merely)\b/i, not: /\b(?:also|all|any|every)\b/i, strict: true },
  { pattern: /\bat least\b/i, not: /\b(?:at most|up to|exactly|maximum|no more than)\b/i, strict: true },
  { pattern: /\b(?:at most|no more than)\b/i, not: /\b(?:at least|exactly|minimum)\b/i, strict: true },
  {
    pattern: /\b(?:exactly|precisely)\b/i,
    not: /\b(?:at least|at most|about|up to|approximately)\b/i,
    strict: true,
  },
  { pattern: /\b(?:most|majority)\b/i, not: /\b(?:all|every|few|some)\b/i, strict: true },
  {
    pattern: /(?!^)\bonce\b|\b(?:twice|thrice|repeatedly|again and again)\b/i,
    not: /\b(?:once|twice|repeatedly|times)\b/i,
    strict: true,
  },
  {
    pattern: /\b(?:must|has to|have to|required to|shall)\b/i,
    not: /\b(?:may|might|can|could|optional|optionally)\b/i,
    strict: false,
  },
  {
    pattern: /\b(?:may|might|can|could|optionally)\b/i,
    not: /\b(?:must|has to|have to|shall|required)\b/i,
    strict: false,
  },
  { pattern: /\b(?:should)\b/i, not: /\b(?:should not|never)\b/i, strict: false },
];

/** Roles around such a word are told by their order. */
const between = new Set(
  'to from into onto before after by over within inside of for in on against than with as'.split(' '),
);
const pointing = new Set('the a an its this that each every their our your'.split(' '));

interface Closeness {
  readonly statement: Statement;
  readonly overlap: number;
}

/** @param names said as code that are not what is cited itself */
export function checkMeaning(
  text: string,
  cited: readonly CitedText[],
  names: readonly string[] = [],
): readonly ClaimCheck[] {
  const statements = cited.flatMap((one) => one.statements());
  if (statements.length === 0) return [];
  const code = cited.map((one) => one.text).join('\n');
  return clausesOf(text).flatMap((clause) => {
    const said = names.filter((name) => clause.includes(name));
    if (said.length > 0 && denial.test(clause) && said.every((name) => isAbsent(name, code)))
      return [
        told('negation', true, `The cited lines tell of it where it is not there: “${shortened(clause)}”.`),
      ];
    const lower = new Set(said.map((name) => name.toLowerCase()));
    return clauseChecks(clause, statements, (word) => lower.has(word));
  });
}

/** `!name`, `not name`, `name == null`, `name !== other` and the like: the name by itself, not what it gives when called. */
function isAbsent(name: string, code: string): boolean {
  const own = name.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `(?:!\\s?|\\bnot\\s)\\(?${own}(?![\\w(])|(?<![\\w$])${own}\\s*(?:===?|is)\\s*(?:null|undefined|None|nil|false|False|''|""|0)|\\b${own}\\.is_(?:none|empty)\\b|(?<![\\w$.])${own}\\s*!==?[^=]`,
  ).test(code);
}

function clauseChecks(
  clause: string,
  statements: readonly Statement[],
  isName: (word: string) => boolean,
): readonly ClaimCheck[] {
  const words = tellingWords(clause.replace(denial, ' '));
  if (words.length === 0) return [];
  const close = closest(words, statements);
  return [
    ...polarityChecks(clause, words, { close, isOfNames: words.some(isName) }),
    ...boundChecks(clause, close),
    ...oppositeChecks(
      words.filter((word) => !isName(word)),
      statements,
    ),
    ...orderChecks(clause, statements),
  ];
}

function closest(words: readonly string[], statements: readonly Statement[]): readonly Closeness[] {
  const forms = words.map(formsOf);
  return statements.map((statement) => ({ statement, overlap: overlapOf(forms, statement) }));
}

/** What a word may stand as: itself, its stem, its parts, and words put for it. */
function formsOf(word: string): readonly string[] {
  return [...new Set([word, stem(word), ...termsOf(word), ...putForOneAnother(word)])];
}

function overlapOf(words: readonly (readonly string[])[], { terms }: Statement): number {
  if (words.length === 0) return 0;
  let held = 0;
  for (const forms of words) if (forms.some((form) => terms.has(form))) held += 1;
  return held / words.length;
}

function best(close: readonly Closeness[], is: (statement: Statement) => boolean): number {
  let most = 0;
  for (const { statement, overlap } of close) if (overlap > most && is(statement)) most = overlap;
  return most;
}

function polarityChecks(
  clause: string,
  words: readonly string[],
  { close, isOfNames }: { readonly close: readonly Closeness[]; readonly isOfNames: boolean },
): readonly ClaimCheck[] {
  const isDenied = denial.test(clause);
  const deniedThere = best(
    close,
    ({ text, isProse }) => (isProse && denial.test(text)) || (!isProse && !isOfNames && absence.test(text)),
  );
  const saidThere = best(close, ({ text, isProse }) =>
    isProse ? !denial.test(text) : isOfNames || !absence.test(text),
  );
  if (isDenied) {
    const passed = deniedThere >= leastOverlap && deniedThere >= saidThere;
    return [
      told(
        'negation',
        passed,
        `What is cited ${passed ? 'denies it too' : 'does not deny it'}: “${shortened(clause)}”.`,
      ),
    ];
  }
  const deniedInProse = best(close, ({ text, isProse }) => isProse && denial.test(text));
  const saidAnywhere = best(close, ({ text, isProse }) => !isProse || !denial.test(text));
  if (deniedInProse < (words.length < 2 ? 1 : leastOverlap) || deniedInProse <= saidAnywhere) return [];
  return [told('negation', false, `What is cited denies what is said: “${shortened(clause)}”.`)];
}

function boundChecks(clause: string, close: readonly Closeness[]): readonly ClaimCheck[] {
  const top = best(close, () => true);
  return bounds.flatMap(({ pattern, not, strict }) => {
    const said = pattern.exec(clause)?.[0];
    if (said === undefined) return [];
    const near = close.filter(({ overlap }) => overlap >= Math.min(top, Math.max(leastOverlap, top * 0.8)));
    const isSaid = near.some(({ statement }) => pattern.test(statement.text));
    if (isSaid) return [];
    const isOtherwise =
      top >= leastOverlap && near.some(({ statement }) => statement.isProse && not.test(statement.text));
    if (!strict && !isOtherwise) return [];
    return [told('bound', false, `“${said}” is not said of it in the cited lines.`)];
  });
}

function oppositeChecks(words: readonly string[], statements: readonly Statement[]): readonly ClaimCheck[] {
  return words.flatMap((word) => {
    const others = oppositesTo(word).filter((one) => statements.some(({ terms }) => terms.has(one)));
    if (others.length === 0) return [];
    const rest = words.filter((one) => one !== word).map(formsOf);
    let [same, other] = [-1, 0];
    for (const statement of statements) {
      const isOther = others.some((one) => statement.terms.has(one));
      if (!isOther && !isBorneBy(word, statement.terms)) continue;
      const overlap = rest.length === 0 ? 1 : overlapOf(rest, statement);
      if (overlap > same && isBorneBy(word, statement.terms)) same = overlap;
      if (overlap > other && isOther) other = overlap;
    }
    if (other < leastOverlap || other <= same) return [];
    return [told('opposite', false, `The cited lines say the opposite of “${word}”.`)];
  });
}

/** "a string to a number" is not "a number to a string". */
function orderChecks(clause: string, statements: readonly Statement[]): readonly ClaimCheck[] {
  const words = wordsBetween(clause);
  return words.flatMap((word, at) => {
    const [first = '', second = ''] = [words[at - 1], words[at + 1]];
    if (!between.has(word) || first.length < 3 || second.length < 3) return [];
    const [one, other] = [stem(first), stem(second)];
    const both = statements
      .filter(({ terms }) => terms.has(one) && terms.has(other))
      .map(({ text }) => wordsBetween(text));
    const isTurned =
      both.some((said) => isInOrder(said, [second, word, first])) &&
      !both.some((said) => isInOrder(said, [first, word, second]));
    return isTurned
      ? [told('order', false, `The cited lines have “${first} ${word} ${second}” the other way round.`)]
      : [];
  });
}

/** Words in order, without those that only point. */
function wordsBetween(text: string): readonly string[] {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !pointing.has(word));
}

/** One word may stand between. */
function isInOrder(
  words: readonly string[],
  [first, word, second]: readonly [string, string, string],
): boolean {
  return words.some(
    (one, at) =>
      one === word &&
      (words[at - 1] === first || words[at - 2] === first) &&
      (words[at + 1] === second || words[at + 2] === second),
  );
}

function told(check: ClaimCheck['check'], passed: boolean, detail: string): ClaimCheck {
  return { check, passed, detail };
}

function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
