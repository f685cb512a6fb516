/**
 * Composes the answer to a version comparison: each changed definition in both versions, its first added and
 * removed lines, then the commits between.
 */

import type { CommitEvidence, Evidence } from '../../core/answers/evidence.ts';
import { formatDay, writerOf } from '../claims/checks/check-origins.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';
import { citedSentence } from './cited-sentence.ts';

/** A definition that differs. `gone`, `fresh`: lines of its text only one version has, in order. */
export interface ComposedChange {
  readonly name: string;
  readonly change: 'added' | 'removed' | 'signature' | 'body' | 'moved';
  readonly before: { readonly span: Evidence; readonly signature: string } | undefined;
  readonly after: { readonly span: Evidence; readonly signature: string } | undefined;
  readonly gone: readonly string[];
  readonly fresh: readonly string[];
}

interface VersionMaterial {
  /** As a person calls them. */
  readonly from: string;
  readonly to: string;
  /** What was counted, as a sentence without its full stop; told of the query. */
  readonly summary: string;
  readonly changes: readonly ComposedChange[];
  readonly commits: readonly CommitEvidence[];
}

const shortId = 9;
const shortestLine = 4;
const longestQuote = 200;
/** Of so few definitions several lines of each are told, of more one each. */
const fewChanges = 2;
const linesOfFew = 3;

export function* composeVersionAnswer(material: VersionMaterial): Generator<string> {
  const { from, to, summary, changes, commits } = material;
  const spans = changes
    .flatMap(({ before, after }) => [after?.span, before?.span])
    .filter((one) => one !== undefined);
  const cited = [...spans, ...commits].slice(0, 8);
  yield citedSentence(summary, cited);
  const most = changes.length <= fewChanges ? linesOfFew : 1;
  for (const change of changes) yield* changeSentences(change, { from, to, most });
  if (commits.length > 0) yield `### Commits between ${from} and ${to}\n\n`;
  for (const commit of commits) {
    const subject = quotable(commit.subject, commit.text) ? ` says: “${commit.subject}”` : ' is of it';
    yield citedSentence(
      `Commit \`${commit.commit.slice(0, shortId)}\` of ${formatDay(commit.authoredAt)} by \`${writerOf(commit)}\`${subject}`,
      [commit],
    );
  }
}

/** What a change is called, for the table too. */
export const changeWords = {
  added: 'is new',
  removed: 'is gone',
  signature: 'has another signature',
  body: 'does it otherwise',
  moved: 'was moved',
} as const satisfies Record<ComposedChange['change'], string>;

function* changeSentences(
  { before, after, gone, fresh }: ComposedChange,
  { from, to, most }: { readonly from: string; readonly to: string; readonly most: number },
): Generator<string> {
  if (before !== undefined) yield place(from, before);
  if (after !== undefined) yield place(to, after);
  if (before === undefined || after === undefined) return;
  for (const line of linesTold(fresh, after, most))
    yield citedSentence(`A line of ${to} says: “${line}”`, [after.span]);
  for (const line of linesTold(gone, before, most))
    yield citedSentence(`A line of ${from} says: “${line}”`, [before.span]);
}

/** In their order; the head has been told with its place. */
function linesTold(
  lines: readonly string[],
  { span, signature }: { readonly span: Evidence; readonly signature: string },
  most: number,
): readonly string[] {
  const isOfHead = (line: string): boolean =>
    quotable(signature, span.text) && signature.includes(line.replace(/[:{]$/, ''));
  return lines.filter((line) => !isOfHead(line) && quotable(line, span.text)).slice(0, most);
}

function place(
  version: string,
  { span, signature }: { readonly span: Evidence; readonly signature: string },
): string {
  const lines =
    span.startLine === span.endLine ? `line ${span.startLine}` : `lines ${span.startLine}–${span.endLine}`;
  const declared = quotable(signature, span.text) ? `: “${signature}”` : '';
  return citedSentence(`In ${version}, ${lines} of \`${span.path}\`${declared}`, [span]);
}

function quotable(text: string, within: string): boolean {
  return (
    text.trim().length >= shortestLine &&
    text.length <= longestQuote &&
    !/[“”]|\[chunk:/.test(text) &&
    createTextMatcher(within).containsQuote(text)
  );
}
