/** A question the repository holds no answer to: what was searched, what came nearest, said in words and as data. */

import { decline } from '../answering/decline.ts';
import type { AnswerEvent, SearchedFacts } from '../core/answer.ts';
import type { SkippedFile } from '../core/file.ts';
import { filesAt } from '../retrieval/files-at.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Finding } from './retrieve.ts';
import type { Services } from './services.ts';

/** Files left out of the index that a refusal names. */
const leftOutShown = 5;

export async function* declineQuestion(
  services: Services,
  resolved: ResolvedSnapshot,
  found: { readonly finding: Finding; readonly empty: readonly string[] },
): AsyncGenerator<AnswerEvent> {
  const searched = await searchedFacts(services, resolved, found);
  yield { type: 'sources', evidence: [] };
  yield { type: 'declined', searched };
  yield { type: 'text', delta: decline(searched) };
}

async function searchedFacts(
  services: Services,
  resolved: ResolvedSnapshot,
  { finding, empty }: { readonly finding: Finding; readonly empty: readonly string[] },
): Promise<SearchedFacts> {
  const { counts } = resolved.snapshot;
  const nearest = await nearestNames(services, resolved, finding);
  const { skipped } = await services.chunkStore.coverage(resolved.key);
  return {
    files: counts.files,
    skipped: counts.skipped,
    chunks: counts.chunks,
    hits: finding.retrieved.spans.length,
    missing: finding.judgement.missing,
    empty,
    leftOut: finding.question.paths.flatMap((path) => filesAt(skipped, path)).slice(0, leftOutShown),
    skippedByReason: countReasons(skipped),
    nearest,
  };
}

function countReasons(skipped: readonly SkippedFile[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of skipped) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
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
