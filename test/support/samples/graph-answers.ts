/** Answers a question from a graph and files that a test provides, and scores every claim of the answer. */

import { decideClaim, type CheckedClaim } from '../../../worker/answering/claims/decide-claim.ts';
import { createClaimReader } from '../../../worker/answering/claim-text/read-claims.ts';
import { detectLanguage } from '../../../worker/core/files/language.ts';
import { detectFileRole } from '../../../worker/core/files/file-role.ts';
import { sha256 } from '../../../worker/core/text/hash.ts';
import { draftFromGraph, type GraphDraft } from '../../../worker/flows/answer/graph/draft-from-graph.ts';
import { readGraphQuestion } from '../../../worker/retrieval/graph-question/read-graph-question.ts';
import type { StoredFile } from '../../../worker/ports/chunk-store.ts';
import { createGraphServices, graphSnapshot } from '../workbench/graph-services.ts';
import type { MemoryGraph } from '../fakes/memory-graph.ts';

export interface CheckedGraphAnswer {
  readonly draft: GraphDraft;
  readonly text: string;
  readonly claims: readonly (CheckedClaim & { readonly text: string })[];
}

/** @returns undefined if the question is not about the graph, `'unknown'` if the graph has no answer */
export async function askGraph(
  graph: MemoryGraph,
  files: Readonly<Record<string, string>>,
  question: string,
): Promise<CheckedGraphAnswer | 'unknown' | undefined> {
  const services = createGraphServices(graph);
  const chunkStore = {
    ...services.chunkStore,
    listFiles: () =>
      Promise.resolve(
        Object.entries(files).map(([path, text]) => ({ ...createRow(path, text), bytes: text.length })),
      ),
    readFiles: (_: unknown, paths: readonly string[]) =>
      Promise.all(
        paths.flatMap((path) => (files[path] === undefined ? [] : [storedFile(path, files[path])])),
      ),
  };
  const answer = await draftFromGraph(
    { ...services, chunkStore },
    graphSnapshot,
    readGraphQuestion(question),
  );
  if (answer === undefined) return undefined;
  if ('kind' in answer) return 'unknown';
  const text = [answer.first ?? '', ...answer.rest].join('');
  const reader = createClaimReader();
  const claims = [...reader.add(text), ...reader.end()].map((claim) => ({
    ...decideClaim(claim, answer.evidence, answer.facts),
    text: claim.text,
  }));
  return { draft: answer, text, claims };
}

function createRow(path: string, text: string) {
  return { path, role: detectFileRole(path), language: detectLanguage(path), lines: text.split('\n').length };
}

async function storedFile(path: string, text: string): Promise<StoredFile> {
  return { ...createRow(path, text), hash: await sha256(text), encoding: 'utf-8', text, masks: [] };
}
