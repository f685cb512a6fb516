/** Decides which version a conversation turn is about: the named one, or the one an earlier turn named. */

import type { EarlierTurn } from '../../core/answers/conversation.ts';
import { rewriteFollowUp, type RewrittenQuestion } from '../follow-up/rewrite-follow-up.ts';
import { type VersionNames, appendVersion, createVersionNames } from './version-names.ts';
import { mayNameVersion, readVersionQuestion, type VersionQuestion } from './read-version-question.ts';
import { readVersionEnding } from './read-version-ending.ts';

interface VersionInTurn {
  readonly read: VersionQuestion;
  /** The standalone question without its version, as later turns see it. */
  readonly followUp: RewrittenQuestion;
  /** The version that later turns use. */
  readonly nextVersion: string | undefined;
}

interface VersionTurn {
  readonly question: string;
  /** The version that the request names. */
  readonly requestedVersion: string | undefined;
  readonly earlier: readonly EarlierTurn[];
}

/** Whether version names matter for the turn, so that most questions need not load them. */
export function mayBeOfVersion({ question, earlier }: VersionTurn): boolean {
  return (
    mayNameVersion(question) ||
    earlier.some((turn) => mayNameVersion(turn.question) || turn.version?.kept !== undefined)
  );
}

/** @param refs branches and tags of the repository */
export function readVersionInTurn(turn: VersionTurn, refs: readonly string[]): VersionInTurn {
  const names = createVersionNames(refs);
  const before = turn.earlier.reduce<readonly EarlierTurn[]>(
    (earlier, one) => [
      ...earlier,
      one.version === undefined ? resolveTurn(one, { ...turn, earlier }, refs) : one,
    ],
    [],
  );
  const last = before.at(-1);
  const activeVersion = last?.version?.asked === turn.requestedVersion ? last?.version?.kept : undefined;
  const versionOnly = last === undefined ? undefined : readVersionOnly(turn.question, activeVersion, names);
  if (versionOnly !== undefined && last !== undefined) return repeatLastQuestion(last, versionOnly);
  const ownVersion = readVersionQuestion(turn.question, refs);
  if (ownVersion.kind === 'at' || ownVersion.kind === 'unknown') {
    // The rest may refer to an earlier turn: "and in v2.0, where is it tested?"
    const followUp = rewriteFollowUp(ownVersion.text.replace(/^(and|but|so),\s/i, '$1 '), before);
    const isStandalone = followUp.carried.length === 0;
    const displayText = isStandalone ? turn.question : appendVersion(followUp.text, versionName(ownVersion));
    return {
      read: { ...ownVersion, text: followUp.text },
      followUp: { ...followUp, displayText },
      nextVersion: versionName(ownVersion),
    };
  }
  const followUp = rewriteFollowUp(turn.question, before);
  const read = readVersionQuestion(followUp.text, refs);
  if (read.kind === 'none') return continueVersion(followUp, activeVersion, names);
  const displayText = followUp.text;
  if (read.kind === 'change') return { read, followUp: { ...followUp, displayText }, nextVersion: read.to };
  return {
    read,
    followUp: { ...followUp, text: read.text, displayText },
    nextVersion: versionName(read),
  };
}

function versionName(read: Extract<VersionQuestion, { kind: 'at' | 'unknown' }>): string {
  return read.kind === 'at' ? read.version : read.named;
}

/** Reads the version of an earlier turn for which only the words are known. */
function resolveTurn(
  turn: EarlierTurn,
  before: Omit<VersionTurn, 'question'>,
  refs: readonly string[],
): EarlierTurn {
  const { requestedVersion } = before;
  const { followUp, nextVersion } = readVersionInTurn({ ...before, question: turn.question }, refs);
  return { ...turn, question: followUp.text, version: { asked: requestedVersion, kept: nextVersion } };
}

function continueVersion(
  followUp: RewrittenQuestion,
  activeVersion: string | undefined,
  names: VersionNames,
): VersionInTurn {
  const none = { read: { kind: 'none' }, followUp, nextVersion: undefined } as const;
  if (activeVersion === undefined) return none;
  const { text } = followUp;
  const ending = readVersionEnding(text, names);
  if (ending !== undefined) {
    const { version } = ending;
    const read = version === undefined ? none.read : ({ kind: 'at', version, text: ending.text } as const);
    return { read, followUp: { ...followUp, text: ending.text, displayText: text }, nextVersion: version };
  }
  const version = names.find(activeVersion);
  // A missing version applies only to follow-ups of the question that named it; a standalone question ignores it.
  if (version === undefined && followUp.carried.length === 0) return none;
  const carriedVersion = version ?? activeVersion;
  const carried = {
    text,
    carried: [...followUp.carried, carriedVersion],
    displayText: appendVersion(text, carriedVersion),
  };
  if (version === undefined)
    return {
      read: { kind: 'unknown', named: activeVersion, text },
      followUp: carried,
      nextVersion: activeVersion,
    };
  return { read: { kind: 'at', version, text }, followUp: carried, nextVersion: version };
}

const leadingWords = String.raw`^(?:(?:and|but|so|ok|okay|then|also)\b[\s,]*)*`;
const noun = String.raw`(?:branch|tag|version|release)\b`;
const inVersion = new RegExp(
  String.raw`${leadingWords}(?:(?:(?:what|how) (?:about|of)\s+)?(?:as of|in|on|at|for|with|under)\s+|(?:what|how) (?:about|of)\s+)(?:the\s+)?(${noun}\s+)?[\`"']?([\w][\w./@+-]*)[\`"']?(\s+${noun})?[\s?.!]*$`,
  'i',
);
const endingOnly = new RegExp(
  String.raw`${leadingWords}(?:(?:what|how) (?:about|of)\s*)?(?:right\s+)?(?:it\s+|that\s+)?(?:now|today|nowadays|currently)?[\s?.!]*$`,
  'i',
);

/** Reads a turn that only names a version: "And in v2.0?", "what about now?". */
function readVersionOnly(
  question: string,
  activeVersion: string | undefined,
  names: VersionNames,
): { readonly version: string | undefined } | undefined {
  // A longer question asks something else too.
  if (question.length > 80) return undefined;
  const [, before, name = '', after] = inVersion.exec(question.trim()) ?? [];
  const version = name === '' ? undefined : names.find(name);
  if (version !== undefined && (before ?? after ?? (/\d/.test(version) ? version : undefined)) !== undefined)
    return { version };
  const ending = activeVersion === undefined ? undefined : readVersionEnding(question, names);
  return ending !== undefined && endingOnly.test(ending.text) ? { version: ending.version } : undefined;
}

function repeatLastQuestion(
  last: EarlierTurn,
  { version }: { readonly version: string | undefined },
): VersionInTurn {
  const text = last.question;
  const named = last.subjects.slice(0, 1).map(({ name }) => name);
  const carried = named.length === 0 ? ['the question before'] : named;
  const read = version === undefined ? ({ kind: 'none' } as const) : ({ kind: 'at', version, text } as const);
  const displayText = version === undefined ? text : appendVersion(text, version);
  return { read, followUp: { text, carried, displayText }, nextVersion: version };
}
