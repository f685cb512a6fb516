/** Converts the parts of an answer (evidence, cards, generation, receipt) to the shapes of the API. */

import type { Card as WireCard } from '../../contract/answers/card.ts';
import type { Evidence as WireEvidence } from '../../contract/answers/evidence.ts';
import type { Generation } from '../../contract/models/schema.ts';
import type { Receipt as WireReceipt } from '../../contract/receipts/schema.ts';
import type { Card, CardNode, TimelineCardEntry } from '../../core/answers/card.ts';
import {
  isAttachmentEvidence,
  isCommitEvidence,
  isDiscussionEvidence,
  type CommitEvidence,
  type DiscussionEvidence,
  type ShownEvidence,
} from '../../core/answers/evidence.ts';
import type { GenerationFacts } from '../../core/answers/generation.ts';
import type { Receipt } from '../../core/answers/receipt.ts';

export function evidenceToWire(shown: ShownEvidence): WireEvidence {
  if (isCommitEvidence(shown)) return commitEvidenceToWire(shown);
  if (isDiscussionEvidence(shown)) return discussionEvidenceToWire(shown);
  if (isAttachmentEvidence(shown)) return { ...shown };
  const { fileHash, symbol, rank, copies, ...evidence } = shown;
  return {
    ...evidence,
    hash: fileHash,
    ...(symbol === undefined ? {} : { symbol }),
    ...(rank === undefined ? {} : { rank }),
    ...(copies === undefined ? {} : { copies: copies.map((copy) => ({ ...copy })) }),
  };
}

function discussionEvidenceToWire({
  writtenAt,
  closedAt,
  body: _body,
  commits,
  closes,
  ...rest
}: DiscussionEvidence): WireEvidence {
  return {
    ...rest,
    date: new Date(writtenAt).toISOString(),
    closedAt: new Date(closedAt).toISOString(),
    commits: [...commits],
    closes: [...closes],
  };
}

function commitEvidenceToWire({
  authoredAt,
  pullRequest,
  issues,
  origins,
  ...commit
}: CommitEvidence): WireEvidence {
  return {
    ...commit,
    date: new Date(authoredAt).toISOString(),
    issues: [...issues],
    origins: origins.map((origin) => ({ ...origin })),
    ...(pullRequest === undefined
      ? {}
      : { pullRequest: { number: pullRequest.number, title: pullRequest.title ?? null } }),
  };
}

export function cardToWire(card: Card): WireCard {
  switch (card.type) {
    case 'graph':
      return {
        ...card,
        focus: cardNodeToWire(card.focus),
        nodes: card.nodes.map(cardNodeToWire),
        edges: [...card.edges],
      };
    case 'chain':
      return { ...card, nodes: card.nodes.map(cardNodeToWire), edges: [...card.edges] };
    case 'table':
      return {
        ...card,
        columns: [...card.columns],
        rows: card.rows.map(({ cells, evidence }) => ({
          cells: [...cells],
          ...(evidence === undefined ? {} : { evidence }),
        })),
      };
    case 'timeline':
      return { ...card, entries: card.entries.map(timelineEntryToWire) };
  }
}

function timelineEntryToWire({ authoredAt, pullRequest, evidence, ...entry }: TimelineCardEntry) {
  return {
    ...entry,
    date: new Date(authoredAt).toISOString(),
    ...(pullRequest === undefined ? {} : { pullRequest }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

function cardNodeToWire({ symbol, ...node }: CardNode) {
  return { ...node, ...(symbol === undefined ? {} : { symbol }) };
}

export function generationToWire({ judging, ...facts }: GenerationFacts): Generation {
  return {
    ...facts,
    ...(judging === undefined
      ? {}
      : {
          judging: {
            ...judging,
            usage: { ...judging.usage },
            costUsd: judging.costUsd ?? null,
            note: judging.note ?? null,
          },
        }),
    model: facts.model ?? null,
    attempts: facts.attempts.map((attempt) => ({ ...attempt })),
    usage: { ...facts.usage },
    costUsd: facts.costUsd ?? null,
    firstTokenMs: facts.firstTokenMs ?? null,
  };
}

/** The signed receipt, unchanged. */
export function receiptToWire(receipt: Receipt): WireReceipt {
  return structuredClone(receipt) as WireReceipt;
}
