/**
 * Finds the release-notes entry of a change by its number, subject or name. Proximity alone is not a match.
 */

import { containsWord, type QuestionTerm } from '../../../core/answers/question.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import type { ReleaseSection } from './release-sections.ts';

export interface ReleaseQuery {
  /** Pull request and issue numbers of the commits in the answer, best first. */
  readonly numbers: readonly number[];
  /** The subjects of those commits. */
  readonly subjects: readonly string[];
  /** Requested names, as written in code. */
  readonly names: readonly string[];
  /**
   * Which entry with the name to return. `first`: the oldest that describes the name as new. `words`: the newest that contains half of
   * the other words; without other words, as `first`. `any`: the newest.
   */
  readonly nameMatch: 'first' | 'words' | 'any';
  /** The question's words without the names. */
  readonly words: readonly QuestionTerm[];
}

interface ReleaseEntry {
  readonly section: ReleaseSection;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly matchedBy: 'number' | 'subject' | 'name';
}

/** Maximum lines and UTF-16 units per entry, and entries per file, since release notes may cover decades. */
const maxEntryLines = 12;
const maxEntryLength = 4_000;
const maxEntries = 50_000;
/** Minimum fraction of a subject's words that an entry must contain. Subjects with fewer than three words are not matched. */
const minSubjectCoverage = 0.75;
const minSubjectWords = 3;
/** Minimum fraction of the words other than the name that an entry must contain. */
const minWordCoverage = 0.5;
const newPattern =
  /\b(?:add(?:s|ed|ing)?|new|introduc\w+|support\w*|implement\w*|initial|first|creat\w+|provid\w+)\b|[✨🎉]/iu;

/** A line, or its beginning in emphasis, that ends with a colon. */
const labelPattern =
  /^\s*(?:\*{1,2}[^*\n]{1,80}:\s?\*{1,2}|_{1,2}[^_\n]{1,80}:_{1,2}|\*{1,2}[^*\n]{1,80}\*{1,2}:|[^\n:]{1,80}:\s*$)/m;
const referencePattern =
  /:\w{1,20}:`[^`\n]{1,40}`|\[[^\]\n]{0,40}\]\([^)\n]{0,300}\)|https?:\/\/\S+|`#?\d{1,7}[^`\n]{0,200}`_{0,2}|(?:[\w./-]{0,80}#|\bgh-)\d{1,7}\b|\band\b/gi;

/**
 * @param lines lines of the file, with secrets masked
 * @returns at most one entry for each kind of match, most certain first
 */
export function findReleaseEntries(
  lines: readonly string[],
  sections: readonly ReleaseSection[],
  query: ReleaseQuery,
): readonly ReleaseEntry[] {
  const found: ReleaseEntry[] = [];
  const subjects = query.subjects.map(subjectTerms);
  const isFirst = query.nameMatch === 'first' || (query.nameMatch === 'words' && query.words.length === 0);
  let [bestNumber, bestSubject] = [query.numbers.length, subjects.length];
  let [numberEntry, subjectEntry, nameEntry]: (ReleaseEntry | undefined)[] = [];
  for (const entry of iterateEntries(lines, sections)) {
    const numbers = readReferenceNumbers(entry.text);
    const numberIndex = query.numbers.findIndex((number) => numbers.has(number));
    if (numberIndex >= 0 && numberIndex < bestNumber)
      [bestNumber, numberEntry] = [numberIndex, { ...entry, matchedBy: 'number' }];
    const subjectIndex = subjects.findIndex((subject) => containsSubject(entry.text, subject));
    if (subjectIndex >= 0 && subjectIndex < bestSubject)
      [bestSubject, subjectEntry] = [subjectIndex, { ...entry, matchedBy: 'subject' }];
    if (
      (nameEntry === undefined || isFirst) &&
      containsAnyName(entry.text, query.names) &&
      isRequestedEntry(entry.text, query, isFirst)
    )
      nameEntry = { ...entry, matchedBy: 'name' };
  }
  // An entry that only mentions the name is a fallback for entries about the change itself.
  const certainEntries = [numberEntry, subjectEntry].filter((candidate) => candidate !== undefined);
  found.push(
    ...certainEntries,
    ...(certainEntries.length === 0 && nameEntry !== undefined ? [nameEntry] : []),
  );
  return found.filter(
    ({ startLine }, index) => found.findIndex((candidate) => candidate.startLine === startLine) === index,
  );
}

/**
 * Yields the list items and paragraphs of the sections in order. Headings are omitted, and a list of issues or pull requests belongs to
 * the entry above it.
 */
export function* iterateEntries(
  lines: readonly string[],
  sections: readonly ReleaseSection[],
): Generator<Omit<ReleaseEntry, 'matchedBy'>> {
  let pending: Omit<ReleaseEntry, 'matchedBy'> | undefined;
  for (const entry of splitEntries(lines, sections)) {
    if (isReferenceList(entry.text)) {
      if (pending?.section === entry.section)
        pending = { ...pending, text: `${pending.text}\n${entry.text}`.slice(0, maxEntryLength) };
      continue;
    }
    if (pending !== undefined) yield pending;
    pending = isUnderlined(entry.text) ? undefined : entry;
  }
  if (pending !== undefined) yield pending;
}

/** "Bug fixes" above a line of dashes. */
function isUnderlined(text: string): boolean {
  return /^[^\n]+\n([-=~^"'*+#])\1{2,}\s*$/.test(text);
}

/** Whether a paragraph has a label, such as "*Related issues:*", and besides it only references. */
function isReferenceList(text: string): boolean {
  const withoutLabel = text.replace(labelPattern, ' ');
  if (withoutLabel === text) return false;
  return !/[\p{L}]/u.test(withoutLabel.replace(referencePattern, ' '));
}

function* splitEntries(
  lines: readonly string[],
  sections: readonly ReleaseSection[],
): Generator<Omit<ReleaseEntry, 'matchedBy'>> {
  let count = 0;
  for (const section of sections) {
    let start: number | undefined;
    for (let line = section.startLine; line <= section.endLine + 1; line += 1) {
      const text = line > section.endLine ? '' : (lines[line - 1] ?? '');
      if (start !== undefined && (endsEntry(text) || line - start >= maxEntryLines)) {
        yield {
          section,
          startLine: start,
          endLine: line - 1,
          text: lines
            .slice(start - 1, line - 1)
            .join('\n')
            .slice(0, maxEntryLength),
        };
        start = undefined;
        count += 1;
        if (count >= maxEntries) return;
      }
      if (start === undefined && beginsEntry(text)) start = line;
    }
  }
}

function endsEntry(line: string): boolean {
  return line.trim() === '' || /^\s*(?:[*+•-]|\d{1,3}[.)])\s/.test(line) || line.startsWith('#');
}

function beginsEntry(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && !line.startsWith('#');
}

/** Reads `#12`, `pull/12` and `` :issue:`12` ``, but not numbers of other repositories. */
export function readReferenceNumbers(text: string): ReadonlySet<number> {
  const found = text.matchAll(
    /(?:(?<![\w/])(?:#|gh-)|\b(?:pull|issues|merge_requests)\/|:\w{1,20}:`#?)(\d{1,7})\b/gi,
  );
  return new Set(Array.from(found, ([, number]) => Number(number)));
}

function subjectTerms(subject: string): ReadonlySet<string> {
  const terms = extractTerms(subject.replace(/\(#\d+\)\s*$/, '')).filter((term) => term.length > 2);
  return new Set(
    terms.filter(
      (term) => !/^(?:the|and|for|with|from|into|that|this|when|not|are|was|its|all|add|fix|use)$/.test(term),
    ),
  );
}

function containsSubject(text: string, subject: ReadonlySet<string>): boolean {
  if (subject.size < minSubjectWords) return false;
  const entryWords = new Set(extractTerms(text));
  let matched = 0;
  for (const term of subject) if (entryWords.has(term)) matched += 1;
  return matched / subject.size >= minSubjectCoverage;
}

function isRequestedEntry(text: string, { nameMatch, words }: ReleaseQuery, isFirst: boolean): boolean {
  if (isFirst) return newPattern.test(text);
  if (nameMatch === 'any') return true;
  const entryWords = new Set(extractTerms(text));
  return words.filter((word) => containsWord(entryWords, word)).length >= minWordCoverage * words.length;
}

/** Whether the text contains a name. A name that is also a plain word must be in backticks or followed by a parenthesis. */
function containsAnyName(text: string, names: readonly string[]): boolean {
  return names.some((name) => {
    if (!text.includes(name)) return false;
    const escaped = name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    const isWord = /^\p{L}\p{Ll}*$/u.test(name);
    const wholeName = String.raw`(?<![\p{L}\p{N}_$])${escaped}(?![\p{L}\p{N}_$]|(?:\.|::)\p{L})`;
    const pattern = isWord ? String.raw`\x60[^\x60\n]{0,80}${wholeName}|${wholeName}\(` : wholeName;
    return new RegExp(pattern, 'u').test(text);
  });
}
