/**
 * Parses evidence once for all claims that cite it: terms, statements and sentences. Cached as long as the
 * evidence object lives.
 */

import { isDiscussionEvidence, isSpanEvidence, type AnyEvidence } from '../../core/answers/evidence.ts';
import { detectLanguage } from '../../core/files/language.ts';
import { stem, extractTerms } from '../../core/text/terms.ts';
import { splitClauses } from '../claim-text/parse-claim.ts';
import { normalizeText, createTextMatcher, type TextMatcher } from './text-matcher.ts';

/** A clause of prose or a line of code. */
export interface Statement {
  readonly text: string;
  readonly isProse: boolean;
  readonly terms: ReadonlySet<string>;
}

export interface CitedText {
  readonly text: string;
  readonly matcher: TextMatcher;
  /** Of the text, and of what it is called: path and definition. */
  readonly terms: ReadonlySet<string>;
  statements(): readonly Statement[];
  /** Whole sentences of its prose. */
  sentences(): readonly string[];
}

/** More is not looked through: spans are some hundred lines. */
const mostStatements = 3_000;
const known = new WeakMap<AnyEvidence, CitedText>();

export function citedText(evidence: AnyEvidence): CitedText {
  const found = known.get(evidence);
  if (found !== undefined) return found;
  const text = sayingOf(evidence);
  let read: Reading | undefined;
  const reading = (): Reading => (read ??= readingOf(text));
  const made: CitedText = {
    text: evidence.text,
    matcher: createTextMatcher(evidence.text),
    terms: new Set([...extractTerms(text), ...extractTerms(evidenceName(evidence)), ...signsIn(text)]),
    statements: () => reading().statements,
    sentences: () => reading().sentences,
  };
  known.set(evidence, made);
  return made;
}

/** Who wrote a commit says nothing of what it is about: a name is chosen by whoever bears it. */
function sayingOf(one: AnyEvidence): string {
  return isSpanEvidence(one) || one.kind === 'attachment' ? one.text : one.text.replace(/^Author: .*$/m, '');
}

function evidenceName(one: AnyEvidence): string {
  if (isSpanEvidence(one))
    return `${one.path} ${one.symbol ?? ''} ${one.language} ${detectLanguage(one.path)} ${one.kind}`;
  if (isDiscussionEvidence(one)) return one.title;
  return one.kind === 'attachment' ? one.path : '';
}

/** Words that code has signs for. */
const signs: readonly (readonly [RegExp, string])[] = [
  [
    /![\w(]|\bnot \w|[!=]==? ?(?:null|undefined|nil|''|"")|\bis_none\b|\b(?:None|nil|null|undefined)\b/,
    'missing',
  ],
  [/\[\]|\{\}|''|""|=== 0\b|\blength === 0|\bis_empty\b/, 'empty'],
  [/ >=? /, 'more longer larger greater higher above over exceed'],
  [/ <=? /, 'less fewer shorter smaller lower below under'],
  [/ < 0\b/, 'negative'],
  [/\.(?:trim|strip)\w*\(/, 'white space whitespace surround'],
  [/\\n/, 'newline line feed break'],
  [/\\t/, 'tab'],
  [/[Ll]ower[Cc]ase|\.lower\(|to_lower|ToLower/, 'lowercase letter'],
  // `(pace = 10`, `, size: int = 10`
  [/[(,]\s*[\w$]{1,60}(?:: ?[\w<>[\].| ]{1,60})? ?= ?[^=>\s]/, 'default'],
  [/\bcatch\b|\bexcept\b|\brescue\b/, 'catch'],
  // `class A(B)`, `class A < B`, `class A : B`
  [/\bclass[ \t]+\w+(?:\([^)\s]|[ \t]*<[ \t]*[A-Z]|[ \t]*:[ \t]*\w)/, 'extend'],
];

function signsIn(text: string): readonly string[] {
  return signs.flatMap(([sign, words]) =>
    sign.test(text) ? words.split(' ').flatMap((word) => [word, stem(word)]) : [],
  );
}

const commented = /^\s*(?:\/\/|\/\*|\*|#|--\s|;;|"""|''')/;
const codelike = /[{};=<>]|\w\(|^\s*[@})\]]|[\w)]:\s*$/;

interface Reading {
  readonly statements: readonly Statement[];
  readonly sentences: readonly string[];
}

function readingOf(text: string): Reading {
  const sentences: string[] = [];
  const statements: Statement[] = [];
  let prose: string[] = [];
  const add = (told: string, isProse: boolean): void => {
    if (/[\p{L}\p{N}]/u.test(told) && statements.length < mostStatements)
      statements.push({ text: told, isProse, terms: new Set(extractTerms(told)) });
  };
  const endProse = (): void => {
    for (const paragraph of normalisedBlocks(prose)) {
      sentences.push(...paragraph.split(/[.!?](?=\s|$)/));
      for (const clause of splitClauses(paragraph)) add(clause, true);
    }
    prose = [];
  };
  for (const line of text.split('\n')) {
    if (commented.test(line) || !codelike.test(line)) {
      prose.push(line);
      continue;
    }
    endProse();
    const trailing = /\s(?:\/\/|#)\s(.*)$/.exec(line);
    add(trailing === null ? line : line.slice(0, trailing.index), false);
    if (trailing?.[1] !== undefined) prose.push(trailing[1]);
  }
  endProse();
  return { statements, sentences };
}

function normalisedBlocks(lines: readonly string[]): readonly string[] {
  return (
    lines
      .map((line) => (/[\p{L}\p{N}]/u.test(line) ? normalizeText(line) : '\n'))
      // A tag begins what is told of something else: `@param`, `@returns`.
      .map((line) => (/^@\p{L}/u.test(line) ? `\n${line}` : line))
      .join(' ')
      .split('\n')
  );
}
