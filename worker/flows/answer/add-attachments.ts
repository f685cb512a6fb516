/** Adds the attached files of a question to a draft: as evidence, and as sentences that cite them. */

import { composeAttachments } from '../../answering/compose/compose-attachments.ts';
import type { AnyEvidence } from '../../core/answers/evidence.ts';
import type { Services } from '../services.ts';
import type { AnswerRequest } from './answer-request.ts';
import { issueAttachmentEvidence } from './evidence/issue-attachment-evidence.ts';
import type { AnswerDraft } from './write/write-composed.ts';

type AttachmentRequest = Pick<AnswerRequest, 'followUp' | 'writer'>;

/** @returns the draft unchanged if no files are attached */
export async function addAttachments(
  services: Pick<Services, 'secretScanner'>,
  draft: AnswerDraft,
  { followUp, writer }: AttachmentRequest,
): Promise<AnswerDraft> {
  if (writer.files.length === 0) return draft;
  const attached = await issueAttachmentEvidence(services, {
    files: writer.files,
    question: followUp.text,
    after: highestId(draft.evidence),
  });
  const sentences = [...composeAttachments(followUp.text, attached)];
  const evidence = new Map<string, AnyEvidence>([
    ...draft.evidence,
    ...attached.map((item) => [item.id, item] as const),
  ]);
  const { first, rest } = draft;
  function* allSentences(): Generator<string> {
    yield* rest;
    yield* sentences;
  }
  return { ...draft, evidence, first, rest: allSentences() };
}

/**
 * Drafts an answer from the attached files only.
 * @returns undefined if no attached file matches the question and no model writes the answer
 */
export async function draftForAttachments(
  services: Pick<Services, 'secretScanner'>,
  request: AttachmentRequest,
): Promise<AnswerDraft | undefined> {
  if (request.writer.files.length === 0) return undefined;
  const nothing: AnswerDraft = { evidence: new Map(), first: undefined, rest: [], empty: [] };
  const draft = await addAttachments(services, nothing, request);
  const rest = [...draft.rest];
  return rest.length === 0 && request.writer.models.length === 0 ? undefined : { ...draft, rest };
}

function highestId(evidence: ReadonlyMap<string, AnyEvidence>): number {
  return [...evidence.keys()].reduce(
    (highest, id) => Math.max(highest, Number(/^e(\d+)$/.exec(id)?.[1] ?? 0)),
    0,
  );
}
