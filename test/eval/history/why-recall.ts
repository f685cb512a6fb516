/**
 * Evaluates the why questions of a set, whose truth is the code to read and the commits that explain it. Measures how much of both is among the
 * first five files or search results and the first five history entries, together and separately.
 */

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Client } from '../../../worker/contract/client.ts';
import type { Target } from '../evaluation-case.ts';
import { covers, listRankedFiles } from '../metrics/first-rank.ts';

const spanSchema = z.object({ path: z.string(), startLine: z.int(), endLine: z.int() });
const targetSchema = z.union([z.string().transform((path): Target => ({ path })), spanSchema]);
const whySchema = z.object({
  id: z.string(),
  repo: z.string(),
  index_commit: z.string(),
  query: z.string(),
  kind: z.literal('why'),
  relevant: z.array(targetSchema),
  commits: z.array(z.string()).min(1),
});
type WhyCase = z.infer<typeof whySchema>;

export interface WhyRecall {
  readonly id: string;
  /** Recall among the first five, 0 to 1: files and commits together, spans and commits together, then each alone. */
  readonly withFiles: number;
  readonly withSpans: number;
  readonly files: number;
  readonly spans: number;
  readonly commits: number;
  /** Rank of the first true commit among the entries, from 1. */
  readonly rank: number | undefined;
  readonly ms: number;
}

const five = 5;
/** Enough results to contain five distinct files. */
const maxResults = 100;

/** Reads the why questions of one repository at one commit. */
export function readWhyCases(
  file: string,
  revision: { readonly repository: string; readonly commit: string },
) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line): WhyCase[] => {
      const { success, data } = whySchema.safeParse(JSON.parse(line));
      return success && data.repo === revision.repository && data.index_commit === revision.commit
        ? [data]
        : [];
    });
}

export async function measureWhyRecall(client: Client, id: string, whyCase: WhyCase): Promise<WhyRecall> {
  const { results } = await client.search(id, { query: whyCase.query, topK: maxResults });
  const started = performance.now();
  const { entries } = await client.askHistory(id, { question: whyCase.query, limit: five * 4 });
  const ms = performance.now() - started;
  return {
    ...computeRecall(
      whyCase,
      results,
      entries.map(({ commit }) => commit),
    ),
    ms,
  };
}

/** @param results spans of the search, best first @param entries commits of the history, best first */
export function computeRecall(
  { id, relevant, commits }: Pick<WhyCase, 'id' | 'relevant' | 'commits'>,
  results: readonly { readonly path: string; readonly startLine: number; readonly endLine: number }[],
  entries: readonly string[],
): Omit<WhyRecall, 'ms'> {
  const firstResults = results.slice(0, five);
  const firstEntries = entries.slice(0, five);
  const matchedSpans = relevant.filter((target) => firstResults.some((hit) => covers(hit, target))).length;
  const files = new Set(relevant.map(({ path }) => path));
  const matchedFiles = listRankedFiles(results)
    .slice(0, five)
    .filter((path) => files.has(path)).length;
  const matchedCommits = commits.filter((commit) => firstEntries.includes(commit)).length;
  const rank = entries.findIndex((commit) => commits.includes(commit));
  return {
    id,
    withFiles: (matchedFiles + matchedCommits) / (files.size + commits.length),
    withSpans: (matchedSpans + matchedCommits) / (relevant.length + commits.length),
    files: matchedFiles / files.size,
    spans: matchedSpans / relevant.length,
    commits: matchedCommits / commits.length,
    rank: rank < 0 ? undefined : rank + 1,
  };
}
