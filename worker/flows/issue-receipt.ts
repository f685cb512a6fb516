/**
 * An answer that was told becomes a receipt: what its claims say and were held to, what they cite by place and hash, signed. Nothing is looked up
 * for it: all of it was told, but for the hashes the evidence carries.
 */

import type { AnswerEvent, AnswerTimings, AnswerVerdict, Claim, QuestionReading } from '../core/answer.ts';
import {
  isOfAttachment,
  isOfCommit,
  isOfLines,
  type CommitEvidence,
  type DiscussionEvidence,
  type ShownEvidence,
  type ShownSpan,
} from '../core/evidence.ts';
import { sha256 } from '../core/hash.ts';
import {
  receiptFormat,
  signedBytes,
  type Receipt,
  type ReceiptBody,
  type ReceiptRecord,
  type ReceiptSpan,
} from '../core/receipt.ts';
import { placeOnHost, type Source } from '../core/source.ts';
import { shortestMask } from '../retrieval/drift/same-but-for-masks.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';

/** What a receipt needs of an answer's events, as they are told. */
interface Transcript {
  text: string;
  readonly claims: Map<string, Claim>;
  readonly evidence: Map<string, ShownEvidence>;
}

export function openTranscript(): Transcript {
  return { text: '', claims: new Map(), evidence: new Map() };
}

export function noteEvent(transcript: Transcript, event: AnswerEvent): void {
  if (event.type === 'text') transcript.text += event.delta;
  if (event.type === 'claim') transcript.claims.set(event.claim.id, event.claim);
  if (event.type === 'sources') for (const one of event.evidence) transcript.evidence.set(one.id, one);
}

interface ToldAnswer {
  readonly transcript: Transcript;
  readonly reading: QuestionReading;
  readonly verdict: AnswerVerdict;
  readonly timings: AnswerTimings;
}

export async function issueReceipt(
  services: Pick<Services, 'build' | 'clock' | 'receiptSigner'>,
  resolved: ResolvedSnapshot,
  told: ToldAnswer,
): Promise<Receipt> {
  const body = wellFormed(await bodyOf(services, resolved, told));
  return { ...body, signature: await services.receiptSigner.sign(signedBytes(body)) };
}

async function bodyOf(
  { build, clock }: Pick<Services, 'build' | 'clock'>,
  { repository, snapshot }: ResolvedSnapshot,
  { transcript, reading, verdict, timings }: ToldAnswer,
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
      source: addressOf(repository.source),
    },
    snapshot: { id: snapshot.id, ref: snapshot.ref ?? null, commit: snapshot.commit },
    question: reading.asked,
    answered: reading.text,
    refused: verdict.refused,
    answerer: verdict.answerer,
    degraded: verdict.degraded ?? null,
    textHash: await sha256(transcript.text.trim()),
    claims: claims.map(({ id, text, state, citations, checks }) => ({ id, text, state, citations, checks })),
    spans: evidence.filter((one) => isOfLines(one)).map(spanOf),
    records: evidence.flatMap((one) => (isOfLines(one) || isOfAttachment(one) ? [] : [recordOf(one)])),
    attachments: evidence
      .filter((one) => isOfAttachment(one))
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

function spanOf(evidence: ShownSpan): ReceiptSpan {
  const { id, kind, path, startLine, endLine, commit, fileHash, spanHash, url } = evidence;
  return { evidence: id, kind, path, startLine, endLine, commit, fileHash, spanHash, url };
}

function recordOf(evidence: CommitEvidence | DiscussionEvidence): ReceiptRecord {
  const isCommit = isOfCommit(evidence);
  return {
    evidence: evidence.id,
    kind: evidence.kind,
    name: isCommit ? evidence.commit : String(evidence.number),
    hash: evidence.hash,
    pullRequest: isCommit ? (evidence.pullRequest?.number ?? null) : null,
    isMasked: evidence.text.includes('\u2022'.repeat(shortestMask)),
    url: evidence.url === '' ? null : evidence.url,
  };
}

function addressOf(source: Source): string | null {
  if (source.kind === 'web') return source.start;
  const place = placeOnHost(source);
  return place === undefined ? null : `https://github.com/${place.owner}/${place.name}`;
}

/** Half of a surrogate pair, which a text cut at a length may end in, has no canonical form; no hash is of one. */
function wellFormed(body: ReceiptBody): ReceiptBody {
  const json = JSON.stringify(body);
  // JSON escapes every half: of most receipts no more needs to be looked at.
  if (!json.includes('\\ud')) return body;
  return JSON.parse(json, (_name, one: unknown) =>
    typeof one === 'string' ? one.replaceAll(/\p{Surrogate}/gu, '\ufffd') : one,
  ) as ReceiptBody;
}
