/**
 * Finds the release-notes entry of a change by its number, subject or name. Proximity alone is not a match.
 */

import { containsWord, type QuestionTerm } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { ReleaseSection } from './release-sections.ts';

export interface ReleaseTies {
  /** Numbers of pull requests and issues of the commits that answer, the best first. */
  readonly numbers: readonly number[];
  /** Their subjects. */
  readonly subjects: readonly string[];
  /** Names asked about, as code writes them. */
  readonly names: readonly string[];
  /**
   * Which entry of a name is meant. `first`: the oldest that says it is new. `words`: the newest that says half of the words beside
   * it, if there are any, else as `first`. `any`: the newest.
   */
  readonly named: 'first' | 'words' | 'any';
  /** The question's words but for the names. */
  readonly words: readonly QuestionTerm[];
}

interface ReleaseEntry {
  readonly section: ReleaseSection;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly tie: 'number' | 'subject' | 'name';
}

/** Lines and UTF-16 units of one entry, and entries of one file that are looked at: notes are kept for decades. */
const longestEntry = 12;
const longestText = 4_000;
const mostEntries = 50_000;
/** Share of a subject's words, of three at least, that an entry must say. */
const saidEnough = 0.75;
const fewestWords = 3;
/** Of the words beside a name. */
const meantEnough = 0.5;
const saysNew =
  /\b(?:add(?:s|ed|ing)?|new|introduc\w+|support\w*|implement\w*|initial|first|creat\w+|provid\w+)\b|[✨🎉]/iu;

/** @param lines of the file, as they may be shown. @returns one for each tie at most, the surest first */
export function findReleaseEntries(
  lines: readonly string[],
  sections: readonly ReleaseSection[],
  ties: ReleaseTies,
): readonly ReleaseEntry[] {
  const found: ReleaseEntry[] = [];
  const subjects = ties.subjects.map(subjectTerms);
  const isFirst = ties.named === 'first' || (ties.named === 'words' && ties.words.length === 0);
  let [byNumber, bySubject] = [ties.numbers.length, subjects.length];
  let [ofNumber, ofSubject, ofName]: (ReleaseEntry | undefined)[] = [];
  for (const entry of entriesOf(lines, sections)) {
    const numbers = numbersIn(entry.text);
    const at = ties.numbers.findIndex((number) => numbers.has(number));
    if (at >= 0 && at < byNumber) [byNumber, ofNumber] = [at, { ...entry, tie: 'number' }];
    const said = subjects.findIndex((subject) => says(entry.text, subject));
    if (said >= 0 && said < bySubject) [bySubject, ofSubject] = [said, { ...entry, tie: 'subject' }];
    if (
      (ofName === undefined || isFirst) &&
      namesAny(entry.text, ties.names) &&
      isMeant(entry.text, ties, isFirst)
    )
      ofName = { ...entry, tie: 'name' };
  }
  // One that merely names it is told where nothing says that the change itself is meant.
  const sure = [ofNumber, ofSubject].filter((one) => one !== undefined);
  found.push(...sure, ...(sure.length === 0 && ofName !== undefined ? [ofName] : []));
  return found.filter(
    ({ startLine }, index) => found.findIndex((one) => one.startLine === startLine) === index,
  );
}

/** Entries of the sections in their order: items of lists and paragraphs. */
export function* entriesOf(
  lines: readonly string[],
  sections: readonly ReleaseSection[],
): Generator<Omit<ReleaseEntry, 'tie'>> {
  let count = 0;
  for (const section of sections) {
    let start: number | undefined;
    for (let line = section.startLine; line <= section.endLine + 1; line += 1) {
      const text = line > section.endLine ? '' : (lines[line - 1] ?? '');
      if (start !== undefined && (endsEntry(text) || line - start >= longestEntry)) {
        yield {
          section,
          startLine: start,
          endLine: line - 1,
          text: lines
            .slice(start - 1, line - 1)
            .join('\n')
            .slice(0, longestText),
        };
        start = undefined;
        count += 1;
        if (count >= mostEntries) return;
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

/** `#12`, `pull/12`, `` :issue:`12` ``; none of another repository's. */
function numbersIn(text: string): ReadonlySet<number> {
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

function says(text: string, subject: ReadonlySet<string>): boolean {
  if (subject.size < fewestWords) return false;
  const held = new Set(extractTerms(text));
  let said = 0;
  for (const term of subject) if (held.has(term)) said += 1;
  return said / subject.size >= saidEnough;
}

function isMeant(text: string, { named, words }: ReleaseTies, isFirst: boolean): boolean {
  if (isFirst) return saysNew.test(text);
  if (named === 'any') return true;
  const held = new Set(extractTerms(text));
  return words.filter((word) => containsWord(held, word)).length >= meantEnough * words.length;
}

/** As a name: between back-ticks, or written as no word is. */
function namesAny(text: string, names: readonly string[]): boolean {
  return names.some((name) => {
    if (!text.includes(name)) return false;
    const escaped = name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    const isWord = /^\p{L}\p{Ll}*$/u.test(name);
    const bound = String.raw`(?<![\p{L}\p{N}_$])${escaped}(?![\p{L}\p{N}_$]|(?:\.|::)\p{L})`;
    const named = isWord ? String.raw`\x60[^\x60\n]{0,80}${bound}|${bound}\(` : bound;
    return new RegExp(named, 'u').test(text);
  });
}
