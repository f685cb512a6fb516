/** A line of a set of answers: a question about a repository at a commit, with a reference answer. */

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

/** @throws CommandError naming the line that cannot be read */
export function readAnswerCases(file: string): readonly AnswerCase[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, `${file}:${index + 1}`)]));
}

function readLine(line: string, place: string): AnswerCase {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw usageError(`${place} is not JSON.`, 'Write one JSON object per line.');
  }
  const read = lineSchema.safeParse(value);
  if (!read.success)
    throw usageError(`${place}: ${z.prettifyError(read.error)}`, 'See test/eval/sets/README.md.');
  if (read.data.expect === 'answered' && read.data.reference === undefined)
    throw usageError(`${place} has no reference.`, 'Add a reference, or set expect to "declined".');
  return read.data;
}
