/** Decides which version a conversation turn is about: the version in the question, or the version of an earlier turn. */
import type { EarlierTurn } from '../../core/answers/conversation.ts';
import { rewriteFollowUp, type RewrittenQuestion } from '../follow-up/rewrite-follow-up.ts';
import { type VersionNames, appendVersion, createVersionNames } from './version-names.ts';
import {
  mayMentionVersion,
  readVersionQuestion,
  type VersionQuestion,
  removeWords,
} from './read-version-question.ts';

interface VersionInTurn {
  readonly versionQuestion: VersionQuestion;
  /** The standalone question without its version, as later turns see it. */
  readonly followUp: RewrittenQuestion;
  /** The version that later turns use. */
  readonly nextVersion: string | undefined;
}

interface VersionTurn {
  readonly question: string;
  /** The version in the request. */
  readonly requestedVersion: string | undefined;
  readonly earlier: readonly EarlierTurn[];
}

/** Whether the turn may concern a version, so that most questions need not load the version names. */
export function mayConcernVersion({ question, earlier }: VersionTurn): boolean {
  return (
    mayMentionVersion(question) ||
    earlier.some((turn) => mayMentionVersion(turn.question) || turn.version?.kept !== undefined)
  );
}

/** @param refs branches and tags of the repository */
export function readVersionInTurn(turn: VersionTurn, refs: readonly string[]): VersionInTurn {
  const names = createVersionNames(refs);
  const rewrittenTurns = turn.earlier.reduce<readonly EarlierTurn[]>(
    (earlier, earlierTurn) => [
      ...earlier,
      earlierTurn.version === undefined ? resolveTurn(earlierTurn, { ...turn, earlier }, refs) : earlierTurn,
    ],
    [],
  );
  const last = rewrittenTurns.at(-1);
  const activeVersion = last?.version?.asked === turn.requestedVersion ? last?.version?.kept : undefined;
  const versionOnly = last === undefined ? undefined : readVersionOnly(turn.question, activeVersion, names);
  if (versionOnly !== undefined && last !== undefined) return repeatLastQuestion(last, versionOnly);
  const ownVersion = readVersionQuestion(turn.question, refs);
  if (ownVersion.kind === 'at' || ownVersion.kind === 'unknown') {
    // The rest may refer to an earlier turn: "and in v2.0, where is it tested?"
    const followUp = rewriteFollowUp(ownVersion.text.replace(/^(and|but|so),\s/i, '$1 '), rewrittenTurns);
    const isStandalone = followUp.carried.length === 0;
    const displayText = isStandalone ? turn.question : appendVersion(followUp.text, versionName(ownVersion));
    return {
      versionQuestion: { ...ownVersion, text: followUp.text },
      followUp: { ...followUp, displayText },
      nextVersion: versionName(ownVersion),
    };
  }
  const followUp = rewriteFollowUp(turn.question, rewrittenTurns);
  const versionQuestion = readVersionQuestion(followUp.text, refs);
  if (versionQuestion.kind === 'none') return continueVersion(followUp, activeVersion, names);
  const displayText = followUp.text;
  if (versionQuestion.kind === 'change')
    return { versionQuestion, followUp: { ...followUp, displayText }, nextVersion: versionQuestion.to };
  return {
    versionQuestion,
    followUp: { ...followUp, text: versionQuestion.text, displayText },
    nextVersion: versionName(versionQuestion),
  };
}

function versionName(versionQuestion: Extract<VersionQuestion, { kind: 'at' | 'unknown' }>): string {
  return versionQuestion.kind === 'at' ? versionQuestion.version : versionQuestion.named;
}

/** Reads the version of an earlier turn of which only the words are known. */
function resolveTurn(
  turn: EarlierTurn,
  context: Omit<VersionTurn, 'question'>,
  refs: readonly string[],
): EarlierTurn {
  const { requestedVersion } = context;
  const { followUp, nextVersion } = readVersionInTurn({ ...context, question: turn.question }, refs);
  return { ...turn, question: followUp.text, version: { asked: requestedVersion, kept: nextVersion } };
}

function continueVersion(
  followUp: RewrittenQuestion,
  activeVersion: string | undefined,
  names: VersionNames,
): VersionInTurn {
  const none = { versionQuestion: { kind: 'none' }, followUp, nextVersion: undefined } as const;
  if (activeVersion === undefined) return none;
  const { text } = followUp;
  const ending = readVersionEnding(text, names);
  if (ending !== undefined) {
    const { version } = ending;
    const versionQuestion =
      version === undefined ? none.versionQuestion : ({ kind: 'at', version, text: ending.text } as const);
    return {
      versionQuestion,
      followUp: { ...followUp, text: ending.text, displayText: text },
      nextVersion: version,
    };
  }
  const version = names.find(activeVersion);
  // A missing version applies only to follow-ups of the question that mentioned it. A standalone question ignores it.
  if (version === undefined && followUp.carried.length === 0) return none;
  const carriedVersion = version ?? activeVersion;
  const carried = {
    text,
    carried: [...followUp.carried, carriedVersion],
    displayText: appendVersion(text, carriedVersion),
  };
  if (version === undefined)
    return {
      versionQuestion: { kind: 'unknown', named: activeVersion, text },
      followUp: carried,
      nextVersion: activeVersion,
    };
  return { versionQuestion: { kind: 'at', version, text }, followUp: carried, nextVersion: version };
}

const leadingWords = String.raw`^(?:(?:and|but|so|ok|okay|then|also)\b[\s,]*)*`;
const versionNoun = String.raw`(?:branch|tag|version|release)\b`;
const inVersion = new RegExp(
  String.raw`${leadingWords}(?:(?:(?:what|how) (?:about|of)\s+)?(?:as of|in|on|at|for|with|under)\s+|(?:what|how) (?:about|of)\s+)(?:the\s+)?(${versionNoun}\s+)?[\`"']?([\w][\w./@+-]*)[\`"']?(\s+${versionNoun})?[\s?.!]*$`,
  'i',
);
const endingOnlyPattern = new RegExp(
  String.raw`${leadingWords}(?:(?:what|how) (?:about|of)\s*)?(?:right\s+)?(?:it\s+|that\s+)?(?:now|today|nowadays|currently)?[\s?.!]*$`,
  'i',
);

/** Reads a turn that is only a version: "And in v2.0?", "what about now?". */
function readVersionOnly(
  question: string,
  activeVersion: string | undefined,
  names: VersionNames,
): { readonly version: string | undefined } | undefined {
  // A longer question asks something else too.
  if (question.length > 80) return undefined;
  const [, nounBefore, name = '', nounAfter] = inVersion.exec(question.trim()) ?? [];
  const version = name === '' ? undefined : names.find(name);
  if (
    version !== undefined &&
    (nounBefore ?? nounAfter ?? (/\d/.test(version) ? version : undefined)) !== undefined
  )
    return { version };
  const ending = activeVersion === undefined ? undefined : readVersionEnding(question, names);
  return ending !== undefined && endingOnlyPattern.test(ending.text)
    ? { version: ending.version }
    : undefined;
}

function repeatLastQuestion(
  last: EarlierTurn,
  { version }: { readonly version: string | undefined },
): VersionInTurn {
  const text = last.question;
  const named = last.subjects.slice(0, 1).map(({ name }) => name);
  const carried = named.length === 0 ? ['the question before'] : named;
  const versionQuestion =
    version === undefined ? ({ kind: 'none' } as const) : ({ kind: 'at', version, text } as const);
  const displayText = version === undefined ? text : appendVersion(text, version);
  return { versionQuestion, followUp: { text, carried, displayText }, nextVersion: version };
}

interface VersionEnding {
  /** The branch in the question; undefined for the default version. */
  readonly version: string | undefined;
  /** The question without the words that only identify the version. */
  readonly text: string;
}

const currentPattern =
  /,?\s*\b(?:in|on|at|of|for|to|with|under|about|as of)\s+(?:the\s+|your\s+)?(?:(?:current|newest|latest|present|most recent)\s+(?:version|release|code|state|branch|source|commit|tip|snapshot|one)|(?:current|newest|latest)(?=[\s?.!]*$)|HEAD\b)/i;
/** Matches "now" and similar words, except in names such as `now()` or `the now column`. */
const nowPattern =
  /(?<!\b(?:the|a|an|function|method|field|column|variable|called|named)\s+)(?<![\w`.(/])\b(?:nowadays|today|currently|at present|at the moment|now)\b(?![\w`(/]|\.\w)/i;
const transitionalNow =
  /^\s*(?:(?:ok|okay|so|great|thanks|alright)\b[\s,]*)*now\b,?\s+(?=(?:where|how|what|which|who|why|when|show|tell|list|explain|do|does|is|are|can)\b)/i;
const branch = /,?\s*\b(?:back\s+)?(?:on|to)\s+(?:the\s+)?[`"']?([\w][\w./-]*[\w])[`"']?(?:\s+branch)?/gi;
/** Matches names of the default branch, which may be missing from the refs if the snapshot was uploaded without a branch name. */
const defaultBranchNames = /^(?:main|master|trunk)$/i;

function readVersionEnding(text: string, names: VersionNames): VersionEnding | undefined {
  const matched = currentPattern.exec(text)?.[0];
  if (matched !== undefined) return { version: undefined, text: removeWords(text, matched) };
  for (const [whole, name = ''] of text.matchAll(branch)) {
    const version = names.find(name);
    if (version !== undefined || defaultBranchNames.test(name))
      return { version, text: removeWords(text, whole) };
  }
  return nowPattern.test(text.replace(transitionalNow, '')) ? { version: undefined, text } : undefined;
}
