/** Sends one question to the server, reads the streamed answer, and checks every shown citation against the files. */

import type { AnswerStreamPart } from '../../../worker/contract/answers/stream.ts';
import type { Evidence } from '../../../worker/contract/answers/evidence.ts';
import type { Claim } from '../../../worker/contract/answers/claim.ts';
import type { Client } from '../../../worker/contract/client.ts';
import type { Generation } from '../../../worker/contract/models/schema.ts';
import { splitLines } from '../../../worker/core/text/decode-text.ts';
import type { AnswerCase } from './answer-case.ts';

export interface AnswerResult {
  /** The case; the property name is part of the written results. */
  readonly asked: AnswerCase;
  readonly text: string;
  /** Claims in their final state. */
  readonly claims: readonly Claim[];
  readonly evidence: readonly Evidence[];
  readonly refused: boolean;
  readonly answerer: string;
  readonly degraded: string | undefined;
  readonly generation: Generation | undefined;
  /** Number of shown citations, and number of citations whose lines match the file with the cited hash. */
  readonly citations: { readonly shown: number; readonly resolved: number };
  /** Milliseconds from the request to the first text (or to the end, if there is no text), and to the end. */
  readonly firstTextMs: number;
  readonly totalMs: number;
}

export interface AnswerTarget {
  readonly client: Client;
  readonly id: string;
  /** `provider/model` or `embedded`. */
  readonly model: string;
  readonly key: string | undefined;
  readonly signal: AbortSignal;
}

export async function requestAnswer(target: AnswerTarget, answerCase: AnswerCase): Promise<AnswerResult> {
  const { client, id, model, key, signal } = target;
  const parts: AnswerStreamPart[] = [];
  const startedAt = performance.now();
  let firstTextMs: number | undefined;
  for await (const { part } of client.streamAnswer(
    id,
    { question: answerCase.question, model },
    signal,
    key,
  )) {
    if (part.type === 'error') throw new Error(`The answer to ${answerCase.id} failed: ${part.errorText}`);
    if (part.type === 'text-delta') firstTextMs ??= performance.now() - startedAt;
    parts.push(part);
  }
  const totalMs = performance.now() - startedAt;
  const claims = new Map(
    parts.flatMap((part) => (part.type === 'data-claim' ? [[part.data.id, part.data] as const] : [])),
  );
  const evidence =
    parts.flatMap((part) => (part.type === 'data-sources' ? [part.data.evidence] : [])).at(-1) ?? [];
  const end = parts.flatMap((part) => (part.type === 'finish' ? [part.messageMetadata] : [])).at(-1);
  if (end === undefined) throw new Error(`The answer to ${answerCase.id} ended without a finish part.`);
  return {
    asked: answerCase,
    text: parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join(''),
    claims: [...claims.values()],
    evidence,
    refused: end.refused ?? false,
    answerer: end.answerer ?? '',
    degraded: end.degraded,
    generation: parts.flatMap((part) => (part.type === 'data-generation' ? [part.data] : [])).at(-1),
    citations: await countResolvedCitations({ client, id }, [...claims.values()], evidence),
    firstTextMs: firstTextMs ?? totalMs,
    totalMs,
  };
}

async function countResolvedCitations(
  target: Pick<AnswerTarget, 'client' | 'id'>,
  claims: readonly Claim[],
  evidence: readonly Evidence[],
): Promise<AnswerResult['citations']> {
  const citedIds = claims.flatMap(({ citations }) => citations);
  const isResolvedById = new Map<string, boolean>();
  for (const id of new Set(citedIds))
    isResolvedById.set(
      id,
      await isResolved(
        target,
        evidence.find((item) => item.id === id),
      ),
    );
  return {
    shown: citedIds.length,
    resolved: citedIds.filter((id) => isResolvedById.get(id) === true).length,
  };
}

/** Returns whether a file with the same hash contains the shown lines. Evidence from history resolves if it has text. */
async function isResolved(
  { client, id }: Pick<AnswerTarget, 'client' | 'id'>,
  evidence: Evidence | undefined,
): Promise<boolean> {
  if (evidence === undefined) return false;
  if (evidence.kind !== 'code' && evidence.kind !== 'docs') return evidence.text !== '';
  const file = await client.readFile(id, evidence.path);
  const lines = splitLines(file.text).slice(evidence.startLine - 1, evidence.endLine);
  return file.hash === evidence.hash && lines.join('').trimEnd() === evidence.text.trimEnd();
}
