/** Describes a source for its citation, the list of sources and screen readers: what it is, and where or when. Pure. */
import type { Evidence } from '../../../api.ts';
import { formatDay, shortCommit } from '../../../format.ts';
import { formatLines } from '../../code/line-range.ts';
import { capitalized, discussionNames } from '../../discussions/discussion-words.ts';
import { isAttachment, isSpan } from './evidence.ts';

interface EvidenceDescription {
  /** A path, a commit subject or a title. */
  readonly name: string;
  /** The lines and their symbol, or the id, date and author of a commit or discussion. */
  readonly detail: string;
  /** The name is a path and is set as code. */
  readonly isCode: boolean;
}

export function describeEvidence(evidence: Evidence): EvidenceDescription {
  if (isSpan(evidence)) {
    const symbol = evidence.symbol ? ` · ${evidence.symbol}` : '';
    return { name: evidence.path, detail: `${formatLines(evidence)}${symbol}`, isCode: true };
  }
  if (isAttachment(evidence))
    return { name: evidence.path, detail: `attached · ${formatLines(evidence)}`, isCode: true };
  if (evidence.kind !== 'commit') {
    const name = capitalized(discussionNames[evidence.kind]);
    return {
      name: evidence.title === '' ? `${name} #${evidence.number}` : evidence.title,
      detail: `${name.toLowerCase()} #${evidence.number} · ${formatDay(evidence.date)} · ${evidence.author}`,
      isCode: false,
    };
  }
  const { commit, subject, date, author, pullRequest } = evidence;
  const request = pullRequest === undefined ? '' : ` · #${pullRequest.number}`;
  return {
    name: subject === '' ? `Commit ${shortCommit(commit)}` : subject,
    detail: `commit ${shortCommit(commit)} · ${formatDay(date)} · ${author}${request}`,
    isCode: false,
  };
}
