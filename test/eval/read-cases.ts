/** Reads evaluation sets from JSON lines. Errors contain the number of the invalid line. */

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { usageError } from '../../clients/cli/command-error.ts';
import type { EvaluationCase, Target } from './evaluation-case.ts';

const lineNumber = z.int().min(1).optional();
/** Some sets spell the line keys with underscores, others in camel case. */
const spanSchema = z.object({
  path: z.string(),
  start_line: lineNumber,
  end_line: lineNumber,
  startLine: lineNumber,
  endLine: lineNumber,
});
const targetSchema = z.union([z.string(), spanSchema]);
const functionSchema = z.object({ file: z.string(), start: z.int(), end: z.int() });

const lineSchema = z.object({
  id: z.string().optional(),
  repo: z.string(),
  index_commit: z.string().default('HEAD'),
  root: z.string().nullish(),
  query: z.string(),
  files: z.array(z.string()).optional(),
  functions: z.array(functionSchema).default([]),
  relevant: z.array(targetSchema).optional(),
  secondary: z.array(targetSchema).default([]),
  expect: z.enum(['answered', 'declined']).optional(),
  category: z.string().optional(),
  kind: z.string().optional(),
  complexity: z.string().optional(),
  names_file_stem: z.boolean().optional(),
  names_changed_symbol: z.boolean().optional(),
});

type Line = z.infer<typeof lineSchema>;

/** @throws CommandError if the file does not exist or a line is not a case */
export function readCases(file: string): EvaluationCase[] {
  if (!existsSync(file))
    throw usageError(`The set "${file}" does not exist.`, 'Give --set the path of a .jsonl file.');
  const set = basename(file).replace(/\.jsonl?$/, '');
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((text, index) =>
    text.trim() === '' ? [] : [createCase(readLine(text, `${file}:${index + 1}`), set, index + 1)],
  );
}

function readLine(text: string, location: string): Line {
  const parsed = lineSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const problem =
    issue === undefined ? 'it is not a JSON object' : `${issue.path.join('.')}: ${issue.message}`;
  throw usageError(
    `${location} is not a case (${problem}).`,
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

function createCase(line: Line, set: string, number: number): EvaluationCase {
  const kind = line.files !== undefined ? 'change' : line.relevant !== undefined ? 'concept' : 'refusal';
  const files = (line.files ?? []).map((path) => ({ path }));
  const concepts = [...(line.relevant ?? []), ...line.secondary].map(createTarget);
  return {
    id: line.id ?? `${set}-${number}`,
    set,
    kind,
    repository: line.repo,
    commit: line.index_commit,
    root: line.root ?? undefined,
    query: line.query,
    targets: kind === 'change' ? files : concepts,
    functions: line.functions.map(({ file, start, end }) => ({ path: file, startLine: start, endLine: end })),
    answerable: line.expect === undefined ? kind !== 'refusal' : line.expect === 'answered',
    category: line.category ?? kind,
    questionKind: line.kind,
    complexity: line.complexity,
    namesFileStem: line.names_file_stem,
    namesChangedSymbol: line.names_changed_symbol,
  };
}

function createTarget(target: z.infer<typeof targetSchema>): Target {
  if (typeof target === 'string') return { path: target };
  return {
    path: target.path,
    startLine: target.start_line ?? target.startLine,
    endLine: target.end_line ?? target.endLine,
  };
}
