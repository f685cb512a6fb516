/** Reads which lines of the essential definitions readers would quote to answer a question of `--explain`. */

import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';

const linesSchema = z.object({ file: z.string(), start: z.int().min(1), end: z.int().min(1) });

const labelSchema = z.object({
  /** The id of the question. */
  id: z.string(),
  /** Best first. */
  blocks: z.array(linesSchema),
  /** The best sentence of documentation or of a comment. */
  sentence: linesSchema.optional(),
});

export type LineLabel = z.infer<typeof labelSchema>;

/** @throws CommandError with the number of the first invalid line */
export function readLineLabels(file: string): readonly LineLabel[] {
  if (!existsSync(file))
    throw usageError(`The labels "${file}" do not exist.`, 'Give --line-labels the path of a .jsonl file.');
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readLabel(line, `${file}:${index + 1}`)]));
}

function readLabel(line: string, location: string): LineLabel {
  const parsed = labelSchema.safeParse(parseJson(line));
  if (parsed.success) return parsed.data;
  throw usageError(
    `${location} is not a question with marked lines. ${z.prettifyError(parsed.error)}`,
    'See test/eval/README.md for the format of a line.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @returns `block`: the rank of the marked block that contains the line, from 1, or 0; `sentence`: 1 if the line is part of the marked sentence
 */
export function markLine({ blocks, sentence }: LineLabel, path: string, line: number) {
  const contains = ({ file, start, end }: z.infer<typeof linesSchema>): boolean =>
    file === path && start <= line && line <= end;
  return {
    block: blocks.findIndex(contains) + 1,
    sentence: sentence !== undefined && contains(sentence) ? 1 : 0,
  };
}
