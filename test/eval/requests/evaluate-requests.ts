/** `npm run -s eval -- --requests <set.jsonl>`: measures how often a request for work is distinguished from a question about the code. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';
import type { Terminal } from '../../../clients/cli/terminal/terminal.ts';
import { readQuestion } from '../../../worker/retrieval/question/read-question.ts';
import { findQuestionFeatures } from '../../../worker/retrieval/question-class/question-features.ts';
import { groupBy } from '../graph/group-by.ts';

const resultsFolder = join(import.meta.dirname, '../results');

/**
 * Lines of the class sets have no `request`. A commit message and a text about the whole repository may be either, so their `style` and `class` exclude
 * them.
 */
const lineSchema = z.object({
  query: z.string(),
  request: z.boolean().default(false),
  class: z.string().optional(),
  style: z.string().optional(),
});

export interface RequestFigures {
  readonly requests: number;
  readonly requestsFound: number;
  readonly questions: number;
  readonly questionsMistaken: number;
}

export function evaluateRequests(
  { requests, out }: { readonly requests: readonly string[]; readonly out?: string | undefined },
  { terminal }: { readonly terminal: Terminal },
): Readonly<Record<string, RequestFigures>> {
  const cases = requests.flatMap(readTexts).map((text) => {
    const { identifiers, paths, asksForWork } = readQuestion(text.query);
    return {
      ...text,
      found: asksForWork,
      cues: findQuestionFeatures(text.query, [...identifiers, ...paths]),
    };
  });
  const sets = [...groupBy(cases, ({ set }) => set)].map(([set, group]) => [set, countFound(group)] as const);
  const table = [
    '| set | requests | found | questions | taken for requests |',
    '| --- | --- | --- | --- | --- |',
    ...sets.map(
      ([set, figures]) =>
        `| ${set} | ${figures.requests} | ${figures.requestsFound} | ${figures.questions} | ${figures.questionsMistaken} |`,
    ),
  ].join('\n');
  terminal.print(table);
  if (out !== undefined) {
    const path = out.includes('/') ? resolve(out.replace(/\.(?:jsonl|md)$/, '')) : join(resultsFolder, out);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.jsonl`, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
    terminal.note(`Written to ${path}.jsonl.`);
  }
  return Object.fromEntries(sets);
}

function countFound(
  group: readonly { readonly request: boolean; readonly found: boolean }[],
): RequestFigures {
  const count = (request: boolean, found?: boolean): number =>
    group.filter((one) => one.request === request && (found === undefined || one.found === found)).length;
  return {
    requests: count(true),
    requestsFound: count(true, true),
    questions: count(false),
    questionsMistaken: count(false, true),
  };
}

function readTexts(file: string) {
  if (!existsSync(file))
    throw usageError(`The set "${file}" does not exist.`, 'Give --requests the path of a .jsonl file.');
  const set = basename(file).replace(/\.jsonl?$/, '');
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = lineSchema.safeParse(parseJson(line));
    if (!parsed.success)
      throw usageError(`${file}:${index + 1} is not a text.`, 'A line has `query` and `request`.');
    const { query, request, style } = parsed.data;
    const isEither = style === 'commit' || parsed.data.class === 'too-broad';
    return isEither ? [] : [{ set, query, request }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
