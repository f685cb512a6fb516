/** A draft with what came beside the question: attached files as further evidence, and what they say of it. */

import { composeAttachments } from '../answering/compose-attachments.ts';
import type { AnyEvidence } from '../core/evidence.ts';
import { issueAttachmentEvidence } from './issue-attachment-evidence.ts';
import type { AskedQuestion } from './prepare-answer.ts';
import type { Services } from './services.ts';
import type { ToldDraft } from './tell-draft.ts';

type Asked = Pick<AskedQuestion, 'followUp' | 'writer'>;

/** Without files, as it was. */
export async function addAttachments(
  services: Pick<Services, 'secretScanner'>,
  draft: ToldDraft,
  { followUp, writer }: Asked,
): Promise<ToldDraft> {
  if (writer.files.length === 0) return draft;
  const attached = await issueAttachmentEvidence(services, {
    files: writer.files,
    question: followUp.text,
    after: highestId(draft.evidence),
  });
  const told = [...composeAttachments(followUp.text, attached)];
  // To the embedded answerer what it does not cite is of no use.
  const isCited = ({ id }: AnyEvidence): boolean =>
    told.some((sentence) => sentence.includes(`[chunk:${id}]`));
  const kept = writer.models.length > 0 ? attached : attached.filter(isCited);
  const evidence = new Map<string, AnyEvidence>([
    ...draft.evidence,
    ...kept.map((one) => [one.id, one] as const),
  ]);
  const { first, rest } = draft;
  function* both(): Generator<string> {
    yield* rest;
    yield* told;
  }
  return { ...draft, evidence, first, rest: both() };
}

/**
 * A draft of the attached files alone.
 * @returns undefined where they say nothing of the question, nor is a model there to read them
 */
export async function draftForAttachments(
  services: Pick<Services, 'secretScanner'>,
  asked: Asked,
): Promise<ToldDraft | undefined> {
  if (asked.writer.files.length === 0) return undefined;
  const nothing: ToldDraft = { evidence: new Map(), first: undefined, rest: [], empty: [] };
  const draft = await addAttachments(services, nothing, asked);
  const rest = [...draft.rest];
  return rest.length === 0 && asked.writer.models.length === 0 ? undefined : { ...draft, rest };
}

function highestId(evidence: ReadonlyMap<string, AnyEvidence>): number {
  return [...evidence.keys()].reduce((most, id) => Math.max(most, Number(/^e(\d+)$/.exec(id)?.[1] ?? 0)), 0);
}
