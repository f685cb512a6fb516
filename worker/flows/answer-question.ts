/**
 * A question to an answer, event by event: resolve → retrieve → plan → read → compose → check. The text of any answerer goes through
 * the same reader and checks, and no claim leaves unchecked.
 */

import { checkClaim } from '../answering/check-claim.ts';
import { composeAnswer, type Material } from '../answering/compose-answer.ts';
import { decline } from '../answering/decline.ts';
import { planEvidence, type WantedSpan } from '../answering/plan-evidence.ts';
import { createClaimReader, type ReadClaim } from '../answering/read-claims.ts';
import type { AnswerEvent, Claim } from '../core/answer.ts';
import type { Evidence, Span, SpanPosition } from '../core/evidence.ts';
import type { Viewer } from '../core/viewer.ts';
import { readSpans } from '../retrieval/read-spans.ts';
import { materialFor } from './gather-material.ts';
import { resolveSnapshot, type ResolvedSnapshot } from './resolve-snapshot.ts';
import { noFilters, retrieve, type Finding } from './retrieve.ts';
import { permalink } from './search-snapshot.ts';
import type { Services } from './services.ts';

export interface AskedQuestion {
  readonly id: string;
  readonly version: string | undefined;
  readonly question: string;
  readonly topK: number | undefined;
}

/** Passages in an answer when the request does not say; a search shows more. */
const passages = 5;

export async function* answerQuestion(
  services: Services,
  viewer: Viewer,
  asked: AskedQuestion,
): AsyncGenerator<AnswerEvent> {
  const startedAt = services.clock.now();
  const resolved = await resolveSnapshot(services, viewer, asked);
  const count = asked.topK ?? passages;
  const finding = await retrieve(services, resolved, { text: asked.question, filters: noFilters, count });
  const retrieveMs = services.clock.now() - startedAt;
  const { confidence } = finding.judgement;
  const refused = confidence === 'out-of-scope';
  const questionClass = refused ? 'out-of-scope' : finding.question.class;
  yield { type: 'question', class: questionClass, text: asked.question };

  let firstPartMs = 0;
  const parts = refused
    ? declined(services, resolved, finding)
    : answered(services, resolved, { finding, count });
  for await (const event of parts) {
    if (firstPartMs === 0 && (event.type === 'text' || event.type === 'claim'))
      firstPartMs = services.clock.now() - startedAt;
    yield event;
  }
  const { snapshot } = resolved;
  yield {
    type: 'coverage',
    coverage: {
      commit: snapshot.commit,
      files: snapshot.counts.files,
      skipped: snapshot.counts.skipped,
      behind: undefined,
      indexedAt: snapshot.readyAt ?? snapshot.createdAt,
    },
  };
  const totalMs = services.clock.now() - startedAt;
  yield {
    type: 'end',
    verdict: { class: questionClass, confidence, refused, answerer: 'embedded' },
    timings: { retrieveMs, firstPartMs, totalMs },
  };
}

async function* declined(
  services: Services,
  resolved: ResolvedSnapshot,
  finding: Finding,
): AsyncGenerator<AnswerEvent> {
  const { counts } = resolved.snapshot;
  const nearest = await nearestNames(services, resolved, finding);
  yield { type: 'sources', evidence: [] };
  yield {
    type: 'text',
    delta: decline({
      files: counts.files,
      skipped: counts.skipped,
      chunks: counts.chunks,
      hits: finding.retrieved.spans.length,
      missing: finding.judgement.missing,
      nearest,
    }),
  };
}

/** Names defined in the spans that came closest, when the question asked for a name that is not there. */
async function nearestNames(
  services: Services,
  { key }: ResolvedSnapshot,
  finding: Finding,
): Promise<readonly { name: string; path: string }[]> {
  if (finding.question.identifiers.length === 0) return [];
  const named = finding.retrieved.spans.flatMap(({ chunk }) => chunk.metadata.defines).slice(0, 12);
  const symbols = await services.chunkStore.findSymbols(key, named);
  return symbols.slice(0, 5).map((symbol) => ({ name: symbol.qualifiedName, path: symbol.path }));
}

async function* answered(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: { readonly finding: Finding; readonly count: number },
): AsyncGenerator<AnswerEvent> {
  const { finding } = asked;
  const wanted = planEvidence(await materialFor(services, resolved, asked));
  const read = await readSpans(services.chunkStore, resolved.key, wanted);
  const material = read.map((span, index): Material => ({ ...span, evidence: issue(resolved, span, index) }));
  const evidence = new Map(material.map((item) => [item.evidence.id, item.evidence]));
  yield { type: 'sources', evidence: [...evidence.values()] };

  const reader = createClaimReader();
  const frequencies = finding.retrieved.frequencies;
  const weight = (word: string): number => 1 / (1 + (frequencies.get(word) ?? 0));
  let claims = 0;
  const check = async function* (read: readonly ReadClaim[]): AsyncGenerator<AnswerEvent> {
    for (const claim of read) {
      claims += 1;
      yield* checked(services, { resolved, evidence }, { id: `c${claims}`, claim });
    }
  };
  for (const delta of composeAnswer(finding.question, material, weight)) {
    yield { type: 'text', delta };
    yield* check(reader.add(delta));
  }
  yield* check(reader.end());
}

/** Shows the claim as pending, then as the checks find it; a near miss gets evidence of its own. */
async function* checked(
  services: Services,
  issued: { readonly resolved: ResolvedSnapshot; readonly evidence: Map<string, Evidence> },
  { id, claim }: { id: string; claim: ReadClaim },
): AsyncGenerator<AnswerEvent> {
  const citations = claim.citations.filter((one) => issued.evidence.has(one));
  const shown: Claim = { id, text: claim.text, state: 'pending', citations, checks: [] };
  yield { type: 'claim', claim: shown };
  const result = checkClaim(claim, issued.evidence);
  if (result.repair === undefined) {
    yield {
      type: 'claim',
      claim: { ...shown, state: result.state, citations: result.citations, checks: result.checks },
    };
    return;
  }
  const [span] = await readSpans(services.chunkStore, issued.resolved.key, [{ ...result.repair, score: 0 }]);
  if (span === undefined) return;
  const moved = issue(issued.resolved, span, issued.evidence.size);
  issued.evidence.set(moved.id, moved);
  yield { type: 'sources', evidence: [...issued.evidence.values()] };
  const text = claim.text.replace(/\[chunk:[^\]]*\]/g, '').trimEnd();
  const repaired = { text: `${text} [chunk:${moved.id}]`, citations: [moved.id] };
  const again = checkClaim(repaired, issued.evidence);
  const state = again.state === 'verified' ? 'repaired' : result.state;
  yield {
    type: 'claim',
    claim: { ...shown, ...repaired, state, checks: [...result.checks, ...again.checks] },
  };
}

function issue(
  resolved: ResolvedSnapshot,
  span: Span & SpanPosition & { score: number } & Partial<WantedSpan>,
  index: number,
): Evidence {
  return {
    id: `e${index + 1}`,
    path: span.path,
    startLine: span.startLine,
    endLine: span.endLine,
    language: span.language,
    kind: span.kind,
    fileHash: span.fileHash,
    intact: span.intact,
    spanHash: span.spanHash,
    text: span.text,
    fileLines: span.fileLines,
    commit: resolved.snapshot.commit,
    url: permalink(resolved, span),
    symbol: symbolOf(span),
    score: span.score,
  };
}

function symbolOf(span: Partial<WantedSpan>): string | undefined {
  if (span.use === 'definition' || span.use === 'member') return span.of?.qualifiedName;
  return span.use === 'passage' ? span.of?.symbol : undefined;
}
