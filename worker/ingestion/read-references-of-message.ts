/**
 * The pull request that brought a commit and the issues it names, as forges write them into messages. What stands in code, a colour,
 * the number of a list's item and what another repository counts are none of them. One pass over the message, whatever it holds.
 */

import type { PullRequestReference } from '../core/history.ts';
import { messageParts, type MessageParts } from '../core/message-parts.ts';

interface MessageReferences {
  readonly pullRequest: PullRequestReference | undefined;
  /** Without the pull request, in the order they are named. */
  readonly issues: readonly number[];
}

/** Numbers kept of one message: a release that lists all it holds is about none of it. */
const maxIssues = 50;

const number = String.raw`([1-9]\d{0,8})(?!\w)`;
/** `Title (#12)`: what GitHub makes of a pull request that is squashed. Of several the last is its own. */
const squashed = new RegExp(String.raw`\(#${number}\)\.?$`);
/** No longer than that is looked at from the end. */
const longestSquashed = 16;
/** The subject of a merge, by GitHub, bors and Bitbucket; what is merged is told by the body's first line. */
const merged = new RegExp(
  String.raw`^(?:(?:Auto |Rollup )?merge (?:of |pull request |pr )#${number}|merged in .{0,300}\(pull request #${number}\)$)`,
  'i',
);
/** Azure DevOps. */
const mergedTitle = new RegExp(String.raw`^Merged PR ${number}: (.*)$`);
/** GitLab ends a merge's body so, with the project before the number or without; Node.js names the address. */
const seeMerge = new RegExp(String.raw`^See merge request (?:[\w./-]{0,300})!${number}\s*$`, 'm');
const address = new RegExp(String.raw`^PR-URL:\s*https?:\/\/\S{1,300}\/pull\/${number}`, 'm');

export function readReferencesOfMessage(message: string): MessageReferences {
  const parts = messageParts(message);
  const pullRequest = pullRequestOf(parts);
  const issues = new Set<number>();
  for (const found of numbersOf(`${parts.subject}\n\n${withoutCode(parts.body)}`))
    if (found !== pullRequest?.number && issues.size < maxIssues) issues.add(found);
  return { pullRequest, issues: [...issues] };
}

function pullRequestOf({ subject, body }: MessageParts): PullRequestReference | undefined {
  const squash = squashed.exec(subject.slice(-longestSquashed));
  if (squash !== null) return reference(squash[1], subject.slice(0, -squash[0].length));
  const merge = merged.exec(subject);
  const firstLine = body.split('\n', 1)[0] ?? '';
  if (merge !== null) return reference(merge[1] ?? merge[2], firstLine);
  const titled = mergedTitle.exec(subject);
  if (titled !== null) return reference(titled[1], titled[2]);
  const gitlab = seeMerge.exec(body);
  if (gitlab !== null) {
    const isMerge = /^merge (?:remote-tracking )?branch\b/i.test(subject);
    return reference(gitlab[1], isMerge && !seeMerge.test(firstLine) ? firstLine : subject);
  }
  return reference(address.exec(body)?.[1], undefined);
}

function reference(digits: string | undefined, title: string | undefined): PullRequestReference | undefined {
  if (digits === undefined) return undefined;
  const trimmed = title?.trim() ?? '';
  return { number: Number(digits), title: trimmed === '' ? undefined : trimmed };
}

/** Fenced blocks go with their fences, a fence that is never closed to the end; spans in back-ticks go too. */
function withoutCode(body: string): string {
  let fence = '';
  const kept: string[] = [];
  for (const line of body.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === '' && mark !== undefined) fence = mark;
    else if (fence !== '') fence = mark?.startsWith(fence) === true ? '' : fence;
    else kept.push(line.replace(/`[^`]*`/g, ' '));
  }
  return kept.join('\n');
}

/** What says before a number that it is one, however long: `Fixes #12`, `closes: #12`, `GH-12`, `issue #12`. */
const told =
  /(?:\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|refs?|references?|see|issues?|bugs?|pull requests?|prs?|tickets?|bpo|merge of)\s{0,3}:?\s{0,3}|\()$/i;
/** What says before a number that it counts something else, or is a colour. */
const counted =
  /\b(?:step|part|item|case|point|option|attempt|round|try|phase|number|take|version|chapter|no|line|colou?r|background|fill|stroke)\s{0,3}[:=]?\s{0,3}["']?$/i;
const named = /(?<![\w/&#!.-])(?:#|\bGH-)([1-9]\d{0,8})(?![\w#]|-\w)/gi;
/** Six digits may be a colour; so long a number is believed where a word says what it is. */
const longestBare = 5;
/** Letters before a number that are looked at. */
const lookBack = 40;

function numbersOf(text: string): readonly number[] {
  const numbering = listNumbers(text);
  const numbers: number[] = [];
  for (const match of text.matchAll(named)) {
    const before = text.slice(Math.max(0, match.index - lookBack), match.index);
    const digits = match[1] ?? '';
    if (match[0].startsWith('#')) {
      if (!told.test(before) && (digits.length > longestBare || counted.test(before))) continue;
      const startsLine = /(?:^|\n)[ \t]*$/.test(before);
      if (
        startsLine &&
        (numbering.has(Number(digits)) ||
          /^[.):]\s/.test(text.slice(match.index + match[0].length, match.index + match[0].length + 2)))
      )
        continue;
    }
    numbers.push(Number(digits));
  }
  return numbers;
}

/** Numbers that begin lines and count from 1: `#1 …`, `#2 …`. */
function listNumbers(text: string): ReadonlySet<number> {
  const found = new Set(
    [...text.matchAll(/\n[ \t]*#([1-9]\d{0,2})(?!\d)/g)].map((match) => Number(match[1])),
  );
  const numbering = new Set<number>();
  for (let next = 1; found.has(1) && found.has(2) && found.has(next); next += 1) numbering.add(next);
  return numbering;
}
