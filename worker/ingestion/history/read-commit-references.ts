/**
 * Reads a commit's pull request and the issues it mentions from the commit message, in the notations of the
 * common forges. It skips numbers in code, colors, list numbers and other repositories' numbers. The time is
 * linear in the length of the message.
 */

import type { PullRequestReference } from '../../core/history/history.ts';
import { splitCommitMessage, type CommitMessageParts } from '../../core/history/commit-record.ts';

interface CommitReferences {
  readonly pullRequest: PullRequestReference | undefined;
  /** Without the pull request, in order of appearance. */
  readonly issues: readonly number[];
}

/** Maximum number of issues per message: a release that lists all its issues is about none of them. */
const maxIssues = 50;

const number = String.raw`([1-9]\d{0,8})(?!\w)`;
/** `Title (#12)`: GitHub's subject for a squashed pull request. If there are several numbers, the last one is the pull request. */
const squashPattern = new RegExp(String.raw`\(#${number}\)\.?$`);
/** Number of characters at the end of the subject that are searched. */
const maxSquashedLength = 16;
/** The subject of a merge by GitHub, bors or Bitbucket; the body's first line is the title. */
const mergePattern = new RegExp(
  String.raw`^(?:(?:Auto |Rollup )?merge (?:of |pull request |pr )#${number}|merged in .{0,300}\(pull request #${number}\)$)`,
  'i',
);
/** The subject of a merge by Azure DevOps. */
const azureMergePattern = new RegExp(String.raw`^Merged PR ${number}: (.*)$`);
/**
 * GitLab ends a merge's body with this line, with or without the project before the number. Node.js states the
 * pull request's URL instead.
 */
const gitlabMergePattern = new RegExp(String.raw`^See merge request (?:[\w./-]{0,300})!${number}\s*$`, 'm');
const pullRequestUrl = new RegExp(String.raw`^PR-URL:\s*https?:\/\/\S{1,300}\/pull\/${number}`, 'm');

export function readCommitReferences(message: string): CommitReferences {
  const parts = splitCommitMessage(message);
  const pullRequest = findPullRequest(parts);
  const issues = new Set<number>();
  for (const issue of findIssueNumbers(`${parts.subject}\n\n${removeCode(parts.body)}`))
    if (issue !== pullRequest?.number && issues.size < maxIssues) issues.add(issue);
  return { pullRequest, issues: [...issues] };
}

function findPullRequest({ subject, body }: CommitMessageParts): PullRequestReference | undefined {
  const squash = squashPattern.exec(subject.slice(-maxSquashedLength));
  if (squash !== null) return toPullRequest(squash[1], subject.slice(0, -squash[0].length));
  const merge = mergePattern.exec(subject);
  const firstLine = body.split('\n', 1)[0] ?? '';
  if (merge !== null) return toPullRequest(merge[1] ?? merge[2], firstLine);
  const titled = azureMergePattern.exec(subject);
  if (titled !== null) return toPullRequest(titled[1], titled[2]);
  const gitlab = gitlabMergePattern.exec(body);
  if (gitlab !== null) {
    const isMerge = /^merge (?:remote-tracking )?branch\b/i.test(subject);
    return toPullRequest(gitlab[1], isMerge && !gitlabMergePattern.test(firstLine) ? firstLine : subject);
  }
  return toPullRequest(pullRequestUrl.exec(body)?.[1], undefined);
}

function toPullRequest(
  digits: string | undefined,
  title: string | undefined,
): PullRequestReference | undefined {
  if (digits === undefined) return undefined;
  const trimmed = title?.trim() ?? '';
  return { number: Number(digits), title: trimmed === '' ? undefined : trimmed };
}

/** Removes fenced blocks, up to the end if a fence is never closed, and code spans. */
function removeCode(body: string): string {
  let fence = '';
  const lines: string[] = [];
  for (const line of body.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === '' && mark !== undefined) fence = mark;
    else if (fence !== '') fence = mark?.startsWith(fence) === true ? '' : fence;
    else lines.push(line.replace(/`[^`]*`/g, ' '));
  }
  return lines.join('\n');
}

/**
 * Text that marks the next number as an issue, whatever its length: `Fixes #12`, `closes: #12`, `issue #12`.
 */
const issuePrefix =
  /(?:\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|refs?|references?|see|issues?|bugs?|pull requests?|prs?|tickets?|bpo|merge of)\s{0,3}:?\s{0,3}|\()$/i;
/** Text that marks the next number as something else, such as a step or a color. */
const otherPrefix =
  /\b(?:step|part|item|case|point|option|attempt|round|try|phase|number|take|version|chapter|no|line|colou?r|background|fill|stroke)\s{0,3}[:=]?\s{0,3}["']?$/i;
const numberPattern = /(?<![\w/&#!.-])(?:#|\bGH-)([1-9]\d{0,8})(?![\w#]|-\w)/gi;
/** Six digits may be a color, so a longer number needs an issue prefix. */
const maxBareDigits = 5;
/** Number of characters before an issue number that are read. */
const maxPrefixLength = 40;

function findIssueNumbers(text: string): readonly number[] {
  const numbering = findListNumbers(text);
  const numbers: number[] = [];
  for (const match of text.matchAll(numberPattern)) {
    const before = text.slice(Math.max(0, match.index - maxPrefixLength), match.index);
    const digits = match[1] ?? '';
    if (match[0].startsWith('#')) {
      if (!issuePrefix.test(before) && (digits.length > maxBareDigits || otherPrefix.test(before))) continue;
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

/** Returns numbers that start lines and count from 1: `#1 …`, `#2 …`. */
function findListNumbers(text: string): ReadonlySet<number> {
  const lineNumbers = new Set(
    [...text.matchAll(/\n[ \t]*#([1-9]\d{0,2})(?!\d)/g)].map((match) => Number(match[1])),
  );
  const numbering = new Set<number>();
  for (let next = 1; lineNumbers.has(1) && lineNumbers.has(2) && lineNumbers.has(next); next += 1)
    numbering.add(next);
  return numbering;
}
