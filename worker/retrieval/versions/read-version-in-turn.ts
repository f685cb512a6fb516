/** Decides which version a conversation turn is about: the named one, or the one an earlier turn named. */

import type { EarlierTurn } from '../../core/answers/conversation.ts';
import { rewriteFollowUp, type RewrittenQuestion } from '../follow-up/rewrite-follow-up.ts';
import { type VersionNames, appendVersion, createVersionNames } from './version-names.ts';
import { mayNameVersion, readVersionQuestion, type VersionQuestion } from './read-version-question.ts';
import { readVersionEnding } from './read-version-ending.ts';

interface VersionInTurn {
  readonly read: VersionQuestion;
  /** The question as later ones see it: on its own, a version it is asked of left out. */
  readonly followUp: RewrittenQuestion;
  /** The version later questions keep to. */
  readonly keeps: string | undefined;
}

interface TurnAsked {
  readonly question: string;
  /** The version its request names. */
  readonly asked: string | undefined;
  readonly earlier: readonly EarlierTurn[];
}

/** Whether the names of versions matter to it; of most questions they do not. */
export function mayBeOfVersion({ question, earlier }: TurnAsked): boolean {
  return (
    mayNameVersion(question) ||
    earlier.some((turn) => mayNameVersion(turn.question) || turn.version?.kept !== undefined)
  );
}

/** @param refs branches and tags of the repository */
export function readVersionInTurn(turn: TurnAsked, refs: readonly string[]): VersionInTurn {
  const names = createVersionNames(refs);
  const before = turn.earlier.reduce<readonly EarlierTurn[]>(
    (earlier, one) => [
      ...earlier,
      one.version === undefined ? readAnew(one, { ...turn, earlier }, refs) : one,
    ],
    [],
  );
  const last = before.at(-1);
  const kept = last?.version?.asked === turn.asked ? last?.version?.kept : undefined;
  const alone = last === undefined ? undefined : onlyVersion(turn.question, kept, names);
  if (alone !== undefined && last !== undefined) return againOf(last, alone);
  const own = readVersionQuestion(turn.question, refs);
  if (own.kind === 'at' || own.kind === 'unknown') {
    // What is left of it may lean on the question before: "and in v2.0, where is it tested?"
    const followUp = rewriteFollowUp(own.text.replace(/^(and|but|so),\s/i, '$1 '), before);
    const stoodAlone = followUp.carried.length === 0;
    const told = stoodAlone ? turn.question : appendVersion(followUp.text, versionName(own));
    return {
      read: { ...own, text: followUp.text },
      followUp: { ...followUp, told },
      keeps: versionName(own),
    };
  }
  const followUp = rewriteFollowUp(turn.question, before);
  const read = readVersionQuestion(followUp.text, refs);
  if (read.kind === 'none') return withKept(followUp, kept, names);
  const told = followUp.text;
  if (read.kind === 'change') return { read, followUp: { ...followUp, told }, keeps: read.to };
  return { read, followUp: { ...followUp, text: read.text, told }, keeps: versionName(read) };
}

function versionName(read: Extract<VersionQuestion, { kind: 'at' | 'unknown' }>): string {
  return read.kind === 'at' ? read.version : read.named;
}

/** A turn of which nothing is known but its words. */
function readAnew(
  turn: EarlierTurn,
  before: Omit<TurnAsked, 'question'>,
  refs: readonly string[],
): EarlierTurn {
  const { asked } = before;
  const { followUp, keeps } = readVersionInTurn({ ...before, question: turn.question }, refs);
  return { ...turn, question: followUp.text, version: { asked, kept: keeps } };
}

function withKept(followUp: RewrittenQuestion, kept: string | undefined, names: VersionNames): VersionInTurn {
  const none = { read: { kind: 'none' }, followUp, keeps: undefined } as const;
  if (kept === undefined) return none;
  const { text } = followUp;
  const ending = readVersionEnding(text, names);
  if (ending !== undefined) {
    const { version } = ending;
    const read = version === undefined ? none.read : ({ kind: 'at', version, text: ending.text } as const);
    return { read, followUp: { ...followUp, text: ending.text, told: text }, keeps: version };
  }
  const version = names.find(kept);
  // One that is not there is meant by what leans on the question that named it; another question begins anew.
  if (version === undefined && followUp.carried.length === 0) return none;
  const meant = version ?? kept;
  const carried = { text, carried: [...followUp.carried, meant], told: appendVersion(text, meant) };
  if (version === undefined)
    return { read: { kind: 'unknown', named: kept, text }, followUp: carried, keeps: kept };
  return { read: { kind: 'at', version, text }, followUp: carried, keeps: version };
}

const lead = String.raw`^(?:(?:and|but|so|ok|okay|then|also)\b[\s,]*)*`;
const noun = String.raw`(?:branch|tag|version|release)\b`;
const inVersion = new RegExp(
  String.raw`${lead}(?:(?:(?:what|how) (?:about|of)\s+)?(?:as of|in|on|at|for|with|under)\s+|(?:what|how) (?:about|of)\s+)(?:the\s+)?(${noun}\s+)?[\`"']?([\w][\w./@+-]*)[\`"']?(\s+${noun})?[\s?.!]*$`,
  'i',
);
const ended = new RegExp(
  String.raw`${lead}(?:(?:what|how) (?:about|of)\s*)?(?:right\s+)?(?:it\s+|that\s+)?(?:now|today|nowadays|currently)?[\s?.!]*$`,
  'i',
);

/** "And in v2.0?", "what about now?": the question before, of another version. */
function onlyVersion(
  question: string,
  kept: string | undefined,
  names: VersionNames,
): { readonly version: string | undefined } | undefined {
  // Longer ones ask something themselves.
  if (question.length > 80) return undefined;
  const [, before, name = '', after] = inVersion.exec(question.trim()) ?? [];
  const version = name === '' ? undefined : names.find(name);
  if (version !== undefined && (before ?? after ?? (/\d/.test(version) ? version : undefined)) !== undefined)
    return { version };
  const ending = kept === undefined ? undefined : readVersionEnding(question, names);
  return ending !== undefined && ended.test(ending.text) ? { version: ending.version } : undefined;
}

function againOf(last: EarlierTurn, { version }: { readonly version: string | undefined }): VersionInTurn {
  const text = last.question;
  const named = last.subjects.slice(0, 1).map(({ name }) => name);
  const carried = named.length === 0 ? ['the question before'] : named;
  const read = version === undefined ? ({ kind: 'none' } as const) : ({ kind: 'at', version, text } as const);
  const told = version === undefined ? text : appendVersion(text, version);
  return { read, followUp: { text, carried, told }, keeps: version };
}
