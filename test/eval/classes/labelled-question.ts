/** Questions with the class they are of, from JSON lines; a line of another shape is told with its number. */

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';

const classes = ['how', 'lookup', 'why', 'impact', 'exhaustive', 'docs', 'too-broad'] as const;
/** Whether the repository holds an answer is no matter of a question's words: `out-of-scope` is not told here. */
export type ToldClass = (typeof classes)[number];
export const toldClasses: readonly ToldClass[] = classes;

const lineSchema = z.object({
  id: z.string().optional(),
  repo: z.string(),
  class: z.enum(classes),
  style: z.string(),
  query: z.string(),
});

export interface LabelledQuestion extends z.infer<typeof lineSchema> {
  /** The file's name without ending. */
  readonly set: string;
}

/** @throws CommandError where the file is not there or a line is no labelled question. */
export function readLabelledQuestions(file: string): readonly LabelledQuestion[] {
  if (!existsSync(file))
    throw usageError(`There is no set "${file}".`, 'Give --classes the path of a .jsonl file.');
  const set = basename(file).replace(/\.jsonl?$/, '');
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      if (text.trim() === '') return [];
      const parsed = lineSchema.safeParse(jsonOf(text));
      if (parsed.success) return [{ ...parsed.data, set }];
      const what = parsed.error.issues[0]?.path.join('.') ?? '';
      throw usageError(
        `${file}:${index + 1} is no labelled question${what === '' ? '' : ` (${what})`}.`,
        'test/eval/README.md says what a line holds.',
      );
    });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
