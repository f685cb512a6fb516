/** Reads the cases of `wherefore eval`: a question with the places that answer it, one JSON object a line. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { usageError } from '../command-error.ts';

export interface Place {
  readonly path: string;
  /** The whole file if undefined. */
  readonly lines: readonly [first: number, last: number] | undefined;
}

export interface EvaluationCase {
  readonly question: string;
  /** Any of them answers the question. */
  readonly expected: readonly Place[];
}

const exampleCase = '{"question": "Where are retries limited?", "expected": ["src/retry.ts:10-40"]}';

/** @throws CommandError naming the first line that is not a case */
export async function readCases(file: string, folder: string): Promise<readonly EvaluationCase[]> {
  return readLines(file, folder, (value) => {
    const { question, expected } = value;
    if (typeof question !== 'string' || !isTextList(expected)) return undefined;
    return { question, expected: expected.map(parsePlace) };
  });
}

interface RatedAnswers {
  readonly cases: readonly EvaluationCase[];
  /** Answers that did not help, or cite no lines: nobody said what is right. */
  readonly skipped: number;
}

/** Reads exported feedback. What a helpful answer cites is expected. @throws CommandError naming the first line that is no feedback */
export async function readFeedbackCases(file: string, folder: string): Promise<RatedAnswers> {
  const rated = await readLines(file, folder, ({ question, rating, cited }) => {
    if (typeof question !== 'string' || !Array.isArray(cited)) return undefined;
    const expected = rating === 'up' ? cited.flatMap(readSpan) : [];
    return { question, expected };
  });
  const cases = rated.filter(({ expected }) => expected.length > 0);
  return { cases, skipped: rated.length - cases.length };
}

async function readLines(
  file: string,
  folder: string,
  read: (value: Readonly<Record<string, unknown>>) => EvaluationCase | undefined,
): Promise<readonly EvaluationCase[]> {
  const text = await readFile(resolve(folder, file), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw usageError(
      `"${file}" cannot be read (${cause.code ?? cause.message}).`,
      'Name a file of JSON lines.',
    );
  });
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const value = parseObject(line);
    const found = value && read(value);
    if (found !== undefined) return [found];
    throw usageError(
      `${file}:${index + 1} is not a case; found ${line.slice(0, 80)}.`,
      `Write lines such as ${exampleCase}`,
    );
  });
}

function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

/** `path`, `path:line` or `path:first-last`. */
function parsePlace(text: string): Place {
  const [, path, first, last = first] = /^(.+?):(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  if (path === undefined) return { path: text, lines: undefined };
  return { path, lines: [Number(first), Number(last)] };
}

function readSpan(value: unknown): readonly Place[] {
  const { path, startLine, endLine } = Object(value) as Readonly<Record<string, unknown>>;
  if (typeof path !== 'string' || typeof startLine !== 'number' || typeof endLine !== 'number') return [];
  return [{ path, lines: [startLine, endLine] }];
}
