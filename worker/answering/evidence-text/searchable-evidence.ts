/**
 * A piece of evidence, prepared once for all claims that cite it: its text, and its names (the path and file name, the definition
 * around the lines, the numbers and authors of a record).
 */

import {
  isAttachmentEvidence,
  isCommitEvidence,
  isDiscussionEvidence,
  isSpanEvidence,
  type AnyEvidence,
} from '../../core/answers/evidence.ts';
import { formatPlace } from '../../core/answers/format-place.ts';
import { createCodeFinder } from './find-code.ts';
import { createQuotationFinder, type QuotationFinder } from './find-quotation.ts';
import { normalizeText } from './text-matcher.ts';
import { countWords, proseSequence } from './word-sequences.ts';

export interface SearchableEvidence extends QuotationFinder {
  readonly evidence: AnyEvidence;
  readonly text: string;
  /** Where a reader finds it: `src/app.py, lines 4–9`. */
  readonly place: string;
  /** Returns the code, or its part that the text contains. */
  findInText(code: string): string | undefined;
  /** Returns the code, or its part that the path or the name of the definition contains. */
  findInNames(code: string): string | undefined;
  /** The path and the name of the definition; empty for a record. */
  readonly names: string;
  /** Returns whether a sentence of the text has the same words, from its first to its last. */
  containsSentence(sentence: string): boolean;
}

/** A shorter sentence occurs by chance. */
const minSentenceWords = 5;
const cache = new WeakMap<AnyEvidence, SearchableEvidence>();

export function readSearchableEvidence(evidence: AnyEvidence): SearchableEvidence {
  const cached = cache.get(evidence);
  if (cached !== undefined) return cached;
  const { text } = evidence;
  const names = findNames(evidence);
  const isQualifier = (name: string): boolean => isNearby(evidence, name);
  const inText = createCodeFinder(text, isQualifier);
  const inNames = createCodeFinder(names, isQualifier);
  const quotations = createQuotationFinder(text);
  let sentences: ReadonlySet<string> | undefined;
  const searchable: SearchableEvidence = {
    evidence,
    text,
    names,
    place: describePlace(evidence),
    findInText: (code) => inText.find(code),
    findInNames: (code) => (names === '' ? undefined : inNames.find(code)),
    ...quotations,
    containsSentence: (sentence) => {
      const words = proseSequence(sentence);
      return countWords(words) >= minSentenceWords && (sentences ??= readSentences(text)).has(words);
    },
  };
  cache.set(evidence, searchable);
  return searchable;
}

/** A paragraph, a docstring and a block comment also end a sentence. */
function readSentences(text: string): ReadonlySet<string> {
  const paragraphs = text.split(/\n[\s*#/]*\n|"""|'''|\/\*\*?|\*\//);
  return new Set(
    paragraphs.flatMap((part) =>
      normalizeText(part)
        .split(/[.!?](?=\s|$)/)
        .map(proseSequence),
    ),
  );
}

function findNames(evidence: AnyEvidence): string {
  if (isCommitEvidence(evidence) || isDiscussionEvidence(evidence)) return '';
  const stem = evidence.path.replace(/\.\w{1,8}$/, '');
  const folders = evidence.path.replace(/[^/]+$/, '');
  const symbol = isSpanEvidence(evidence) ? (evidence.symbol ?? '') : '';
  return `${evidence.path}\n${stem}\n${folders}\n${symbol}`;
}

/**
 * Returns whether a type or module may qualify a name of the lines: the path or another line of the file contains it. Without other lines, the
 * definition around the cited ones is unknown, and any qualifier is possible.
 */
function isNearby(evidence: AnyEvidence, name: string): boolean {
  if (isCommitEvidence(evidence) || isDiscussionEvidence(evidence)) return true;
  if (joinWords(findNames(evidence)).includes(joinWords(name))) return true;
  const others = evidence.fileLines.filter(
    (line, index) => (index + 1 < evidence.startLine || index + 1 > evidence.endLine) && line.trim() !== '',
  );
  return others.length === 0 || others.some((line) => line.includes(name));
}

/** Makes `conditional_get` and `ConditionalGet` equal. */
function joinWords(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}/]/gu, '');
}

function describePlace(evidence: AnyEvidence): string {
  if (isCommitEvidence(evidence)) return `commit ${evidence.commit.slice(0, 10)}`;
  if (isDiscussionEvidence(evidence))
    return `${evidence.kind === 'issue' ? 'issue' : 'pull request'} #${evidence.number}`;
  return formatPlace(evidence);
}

/** Returns whether the evidence is lines of a file, and not a record of the history. */
export function isLines(evidence: AnyEvidence): boolean {
  return isSpanEvidence(evidence) || isAttachmentEvidence(evidence);
}
