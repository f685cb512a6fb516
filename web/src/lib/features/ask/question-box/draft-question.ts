/** Drafts a question about a source: it names the symbol or the path, and for a commit its id. Pure. */
import type { AttachmentEvidence, CommitEvidence, DiscussionEvidence, SpanEvidence } from '../../../api.ts';
import { shortCommit } from '../../../format.ts';
import { discussionNames } from '../../discussions/discussion-words.ts';
import { isAttachment, isDiscussion } from '../sources/evidence.ts';

type QuestionSubject =
  | Pick<SpanEvidence, 'kind' | 'path' | 'symbol'>
  | Pick<CommitEvidence, 'kind' | 'commit'>
  | Pick<DiscussionEvidence, 'kind' | 'number'>
  | Pick<AttachmentEvidence, 'kind' | 'path'>;

export function draftQuestion(evidence: QuestionSubject): string {
  if (evidence.kind === 'commit')
    return `What did commit \`${shortCommit(evidence.commit)}\` change, and why?`;
  if (isDiscussion(evidence))
    return `What was said in ${discussionNames[evidence.kind]} #${evidence.number}?`;
  return isAttachment(evidence) || evidence.symbol === undefined
    ? `In \`${evidence.path}\`, `
    : `In \`${evidence.path}\`, how does \`${evidence.symbol}\` work?`;
}
