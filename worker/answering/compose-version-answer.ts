/**
 * The embedded answerer's text for what is different between two versions: of each definition what it is in both, cited in both, the first
 * line that is new and the first that is gone, then the commits between. Read and checked like any other answerer's text.
 */

import type { CommitEvidence, Evidence } from '../core/evidence.ts';
import { dayOf, writerOf } from './check-origins.ts';
import { textHolder } from './normalised-text.ts';

/** A definition that differs. `gone`, `fresh`: lines of its text only one version has, in order. */
export interface ToldChange {
  readonly name: string;
  readonly change: 'added' | 'removed' | 'signature' | 'body' | 'moved';
  readonly before: { readonly span: Evidence; readonly signature: string } | undefined;
  readonly after: { readonly span: Evidence; readonly signature: string } | undefined;
  readonly gone: readonly string[];
  readonly fresh: readonly string[];
}

export interface VersionMaterial {
  /** As a person calls them. */
  readonly from: string;
  readonly to: string;
  /** What was counted, as a sentence without its full stop; told of the query. */
  readonly summary: string;
  readonly changes: readonly ToldChange[];
  readonly commits: readonly CommitEvidence[];
}

const shortId = 9;
const shortestLine = 4;
const longestQuote = 200;

export function* composeVersionAnswer(material: VersionMaterial): Generator<string> {
  const { from, to, summary, changes, commits } = material;
  const spans = changes
    .flatMap(({ before, after }) => [after?.span, before?.span])
    .filter((one) => one !== undefined);
  const cited = [...spans, ...commits].slice(0, 8);
  yield said(summary, cited);
  for (const change of changes) yield* changeSentences(change, { from, to });
  if (commits.length > 0) yield `### Commits between ${from} and ${to}\n\n`;
  for (const commit of commits) {
    const subject = quotable(commit.subject, commit.text) ? ` says: “${commit.subject}”` : ' is of it';
    yield said(
      `Commit \`${commit.commit.slice(0, shortId)}\` of ${dayOf(commit.authoredAt)} by \`${writerOf(commit)}\`${subject}`,
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
} as const satisfies Record<ToldChange['change'], string>;

function* changeSentences(
  { before, after, gone, fresh }: ToldChange,
  { from, to }: { readonly from: string; readonly to: string },
): Generator<string> {
  if (before !== undefined) yield place(from, before);
  if (after !== undefined) yield place(to, after);
  const newLine = fresh.find((line) => after !== undefined && quotable(line, after.span.text));
  const oldLine = gone.find((line) => before !== undefined && quotable(line, before.span.text));
  if (newLine !== undefined && after !== undefined && before !== undefined)
    yield said(`A line of ${to} says: “${newLine}”`, [after.span]);
  if (oldLine !== undefined && after !== undefined && before !== undefined)
    yield said(`A line of ${from} says: “${oldLine}”`, [before.span]);
}

function place(
  version: string,
  { span, signature }: { readonly span: Evidence; readonly signature: string },
): string {
  const lines =
    span.startLine === span.endLine ? `line ${span.startLine}` : `lines ${span.startLine}–${span.endLine}`;
  const declared = quotable(signature, span.text) ? `: “${signature}”` : '';
  return said(`In ${version}, ${lines} of \`${span.path}\`${declared}`, [span]);
}

function quotable(text: string, within: string): boolean {
  return (
    text.trim().length >= shortestLine &&
    text.length <= longestQuote &&
    !/[“”]|\[chunk:/.test(text) &&
    textHolder(within).holdsQuote(text)
  );
}

function said(sentence: string, evidence: readonly { readonly id: string }[]): string {
  return `${sentence} ${evidence.map(({ id }) => `[chunk:${id}]`).join(' ')}.\n\n`;
}
