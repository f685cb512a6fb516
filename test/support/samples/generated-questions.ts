/** Asks questions generated from the symbols and paths of an indexed repository, and checks that their answers cite exactly the lines of the files. */

import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Client } from '../../../worker/contract/client.ts';
import { getSpans } from './evidence.ts';

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/** Asks `count` questions. Everything in a claim that can be looked up must be found, and every citation must have the hashes of its file and lines. */
export async function checkGeneratedQuestions(
  { client, id, files }: { client: Client; id: string; files: ReadonlyMap<string, Buffer> },
  count: number,
): Promise<void> {
  let citations = 0;
  for (const question of await generateQuestions(client, id, count)) {
    const answer = await client.answer(id, { question });
    const evidence = new Map(getSpans(answer).map((span) => [span.id, span]));
    for (const claim of answer.claims) {
      expect(['verified', 'cited'], `${question}: ${claim.text}`).toContain(claim.state);
      for (const citation of claim.citations) {
        const span = evidence.get(citation);
        if (span === undefined) throw new Error(`${citation} is not among the evidence of: ${question}`);
        const bytes = files.get(span.path) ?? Buffer.alloc(0);
        expect(span.hash).toBe(sha256(bytes));
        const lines = bytes.toString('utf8').split(/(?<=\n)/);
        expect(span.spanHash).toBe(sha256(lines.slice(span.startLine - 1, span.endLine).join('')));
        citations += 1;
      }
    }
  }
  expect(citations).toBeGreaterThan(2 * count);
}

/** Generates where, how and what questions, spread evenly over the files in `worker/`. */
async function generateQuestions(client: Client, id: string, count: number): Promise<string[]> {
  const { files } = await client.findFiles(id, 'worker/**/*.ts');
  const questions: string[] = [];
  for (const file of files) {
    questions.push(`What does ${file.path} contain?`);
    const { text } = await client.readFile(id, file.path);
    for (const [, name = ''] of text.matchAll(/^export (?:async )?function\*? (\w+)/gm)) {
      questions.push(`Where is ${name} defined?`);
      questions.push(`how does ${name.replace(/([A-Z])/g, ' $1').toLowerCase()} work?`);
    }
  }
  expect(questions.length).toBeGreaterThan(count);
  const step = questions.length / count;
  return Array.from({ length: count }, (_, index) => questions[Math.floor(index * step)] ?? '');
}
