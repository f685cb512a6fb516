/** Reads a set of history questions: JSON lines with a question and the commits that answer it. */

import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';

const lineSchema = z.object({
  id: z.string(),
  repo: z.string(),
  index_commit: z.string(),
  kind: z.string(),
  query: z.string(),
  commits: z.array(z.string()).min(1),
});

export interface HistorySetCase {
  readonly id: string;
  readonly repository: string;
  /** The commit to index. */
  readonly commit: string;
  readonly kind: string;
  readonly question: string;
  /** Every right commit, the best one first. */
  readonly commits: readonly string[];
}

/** @throws CommandError if the file does not exist or a line is not a history question */
export function readHistorySet(file: string): readonly HistorySetCase[] {
  if (!existsSync(file))
    throw usageError(`The set "${file}" does not exist.`, 'Give --history-set the path of a .jsonl file.');
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, index) => (text.trim() === '' ? [] : [parseHistoryCase(text, `${file}:${index + 1}`)]));
}

export function parseHistoryCase(text: string, location: string): HistorySetCase {
  const { success, data, error } = lineSchema.safeParse(parseJson(text));
  if (success) {
    const { repo, index_commit: commit, query, ...rest } = data;
    return { id: rest.id, kind: rest.kind, commits: rest.commits, repository: repo, commit, question: query };
  }
  const [issue] = error.issues;
  throw usageError(
    `${location} is not a history question (${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown'}).`,
    'Each line needs id, repo, index_commit, kind, query and commits; see test/eval/history/README.md.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
