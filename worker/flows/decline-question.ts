/** A question the repository holds no answer to: what was searched, what came nearest, said in words and as data. */

import { decline } from '../answering/decline.ts';
import type { AnswerEvent, SearchedFacts } from '../core/answer.ts';
import { filesAt } from '../retrieval/files-at.ts';
import { nearestNames, piecesOf } from '../retrieval/nearest-names.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Finding } from './retrieve.ts';
import type { Services } from './services.ts';

/** Files left out of the index that a refusal names. */
const leftOutShown = 5;
const nearestShown = 5;
/** Names asked for that others are held against. */
const namesCompared = 3;
/** A shorter word is like too many names. */
const shortestWord = 5;

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
  const { chunkStore } = services;
  const { paths } = finding.question;
  const [nearest, skippedByReason, leftOut] = await Promise.all([
    namesLikeAsked(services, resolved, finding),
    chunkStore.skippedByReason(resolved.key),
    paths.length === 0 ? [] : chunkStore.leftOut(resolved.key, paths),
  ]);
  return {
    files: counts.files,
    skipped: counts.skipped,
    chunks: counts.chunks,
    hits: finding.retrieved.spans.length,
    missing: finding.judgement.missing,
    empty,
    leftOut: paths.flatMap((path) => filesAt(leftOut, path)).slice(0, leftOutShown),
    skippedByReason,
    nearest,
  };
}

/** Definitions called nearly like a name that was asked for and is nowhere, words that may be names included. */
async function namesLikeAsked(
  services: Services,
  { key }: ResolvedSnapshot,
  { question, judgement }: Finding,
): Promise<SearchedFacts['nearest']> {
  const { identifiers, possibleNames } = question;
  const missing = new Set(judgement.missing);
  const asked = [
    ...identifiers.map((name) => ({ name, isWord: false })),
    ...possibleNames
      .filter((name) => name.length >= shortestWord && missing.has(name.toLowerCase()))
      .map((name) => ({ name, isWord: true })),
  ].slice(0, namesCompared);
  const found = await Promise.all(
    asked.map(({ name }) => services.chunkStore.namesHolding(key, piecesOf(name))),
  );
  const known = new Map(found.flat().map((one) => [one.name, one]));
  return nearestNames(asked, [...known.values()])
    .slice(0, nearestShown)
    .map(({ qualifiedName, path }) => ({ name: qualifiedName, path }));
}
