/** What of a claim is said in words of its own, for the checks that hold words: without what is quoted, cited, counted or named, each of which is held by itself. */

import { isOfCommit, isOfDiscussion, type AnyEvidence } from '../core/evidence.ts';
import { withoutCall } from './check-bare-names.ts';
import { withoutLines } from './check-lines.ts';
import { writerOf } from './check-origins.ts';
import { nameMark } from './check-own-words.ts';
import { daysSaid } from './days-said.ts';
import { withoutCounts, type QueryFacts } from './query-facts.ts';
import { writersSaid } from './writers-said.ts';
import { withoutQuotes, withoutCitations } from './claim-parts.ts';

/** Without citations and what is quoted, with a mark where code stands. */
export function markedText(text: string): string {
  return withoutCitations(withoutQuotes(text)).replaceAll(/```\n```|``[^\n]+?``|`[^`]+`/g, nameMark);
}

/** What it says in words of its own, with a mark where a name stands. */
export function wordsOfOwn(
  text: string,
  {
    facts,
    cited,
    bare,
  }: { facts: QueryFacts | undefined; cited: readonly AnyEvidence[]; bare: readonly string[] },
): string {
  const marked = markedText(text);
  const counted = withoutLines(facts === undefined ? marked : withoutCounts(marked, facts));
  const unnamed = bare.reduce((rest, name) => rest.replaceAll(name, nameMark), counted);
  return withoutRecord(unnamed, text, cited);
}

/** Who wrote a record and when is checked of it: what is left is said of what it holds. */
export function withoutRecord(prose: string, text: string, cited: readonly AnyEvidence[]): string {
  const records = cited.flatMap((one) => (isOfCommit(one) || isOfDiscussion(one) ? [writerOf(one)] : []));
  if (records.length === 0) return prose;
  const names = [
    ...writersSaid(withoutQuotes(text)),
    ...records.filter((name) => isSaidToWrite(name, prose)),
  ];
  const told = [...daysSaid(prose).map(([day]) => day), ...names];
  return told.reduce((rest, one) => rest.replaceAll(one, ' '), prose);
}

function isSaidToWrite(name: string, prose: string): boolean {
  const at = prose.indexOf(name);
  if (at < 0 || name.length < 2) return false;
  return (
    /\bby\s+$/i.test(prose.slice(Math.max(0, at - 8), at)) ||
    /^\s+(?:wrote|authored|added|introduced|created|changed|edited|committed|said|opened)\b/.test(
      prose.slice(at + name.length, at + name.length + 24),
    )
  );
}

/** The claim as it reads: its quotations told by others left out, and names of what it cites, which each of its statements may be about. */
export function ownText(text: string, isCalled: (name: string) => boolean): string {
  return withoutCitations(withoutQuotes(text))
    .replaceAll(/```\n```/g, ' ')
    .replaceAll(/`([^`\n]{1,400})`/g, (_, name: string) =>
      isCalled(withoutCall(name)) || !/^[\w$.]+(?:\(\))?$/.test(name) ? ' ' : ` ${name} `,
    );
}
