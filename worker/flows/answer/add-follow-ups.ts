/**
 * Adds up to three questions to the end of an answer, about the definitions that it cites. Nothing is looked up before the answer is
 * complete, so no part of it waits.
 */

import type { AnswerEvent } from '../../core/answers/answer.ts';
import { isSpanEvidence, type ShownEvidence } from '../../core/answers/evidence.ts';
import { provenTiers } from '../../core/code/edge.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import { proposeFollowUps, type CitedDefinition } from '../../retrieval/question/propose-follow-ups.ts';
import { toHistoryKey } from '../browse/read-history.ts';
import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

/** Maximum cited definitions to choose from. */
const maxDefinitions = 8;

type FollowUpServices = Pick<Services, 'chunkStore' | 'graphStore' | 'historyStore'>;

/** @param asked the question and the earlier ones of the conversation */
export async function* addFollowUps(
  services: FollowUpServices,
  resolved: ResolvedSnapshot,
  { parts, asked }: { readonly parts: AsyncIterable<AnswerEvent>; readonly asked: readonly string[] },
): AsyncGenerator<AnswerEvent> {
  let evidence: readonly ShownEvidence[] = [];
  const citations = new Map<string, readonly string[]>();
  // A refusal and an answer with suggestions of its own get none.
  let isFinished = resolved.repository.source.kind === 'live';
  for await (const event of parts) {
    if (event.type === 'sources') evidence = event.evidence;
    if (event.type === 'claim') citations.set(event.claim.id, event.claim.citations);
    isFinished ||= event.type === 'suggestions' || event.type === 'declined';
    yield event;
  }
  if (isFinished) return;
  const cited = [...new Set([...citations.values()].flat())];
  const spans = cited.flatMap((id) => evidence.filter(isSpanEvidence).filter((span) => span.id === id));
  const definitions = await findCitedDefinitions(services, resolved, spans);
  const questions = proposeFollowUps(definitions, asked);
  if (questions.length > 0) yield { type: 'suggestions', questions };
}

interface CitedSpan {
  readonly path: string;
  readonly symbol: string | undefined;
}

async function findCitedDefinitions(
  services: FollowUpServices,
  resolved: ResolvedSnapshot,
  spans: readonly CitedSpan[],
): Promise<readonly CitedDefinition[]> {
  const names = [...new Set(spans.flatMap(({ symbol }) => symbol ?? []))].slice(0, maxDefinitions);
  if (names.length === 0) return [];
  const rows = await services.chunkStore.findSymbols(resolved.key, names);
  const chosen = new Map<string, SymbolRow>();
  for (const { path, symbol } of spans) {
    const row = rows.find((one) => one.path === path && one.qualifiedName === symbol);
    if (row?.role === 'source') chosen.set(row.id, row);
  }
  const definitions = [...chosen.values()];
  const [called, changed] = await Promise.all([
    findCalled(services, resolved, definitions),
    findChanged(services, resolved, definitions),
  ]);
  return definitions.map((row) => ({
    name: row.name,
    qualifiedName: row.qualifiedName,
    kind: row.kind,
    path: row.path,
    lines: row.endLine - row.startLine + 1,
    isShared: rows.some((other) => other.id !== row.id && other.qualifiedName === row.qualifiedName),
    hasCallers: called.has(row.id),
    hasHistory: changed.has(row.id),
  }));
}

/** The definitions that proven calls refer to. */
async function findCalled(
  { graphStore }: FollowUpServices,
  { key }: ResolvedSnapshot,
  definitions: readonly SymbolRow[],
): Promise<ReadonlySet<string>> {
  if (definitions.length === 0) return new Set();
  const { incoming } = await graphStore.neighbors(key, {
    from: definitions.map(({ id }) => id),
    kinds: ['calls'],
    tiers: provenTiers,
  });
  return new Set(incoming.map(({ to }) => to));
}

/** The definitions whose lines have a known commit. */
async function findChanged(
  { historyStore }: FollowUpServices,
  resolved: ResolvedSnapshot,
  definitions: readonly SymbolRow[],
): Promise<ReadonlySet<string>> {
  const key = toHistoryKey(resolved);
  if (definitions.length === 0 || (await historyStore.countCommits(key)) === 0) return new Set();
  const runs = await historyStore.lineOrigins(key, definitions);
  const isChanged = ({ path, startLine, endLine }: SymbolRow): boolean =>
    runs.some(
      (run) =>
        run.path === path &&
        run.startLine <= endLine &&
        run.endLine >= startLine &&
        run.history.some(({ commit }) => commit !== undefined),
    );
  return new Set(definitions.filter(isChanged).map(({ id }) => id));
}
