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
  /** Terms of the text, its path and its definition's name. */
  readonly terms: ReadonlySet<string>;
  statements(): readonly Statement[];
  /** Whole sentences of its prose. */
  sentences(): readonly string[];
}

/** Issued spans have a few hundred lines and stay below this. */
const maxStatements = 3_000;
const cache = new WeakMap<AnyEvidence, CitedText>();

export function citedText(evidence: AnyEvidence): CitedText {
  const cached = cache.get(evidence);
  if (cached !== undefined) return cached;
  const text = contentText(evidence);
  let parsedText: ParsedText | undefined;
  const parsed = (): ParsedText => (parsedText ??= parseText(text));
  const result: CitedText = {
    text: evidence.text,
    matcher: createTextMatcher(evidence.text),
    terms: new Set([...extractTerms(text), ...extractTerms(evidenceName(evidence)), ...findIdiomWords(text)]),
    statements: () => parsed().statements,
    sentences: () => parsed().sentences,
  };
  cache.set(evidence, result);
  return result;
}

/** Omits a commit's author, because authors choose their own names and a name is no evidence of content. */
function contentText(evidence: AnyEvidence): string {
  return isSpanEvidence(evidence) || evidence.kind === 'attachment'
    ? evidence.text
    : evidence.text.replace(/^Author: .*$/m, '');
}

function evidenceName(evidence: AnyEvidence): string {
  if (isSpanEvidence(evidence))
    return `${evidence.path} ${evidence.symbol ?? ''} ${evidence.language} ${detectLanguage(evidence.path)} ${evidence.kind}`;
  if (isDiscussionEvidence(evidence)) return evidence.title;
  return evidence.kind === 'attachment' ? evidence.path : '';
}

/** Words that code expresses with operators or idioms. */
const codeIdioms: readonly (readonly [RegExp, string])[] = [
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

function findIdiomWords(text: string): readonly string[] {
  return codeIdioms.flatMap(([pattern, words]) =>
    pattern.test(text) ? words.split(' ').flatMap((word) => [word, stem(word)]) : [],
  );
}

const commented = /^\s*(?:\/\/|\/\*|\*|#|--\s|;;|"""|''')/;
const codelike = /[{};=<>]|\w\(|^\s*[@})\]]|[\w)]:\s*$/;

interface ParsedText {
  readonly statements: readonly Statement[];
  readonly sentences: readonly string[];
}

function parseText(text: string): ParsedText {
  const sentences: string[] = [];
  const statements: Statement[] = [];
  let prose: string[] = [];
  const add = (content: string, isProse: boolean): void => {
    if (/[\p{L}\p{N}]/u.test(content) && statements.length < maxStatements)
      statements.push({ text: content, isProse, terms: new Set(extractTerms(content)) });
  };
  const endProse = (): void => {
    for (const paragraph of splitParagraphs(prose)) {
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

function splitParagraphs(lines: readonly string[]): readonly string[] {
  return (
    lines
      .map((line) => (/[\p{L}\p{N}]/u.test(line) ? normalizeText(line) : '\n'))
      // A tag such as `@param` or `@returns` starts a new subject.
      .map((line) => (/^@\p{L}/u.test(line) ? `\n${line}` : line))
      .join(' ')
      .split('\n')
  );
}
