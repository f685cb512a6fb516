/** Reads questions labeled with their class from JSON lines. Errors contain the number of the invalid line. */

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';

const classes = ['how', 'lookup', 'why', 'impact', 'exhaustive', 'docs', 'too-broad'] as const;
/** Excludes `out-of-scope`, which depends on the repository and not on the words of the question. */
export type LabeledClass = (typeof classes)[number];
export const labeledClasses: readonly LabeledClass[] = classes;

/** Classes of the kinds in sets of questions about code and about history. */
const classOfKind = {
  how: 'how',
  flow: 'how',
  where: 'lookup',
  default: 'lookup',
  why: 'why',
  file_last: 'why',
  symbol_last: 'why',
  introduced: 'why',
  why_line: 'why',
  which_change: 'why',
  period: 'why',
} as const satisfies Record<string, LabeledClass>;
const kinds = Object.keys(classOfKind) as [keyof typeof classOfKind, ...(keyof typeof classOfKind)[]];

const classifiedSchema = z.object({
  id: z.string().optional(),
  repo: z.string(),
  class: z.enum(classes),
  style: z.string(),
  query: z.string(),
});
/** A line of another set, with a kind instead of a class. */
const kindSchema = z
  .object({ id: z.string(), repo: z.string(), kind: z.enum(kinds), query: z.string() })
  .transform(({ id, repo, kind, query }) => ({ id, repo, query, style: kind, class: classOfKind[kind] }));

function parseLine(line: unknown) {
  const hasKind = typeof line === 'object' && line !== null && 'kind' in line;
  return hasKind ? kindSchema.safeParse(line) : classifiedSchema.safeParse(line);
}

export interface LabeledQuestion extends z.infer<typeof classifiedSchema> {
  /** The file name without its extension. */
  readonly set: string;
}

/** @throws CommandError if the file does not exist or a line is not a labeled question */
export function readLabeledQuestions(file: string): readonly LabeledQuestion[] {
  if (!existsSync(file))
    throw usageError(`The set "${file}" does not exist.`, 'Give --classes the path of a .jsonl file.');
  const set = basename(file).replace(/\.jsonl?$/, '');
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      if (text.trim() === '') return [];
      const parsed = parseLine(parseJson(text));
      if (parsed.success) return [{ ...parsed.data, set }];
      const property = parsed.error.issues[0]?.path.join('.') ?? '';
      throw usageError(
        `${file}:${index + 1} is not a labeled question${property === '' ? '' : ` (${property})`}.`,
        'See test/eval/README.md for the format of a line.',
      );
    });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
