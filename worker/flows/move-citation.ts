/** Where a near miss is moved to: lines that are shown already, or evidence of them under an id nothing else has had. */

import type { NearMiss } from '../answering/find-near-miss.ts';
import { markInstructions } from '../answering/model/mark-instructions.ts';
import type { AttachedFile, AttachmentEvidence } from '../core/attachment.ts';
import { isOfAttachment, type AnyEvidence, type Evidence } from '../core/evidence.ts';
import { readSpans } from '../retrieval/read-spans.ts';
import { attachmentLines } from './issue-attachment-evidence.ts';
import { issueEvidence, sameLines } from './issue-evidence.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';

/** @returns undefined where the lines cannot be read */
type MoveCitation = (miss: NearMiss) => Promise<Evidence | AttachmentEvidence | undefined>;

export function createCitationMover(
  services: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  given: {
    /** What is shown, as it grows. */
    readonly evidence: ReadonlyMap<string, AnyEvidence>;
    /** Ids given out, even where what had one is shown no more. */
    readonly taken: Iterable<string>;
    /** That came with the question. */
    readonly files: readonly AttachedFile[];
  },
): MoveCitation {
  const { evidence, files } = given;
  const taken = new Set(given.taken);
  let issued = taken.size;
  return async ({ missed, ...position }) => {
    while (taken.has(`e${issued + 1}`) || evidence.has(`e${issued + 1}`)) issued += 1;
    if (isOfAttachment(missed)) {
      const lines = await attachmentLines(files, missed, position);
      return lines && (sameAttached(evidence, lines) ?? markInstructions({ ...lines, id: `e${issued + 1}` }));
    }
    const [span] = await readSpans(services.chunkStore, resolved.key, [{ ...position, score: 0 }]);
    if (span === undefined) return undefined;
    return sameLines(evidence, span) ?? markInstructions(issueEvidence(resolved, span, issued));
  };
}

function sameAttached(
  evidence: ReadonlyMap<string, AnyEvidence>,
  { path, startLine, endLine }: AttachmentEvidence,
): AttachmentEvidence | undefined {
  return [...evidence.values()]
    .filter(isOfAttachment)
    .find((one) => one.path === path && one.startLine === startLine && one.endLine === endLine);
}
