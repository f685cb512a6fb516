/**
 * Answers that people wrote from evidence alone, in many styles, with a label for each sentence. They cite evidence by a name such as
 * `§take`, which stands for a text in a file of the fixture's repository, so they fit every prompt that contains the text.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { z } from 'zod';
import { parseEvidenceBlocks } from './model-answers.ts';

const folder = join(import.meta.dirname, '../../fixtures/answers');

/** `true`, `false` by a name or number that the evidence does not have, `gap`, or `bare`: true and without a citation. */
export type SentenceLabel = 'true' | 'false' | 'gap' | 'bare';
const labels = new Map<string, SentenceLabel>([
  ['t', 'true'],
  ['f', 'false'],
  ['g', 'gap'],
  ['u', 'bare'],
]);

export interface WrittenAnswer {
  readonly style: string;
  readonly question: string;
  readonly answer: string;
  /** By sentence, list item or table row. */
  readonly labels: readonly SentenceLabel[];
}

const answerSchema = z.strictObject({
  style: z.string(),
  question: z.string(),
  answer: z.string(),
  labels: z.string(),
});

export function readWrittenAnswers(): readonly WrittenAnswer[] {
  const lines = readFileSync(join(folder, 'answers.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const answer = answerSchema.parse(JSON.parse(line));
    return { ...answer, labels: [...answer.labels].flatMap((letter) => labels.get(letter) ?? []) };
  });
}

/** Packs the repository that the answers are about. */
export async function packAnsweredRepository(): Promise<Uint8Array> {
  const tree = join(folder, 'tree');
  const files = readdirSync(tree, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const entries = files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const body = new Uint8Array(readFileSync(path));
    return { header: { name: relative(tree, path), size: body.byteLength }, body };
  });
  return gzipSync(await packTar(entries));
}

const namedEvidence = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(join(folder, 'evidence.json'), 'utf8')));

export interface CitedAnswer {
  /** The answer with the ids of the prompt. */
  readonly text: string;
  /** Names of evidence that the prompt does not contain. */
  readonly missing: readonly string[];
}

export function citePrompt({ answer }: WrittenAnswer, prompt: string): CitedAnswer {
  const blocks = parseEvidenceBlocks(prompt);
  const missing: string[] = [];
  const text = answer.replaceAll(/§(\w+)/g, (_whole, name: string) => {
    const [path, ...words] = (namedEvidence[name] ?? '').split('#');
    const block = blocks.find((item) => item.path === path && item.text.includes(words.join('#')));
    if (block === undefined) missing.push(name);
    return block?.id ?? 'e99';
  });
  return { text, missing };
}
