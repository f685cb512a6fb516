/**
 * Issues the signed receipt of an answer: its claims with their checks, and the location and hash of each source that they cite. It reads
 * nothing again, since the events of the answer contain all of it.
 */

import type { AnswerEvent, AnswerVerdict, QuestionReading } from '../../../core/answers/answer.ts';
import type { AnswerTimings, Claim } from '../../../core/answers/claim.ts';
import {
  isAttachmentEvidence,
  isCommitEvidence,
  isSpanEvidence,
  type CommitEvidence,
  type DiscussionEvidence,
  type ShownEvidence,
  type ShownSpan,
} from '../../../core/answers/evidence.ts';
import {
  receiptFormat,
  signedBytes,
  type Receipt,
  type ReceiptBody,
  type ReceiptRecord,
  type ReceiptSpan,
} from '../../../core/answers/receipt.ts';
import { hostedLocation, type Source } from '../../../core/repositories/source.ts';
import { sha256 } from '../../../core/text/hash.ts';
import { minMaskLength } from '../../../retrieval/drift/compare-masked-lines.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';

/** Collects from the events of an answer what its receipt needs. */
interface Transcript {
  text: string;
  readonly claims: Map<string, Claim>;
  readonly evidence: Map<string, ShownEvidence>;
}

export function openTranscript(): Transcript {
  return { text: '', claims: new Map(), evidence: new Map() };
}

export function recordEvent(transcript: Transcript, event: AnswerEvent): void {
  if (event.type === 'text') transcript.text += event.delta;
  if (event.type === 'claim') transcript.claims.set(event.claim.id, event.claim);
  if (event.type === 'sources') for (const item of event.evidence) transcript.evidence.set(item.id, item);
}

interface CompletedAnswer {
  readonly transcript: Transcript;
  readonly reading: QuestionReading;
  readonly verdict: AnswerVerdict;
  readonly timings: AnswerTimings;
}

export async function issueReceipt(
  services: Pick<Services, 'build' | 'clock' | 'receiptSigner'>,
  resolved: ResolvedSnapshot,
  answer: CompletedAnswer,
): Promise<Receipt> {
  const body = wellFormed(await buildBody(services, resolved, answer));
  return { ...body, signature: await services.receiptSigner.sign(signedBytes(body)) };
}

async function buildBody(
  { build, clock }: Pick<Services, 'build' | 'clock'>,
  { repository, snapshot }: ResolvedSnapshot,
  { transcript, reading, verdict, timings }: CompletedAnswer,
): Promise<ReceiptBody> {
  const claims = [...transcript.claims.values()];
  const cited = new Set(claims.flatMap(({ citations }) => citations));
  const evidence = [...transcript.evidence.values()].filter(({ id }) => cited.has(id));
  return {
    format: receiptFormat,
    id: clock.newId(),
    issuedAt: new Date(clock.now()).toISOString(),
    repository: {
      id: repository.id,
      name: repository.name,
      kind: repository.source.kind,
      source: sourceAddress(repository.source),
    },
    snapshot: { id: snapshot.id, ref: snapshot.ref ?? null, commit: snapshot.commit },
    question: reading.asked,
    answered: reading.text,
    refused: verdict.refused,
    answerer: verdict.answerer,
    degraded: verdict.degraded ?? null,
    textHash: await sha256(transcript.text.trim()),
    claims: claims.map(({ id, text, state, citations, checks, judgment }) => ({
      id,
      text,
      state,
      citations,
      checks,
      ...(judgment === undefined ? {} : { judgment }),
    })),
    spans: evidence.filter((one) => isSpanEvidence(one)).map(toReceiptSpan),
    records: evidence.flatMap((one) =>
      isSpanEvidence(one) || isAttachmentEvidence(one) ? [] : [toReceiptRecord(one)],
    ),
    attachments: evidence
      .filter((one) => isAttachmentEvidence(one))
      .map(({ id, path, startLine, endLine, hash, spanHash }) => ({
        evidence: id,
        name: path,
        startLine,
        endLine,
        fileHash: hash,
        spanHash,
      })),
    timings: {
      retrieveMs: Math.round(timings.retrieveMs),
      firstPartMs: Math.round(timings.firstPartMs),
      totalMs: Math.round(timings.totalMs),
    },
    build,
  };
}

function toReceiptSpan(evidence: ShownSpan): ReceiptSpan {
  const { id, kind, path, startLine, endLine, commit, fileHash, spanHash, url } = evidence;
  return { evidence: id, kind, path, startLine, endLine, commit, fileHash, spanHash, url };
}

function toReceiptRecord(evidence: CommitEvidence | DiscussionEvidence): ReceiptRecord {
  const isCommit = isCommitEvidence(evidence);
  return {
    evidence: evidence.id,
    kind: evidence.kind,
    name: isCommit ? evidence.commit : String(evidence.number),
    hash: evidence.hash,
    pullRequest: isCommit ? (evidence.pullRequest?.number ?? null) : null,
    isMasked: evidence.text.includes('\u2022'.repeat(minMaskLength)),
    url: evidence.url === '' ? null : evidence.url,
  };
}

function sourceAddress(source: Source): string | null {
  if (source.kind === 'web') return source.start;
  const location = hostedLocation(source);
  return location === undefined ? null : `https://github.com/${location.owner}/${location.name}`;
}

/** Replaces unpaired surrogates, which truncated text may end in. They have no canonical form to sign. */
function wellFormed(body: ReceiptBody): ReceiptBody {
  const json = JSON.stringify(body);
  // JSON escapes every unpaired surrogate, so most receipts need no further work.
  if (!json.includes('\\ud')) return body;
  return JSON.parse(json, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\p{Surrogate}/gu, '\ufffd') : value,
  ) as ReceiptBody;
}
