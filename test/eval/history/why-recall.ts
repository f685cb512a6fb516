/**
 * Why questions of a set, whose truth is both what must be read and the commits that made it so: how much of it is among what a search
 * finds first and the first five commits of the history, together and apart. Files are counted as everywhere in this evaluation, spans by their lines.
 */

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Client } from '../../../worker/contract/client.ts';
import type { Target } from '../evaluation-case.ts';
import { covers, rankedFiles } from '../metrics/first-rank.ts';

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
  /** Shares of the truth found, 0 to 1: of commits with files among the first five, of commits with spans among the first five, of each alone. */
  readonly withFiles: number;
  readonly withSpans: number;
  readonly files: number;
  readonly spans: number;
  readonly commits: number;
  /** Of the first commit of the truth among the entries, from 1. */
  readonly rank: number | undefined;
  readonly ms: number;
}

const five = 5;
/** Enough for five files. */
const resultsAsked = 100;

/** Those that ask for a reason and name its commits, of one repository at one commit. */
export function readWhyCases(file: string, of: { readonly repository: string; readonly commit: string }) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line): WhyCase[] => {
      const { success, data } = whySchema.safeParse(JSON.parse(line));
      return success && data.repo === of.repository && data.index_commit === of.commit ? [data] : [];
    });
}

export async function whyRecall(client: Client, id: string, asked: WhyCase): Promise<WhyRecall> {
  const { results } = await client.search(id, { query: asked.query, topK: resultsAsked });
  const started = performance.now();
  const { entries } = await client.askHistory(id, { question: asked.query, limit: five * 4 });
  const ms = performance.now() - started;
  return {
    ...recallOf(
      asked,
      results,
      entries.map(({ commit }) => commit),
    ),
    ms,
  };
}

/** @param results spans of the search, @param entries commits of the history, the best first. */
export function recallOf(
  { id, relevant, commits }: Pick<WhyCase, 'id' | 'relevant' | 'commits'>,
  results: readonly { readonly path: string; readonly startLine: number; readonly endLine: number }[],
  entries: readonly string[],
): Omit<WhyRecall, 'ms'> {
  const shown = results.slice(0, five);
  const told = entries.slice(0, five);
  const spansFound = relevant.filter((target) => shown.some((hit) => covers(hit, target))).length;
  const files = new Set(relevant.map(({ path }) => path));
  const filesFound = rankedFiles(results)
    .slice(0, five)
    .filter((path) => files.has(path)).length;
  const commitsFound = commits.filter((commit) => told.includes(commit)).length;
  const rank = entries.findIndex((commit) => commits.includes(commit));
  return {
    id,
    withFiles: (filesFound + commitsFound) / (files.size + commits.length),
    withSpans: (spansFound + commitsFound) / (relevant.length + commits.length),
    files: filesFound / files.size,
    spans: spansFound / relevant.length,
    commits: commitsFound / commits.length,
    rank: rank < 0 ? undefined : rank + 1,
  };
}
