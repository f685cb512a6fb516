/** Asks a question on a workbench and collects the answer from its events. */

import type { AnswerEvent } from '../../../worker/core/answers/answer.ts';
import type { Claim } from '../../../worker/core/answers/claim.ts';
import type { EarlierTurn, WritingOptions } from '../../../worker/core/answers/conversation.ts';
import {
  isCommitEvidence,
  isDiscussionEvidence,
  isSpanEvidence,
  type CommitEvidence,
  type DiscussionEvidence,
  type ShownSpan,
} from '../../../worker/core/answers/evidence.ts';
import { openModeViewer } from '../../../worker/core/viewer.ts';
import { takeTurn } from '../../../worker/flows/answer/conversation/take-turn.ts';
import type { Services } from '../../../worker/flows/services.ts';
import { resolveSnapshot } from '../../../worker/flows/versions/resolve-snapshot.ts';
import type { RetrievalScope } from '../../../worker/retrieval/search/retrieve-spans.ts';
import type { Workbench } from '../workbench/workbench.ts';

export interface CollectedAnswer {
  readonly events: readonly AnswerEvent[];
  readonly text: string;
  /** Claims in their final state. */
  readonly claims: readonly Claim[];
  /** Spans that the answer is based on. */
  readonly evidence: ReadonlyMap<string, ShownSpan>;
  readonly discussions: readonly DiscussionEvidence[];
  /** Commits that the answer is based on. */
  readonly commits: ReadonlyMap<string, CommitEvidence>;
  readonly verdict: Extract<AnswerEvent, { type: 'end' }>['verdict'] | undefined;
}

export async function askWorkbench(
  services: Services,
  request: {
    readonly id: string;
    readonly question: string;
    readonly version?: string;
    readonly topK?: number;
    readonly earlier?: readonly EarlierTurn[];
    readonly writing?: WritingOptions;
  },
): Promise<CollectedAnswer> {
  const { events: stream } = await takeTurn(services, {
    viewer: openModeViewer,
    repositoryId: request.id,
    question: request.question,
    version: request.version,
    topK: request.topK,
    fresh: true,
    earlier: request.earlier ?? [],
    ...(request.writing === undefined ? {} : { writing: request.writing }),
  });
  const events: AnswerEvent[] = [];
  for await (const event of stream) events.push(event);
  const claims = new Map<string, Claim>();
  let evidence: readonly ShownSpan[] = [];
  let discussions: readonly DiscussionEvidence[] = [];
  let commits: readonly CommitEvidence[] = [];
  for (const event of events) {
    if (event.type === 'claim') claims.set(event.claim.id, event.claim);
    if (event.type === 'sources') {
      evidence = event.evidence.filter((item) => isSpanEvidence(item));
      discussions = event.evidence.filter(isDiscussionEvidence);
      commits = event.evidence.filter(isCommitEvidence);
    }
  }
  return {
    events,
    text: events.map((event) => (event.type === 'text' ? event.delta : '')).join(''),
    claims: [...claims.values()],
    discussions,
    evidence: new Map(evidence.map((span) => [span.id, span])),
    commits: new Map(commits.map((commit) => [commit.id, commit])),
    verdict: events.flatMap((event) => (event.type === 'end' ? [event.verdict] : []))[0],
  };
}

/** Creates a retrieval scope that covers a repository's whole published snapshot. */
export async function createRetrievalScope({ services }: Workbench, id: string): Promise<RetrievalScope> {
  const { key, repository, snapshot } = await resolveSnapshot(services, openModeViewer, {
    id,
    version: undefined,
  });
  return {
    key: { ...key, repository: repository.id },
    chunks: snapshot.counts.chunks,
    paths: undefined,
    isFilteredByKind: false,
  };
}
