/** Reads questions in people's own words. Each names the definitions without which nobody can answer it. */

import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';
import type { SpanPosition } from '../../../worker/core/answers/evidence.ts';

const definitionSchema = z
  .object({ file: z.string(), start: z.int().min(1), end: z.int().min(1) })
  .transform(({ file, start, end }): SpanPosition => ({ path: file, startLine: start, endLine: end }));

const lineSchema = z.object({
  id: z.string(),
  repo: z.string(),
  index_commit: z.string(),
  /** `how`, `where`, `default`, `flow` or `why`. */
  kind: z.string(),
  query: z.string().min(1),
  essential: z.array(definitionSchema).min(1),
  helpful: z.array(definitionSchema).default([]),
});

export interface ExplainCase {
  readonly id: string;
  readonly repository: string;
  readonly commit: string;
  readonly kind: string;
  readonly question: string;
  /** Definitions that an answer needs. */
  readonly essential: readonly SpanPosition[];
  /** Definitions that an answer may cite. */
  readonly helpful: readonly SpanPosition[];
}

/** @throws CommandError with the number of the first invalid line */
export function readExplainCases(file: string): readonly ExplainCase[] {
  if (!existsSync(file))
    throw usageError(`The set "${file}" does not exist.`, 'Give --explain the path of a .jsonl file.');
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, `${file}:${index + 1}`)]));
}

function readLine(line: string, location: string): ExplainCase {
  const parsed = lineSchema.safeParse(parseJson(line));
  if (!parsed.success)
    throw usageError(
      `${location} is not a question with essential definitions. ${z.prettifyError(parsed.error)}`,
      'See test/eval/README.md for the format of a line.',
    );
  const { id, repo, index_commit: commit, kind, query, essential, helpful } = parsed.data;
  return { id, repository: repo, commit, kind, question: query, essential, helpful };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
