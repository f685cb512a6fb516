/** Answers from a graph made by hand over files made by hand: asked, told, and every claim of them checked. */

import { checkClaim, type CheckedClaim } from '../../../worker/answering/claims/score-claim.ts';
import { createClaimReader } from '../../../worker/answering/claim-text/read-claims.ts';
import { detectLanguage } from '../../../worker/core/files/language.ts';
import { detectFileRole } from '../../../worker/core/files/file-role.ts';
import { sha256 } from '../../../worker/core/text/hash.ts';
import { answerFromGraph, type GraphDraft } from '../../../worker/flows/answer/graph/answer-from-graph.ts';
import { readGraphQuestion } from '../../../worker/retrieval/read-graph-question.ts';
import type { StoredFile } from '../../../worker/ports/chunk-store.ts';
import { graphServices, graphSnapshot } from '../workbench/graph-services.ts';
import type { MemoryGraph } from '../fakes/memory-graph.ts';

export interface ToldAnswer {
  readonly draft: GraphDraft;
  readonly text: string;
  readonly claims: readonly (CheckedClaim & { readonly text: string })[];
}

/** @returns what the question is not of the graph for, where it is not answered from it */
export async function askGraphOf(
  graph: MemoryGraph,
  files: Readonly<Record<string, string>>,
  question: string,
): Promise<ToldAnswer | 'unknown' | undefined> {
  const services = graphServices(graph);
  const chunkStore = {
    ...services.chunkStore,
    listFiles: () =>
      Promise.resolve(
        Object.entries(files).map(([path, text]) => ({ ...rowOf(path, text), bytes: text.length })),
      ),
    readFiles: (_: unknown, paths: readonly string[]) =>
      Promise.all(
        paths.flatMap((path) => (files[path] === undefined ? [] : [storedFile(path, files[path])])),
      ),
  };
  const found = await answerFromGraph(
    { ...services, chunkStore },
    graphSnapshot,
    readGraphQuestion(question),
  );
  if (found === undefined) return undefined;
  if ('kind' in found) return 'unknown';
  const text = [found.first ?? '', ...found.rest].join('');
  const reader = createClaimReader();
  const claims = [...reader.add(text), ...reader.end()].map((claim) => ({
    ...checkClaim(claim, found.evidence, found.facts),
    text: claim.text,
  }));
  return { draft: found, text, claims };
}

function rowOf(path: string, text: string) {
  return { path, role: detectFileRole(path), language: detectLanguage(path), lines: text.split('\n').length };
}

async function storedFile(path: string, text: string): Promise<StoredFile> {
  return { ...rowOf(path, text), hash: await sha256(text), encoding: 'utf-8', text, masks: [] };
}
