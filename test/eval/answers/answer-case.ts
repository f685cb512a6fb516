/** Reads sets of questions with reference answers. Each line is a question about a repository at a commit. */

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';

const lineSchema = z.strictObject({
  id: z.string(),
  repository: z.string(),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  question: z.string(),
  complexity: z.enum(['simple', 'complex']),
  expect: z.enum(['answered', 'declined']),
  /** A correct answer in one to three sentences. */
  reference: z.string().optional(),
  /** Names that a correct answer contains: at least one of each list. */
  names: z.array(z.array(z.string()).min(1)).default([]),
});

export type AnswerCase = z.infer<typeof lineSchema>;

/** @throws CommandError with the number of the first invalid line */
export function readAnswerCases(file: string): readonly AnswerCase[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, `${file}:${index + 1}`)]));
}

function readLine(line: string, location: string): AnswerCase {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw usageError(`${location} is not JSON.`, 'Write one JSON object per line.');
  }
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success)
    throw usageError(`${location}: ${z.prettifyError(parsed.error)}`, 'See test/eval/sets/README.md.');
  if (parsed.data.expect === 'answered' && parsed.data.reference === undefined)
    throw usageError(`${location} has no reference.`, 'Add a reference, or set expect to "declined".');
  return parsed.data;
}
