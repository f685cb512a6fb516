/**
 * Composes the answer to a version comparison: each changed definition in both versions, its first added and
 * removed lines, then the commits between.
 */

import type { CommitEvidence, Evidence } from '../../core/answers/evidence.ts';
import { formatDay } from '../../core/time.ts';
import { formatAuthor } from '../claims/checks/check-origins.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';
import { citedSentence } from './cited-sentence.ts';

/** A definition that differs between the versions. */
export interface ComposedChange {
  readonly name: string;
  readonly change: 'added' | 'removed' | 'signature' | 'body' | 'moved';
  readonly before: { readonly span: Evidence; readonly signature: string } | undefined;
  readonly after: { readonly span: Evidence; readonly signature: string } | undefined;
  /** Lines that only the older version contains, in order. */
  readonly removedLines: readonly string[];
  /** Lines that only the newer version contains, in order. */
  readonly addedLines: readonly string[];
}

interface VersionMaterial {
  /** Display names of the versions. */
  readonly from: string;
  readonly to: string;
  /** The counts of the comparison, as a sentence without its full stop. */
  readonly summary: string;
  readonly changes: readonly ComposedChange[];
  readonly commits: readonly CommitEvidence[];
}

const shortIdLength = 9;
const minLineLength = 4;
const maxQuoteLength = 200;
/** Up to this many changed definitions get several lines each; otherwise each gets one line. */
const maxDetailedChanges = 2;
const linesPerChange = 3;

export function* composeVersionAnswer(material: VersionMaterial): Generator<string> {
  const { from, to, summary, changes, commits } = material;
  const spans = changes
    .flatMap(({ before, after }) => [after?.span, before?.span])
    .filter((span) => span !== undefined);
  const cited = [...spans, ...commits].slice(0, 8);
  yield citedSentence(summary, cited);
  const maxLines = changes.length <= maxDetailedChanges ? linesPerChange : 1;
  for (const change of changes) yield* changeSentences(change, { from, to, maxLines });
  if (commits.length > 0) yield `### Commits between ${from} and ${to}\n\n`;
  for (const commit of commits) {
    const subject = isQuotable(commit.subject, commit.text) ? ` says: “${commit.subject}”` : ' is of it';
    yield citedSentence(
      `Commit \`${commit.commit.slice(0, shortIdLength)}\` of ${formatDay(commit.authoredAt)} by \`${formatAuthor(commit)}\`${subject}`,
      [commit],
    );
  }
}

/** The wording of each change, shared with the result table. */
export const changeWords = {
  added: 'is new',
  removed: 'is gone',
  signature: 'has another signature',
  body: 'does it otherwise',
  moved: 'was moved',
} as const satisfies Record<ComposedChange['change'], string>;

function* changeSentences(
  { before, after, removedLines, addedLines }: ComposedChange,
  { from, to, maxLines }: { readonly from: string; readonly to: string; readonly maxLines: number },
): Generator<string> {
  if (before !== undefined) yield locationSentence(from, before);
  if (after !== undefined) yield locationSentence(to, after);
  if (before === undefined || after === undefined) return;
  for (const line of chooseLines(addedLines, after, maxLines))
    yield citedSentence(`A line of ${to} says: “${line}”`, [after.span]);
  for (const line of chooseLines(removedLines, before, maxLines))
    yield citedSentence(`A line of ${from} says: “${line}”`, [before.span]);
}

/** Returns quotable lines in order, without those of the signature, which the answer already shows. */
function chooseLines(
  lines: readonly string[],
  { span, signature }: { readonly span: Evidence; readonly signature: string },
  maxLines: number,
): readonly string[] {
  const isInSignature = (line: string): boolean =>
    isQuotable(signature, span.text) && signature.includes(line.replace(/[:{]$/, ''));
  return lines.filter((line) => !isInSignature(line) && isQuotable(line, span.text)).slice(0, maxLines);
}

function locationSentence(
  version: string,
  { span, signature }: { readonly span: Evidence; readonly signature: string },
): string {
  const lines =
    span.startLine === span.endLine ? `line ${span.startLine}` : `lines ${span.startLine}–${span.endLine}`;
  const declared = isQuotable(signature, span.text) ? `: “${signature}”` : '';
  return citedSentence(`In ${version}, ${lines} of \`${span.path}\`${declared}`, [span]);
}

function isQuotable(text: string, within: string): boolean {
  return (
    text.trim().length >= minLineLength &&
    text.length <= maxQuoteLength &&
    !/[“”]|\[chunk:/.test(text) &&
    createTextMatcher(within).containsQuote(text)
  );
}
