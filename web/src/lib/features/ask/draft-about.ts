/** The beginning of a question about a source: it names what the source defines, or else where it lies; of a commit, its id. */
import type { CommitEvidence, SpanEvidence } from '../../api.ts';
import { shortCommit } from '../../format.ts';

type Asked = Pick<SpanEvidence, 'kind' | 'path' | 'symbol'> | Pick<CommitEvidence, 'kind' | 'commit'>;

export function draftAbout(evidence: Asked): string {
  if (evidence.kind === 'commit')
    return `What did commit \`${shortCommit(evidence.commit)}\` change, and why?`;
  return evidence.symbol === undefined
    ? `In \`${evidence.path}\`, `
    : `In \`${evidence.path}\`, how does \`${evidence.symbol}\` work?`;
}
