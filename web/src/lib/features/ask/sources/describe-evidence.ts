/** Describes a source for its citation, the list of sources and screen readers, and drafts a question about it. Pure. */
import type {
  Evidence,
  AttachmentEvidence,
  CommitEvidence,
  DiscussionEvidence,
  SpanEvidence,
} from '../../../api.ts';
import { formatDay, formatRelativeTime, shortCommit } from '../../../format.ts';
import { formatLines } from '../../code/line-range.ts';
import { capitalize } from '../../../capitalize.ts';
import { discussionNames } from '../../discussions/discussion-labels.ts';
import { isAttachment, isDiscussion } from './evidence.ts';
import { isSpan } from './span-evidence.ts';

interface EvidenceDescription {
  /** A path, a commit subject or a title. */
  readonly name: string;
  /** The lines and their symbol, or the id, age and author of a commit or discussion. */
  readonly detail: string;
  /** The day of a commit or discussion, whose age the detail contains. */
  readonly day?: string;
  /** The name is a path and is shown in a monospace font. */
  readonly isCode: boolean;
}

/** @param now in milliseconds since 1970 */
export function describeEvidence(evidence: Evidence, now = Date.now()): EvidenceDescription {
  if (isSpan(evidence)) {
    const symbol = evidence.symbol ? ` · ${evidence.symbol}` : '';
    return { name: evidence.path, detail: `${formatLines(evidence)}${symbol}`, isCode: true };
  }
  if (isAttachment(evidence))
    return { name: evidence.path, detail: `attached · ${formatLines(evidence)}`, isCode: true };
  if (evidence.kind !== 'commit') {
    const name = capitalize(discussionNames[evidence.kind]);
    return {
      name: evidence.title === '' ? `${name} #${evidence.number}` : evidence.title,
      detail: `${name.toLowerCase()} #${evidence.number} · ${formatRelativeTime(evidence.date, now)} · ${evidence.author}`,
      day: formatDay(evidence.date),
      isCode: false,
    };
  }
  const { commit, subject, date, author, pullRequest } = evidence;
  const request = pullRequest === undefined ? '' : ` · #${pullRequest.number}`;
  return {
    name: subject === '' ? `Commit ${shortCommit(commit)}` : subject,
    detail: `commit ${shortCommit(commit)} · ${formatRelativeTime(date, now)} · ${author}${request}`,
    day: formatDay(date),
    isCode: false,
  };
}

type QuestionSubject =
  | Pick<SpanEvidence, 'kind' | 'path' | 'symbol'>
  | Pick<CommitEvidence, 'kind' | 'commit'>
  | Pick<DiscussionEvidence, 'kind' | 'number'>
  | Pick<AttachmentEvidence, 'kind' | 'path'>;

/** The start of a question about a source. It contains the symbol or the path, or the id of a commit or discussion. */
export function draftQuestion(evidence: QuestionSubject): string {
  if (evidence.kind === 'commit')
    return `What did commit \`${shortCommit(evidence.commit)}\` change, and why?`;
  if (isDiscussion(evidence))
    return `What was said in ${discussionNames[evidence.kind]} #${evidence.number}?`;
  return isAttachment(evidence) || evidence.symbol === undefined
    ? `In \`${evidence.path}\`, `
    : `In \`${evidence.path}\`, how does \`${evidence.symbol}\` work?`;
}
