/** A source in words, for its chip, the list of sources and who hears them: what it is, and where or of when. Pure. */
import type { Evidence } from '../../api.ts';
import { formatDay, shortCommit } from '../../format.ts';
import { formatLines } from '../code/line-range.ts';

export interface EvidenceName {
  /** A path, or the subject of a commit. */
  readonly name: string;
  /** Its lines and what they define; or which commit, when and by whom. */
  readonly detail: string;
  /** A path is set as code, a subject is not. */
  readonly isCode: boolean;
}

export function nameEvidence(evidence: Evidence): EvidenceName {
  if (evidence.kind !== 'commit') {
    const symbol = evidence.symbol ? ` · ${evidence.symbol}` : '';
    return { name: evidence.path, detail: `${formatLines(evidence)}${symbol}`, isCode: true };
  }
  const { commit, subject, date, author, pullRequest } = evidence;
  const request = pullRequest === undefined ? '' : ` · #${pullRequest.number}`;
  return {
    name: subject === '' ? `Commit ${shortCommit(commit)}` : subject,
    detail: `commit ${shortCommit(commit)} · ${formatDay(date)} · ${author}${request}`,
    isCode: false,
  };
}
