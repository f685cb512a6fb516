/** A source in words, for its chip, the list of sources and who hears them: what it is, and where or of when. Pure. */
import type { Evidence } from '../../api.ts';
import { formatDay, shortCommit } from '../../format.ts';
import { formatLines } from '../code/line-range.ts';
import { capitalized, discussionNames } from '../discussions/discussion-words.ts';
import { isAttachment, isSpan } from './evidence-kinds.ts';

interface EvidenceName {
  /** A path, the subject of a commit, or a title. */
  readonly name: string;
  /** Its lines and what they define; or which commit or discussion, when and by whom. */
  readonly detail: string;
  /** A path is set as code, a subject is not. */
  readonly isCode: boolean;
}

export function nameEvidence(evidence: Evidence): EvidenceName {
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
