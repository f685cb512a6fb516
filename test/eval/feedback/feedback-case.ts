/** Reads exported feedback: a JSON line for each rated answer, as the feedback page and `wherefore feedback --jsonl` export it. */

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';

const spanSchema = z.object({ path: z.string(), startLine: z.int(), endLine: z.int() });

const lineSchema = z.object({
  id: z.string(),
  repository: z.string().min(1),
  commit: z.string().nullable(),
  rating: z.enum(['up', 'down']),
  reason: z.string().nullable(),
  question: z.string().min(1),
  answer: z.string(),
  cited: z.array(spanSchema),
});

export type FeedbackCase = z.infer<typeof lineSchema>;
export type RatedSpan = z.infer<typeof spanSchema>;

/** @throws CommandError that names the first line that is not exported feedback */
export function readFeedbackCases(file: string): readonly FeedbackCase[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const parsed = lineSchema.safeParse(parseJson(line));
      if (parsed.success) return [parsed.data];
      throw usageError(
        `${file}:${index + 1} is not exported feedback.`,
        'Export it on the feedback page of a repository, or with "wherefore feedback <repository> --jsonl".',
      );
    });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
