/** The model of `--choice-prompts` and `--choice-replies`: it records prompts, replies by question, and reads the positions of a list. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createOpenAiGenerator } from '../../../worker/adapters/ai-sdk/openai-generator.ts';
import { listDefinitionsForChoice } from '../../../worker/retrieval/context/list-definitions-for-choice.ts';
import { createDefinition } from '../../worker/retrieval/context/definitions.ts';
import { readChoiceReplies, readListedPositions, startChoiceModel } from './choice-model.ts';

const file = 'function knead() {\n  // (8-9) minutes, 3. of them fast (1-2) — the rest slowly\n}\n';
const knead = createDefinition({ file, from: 'function', to: '}', symbol: 'knead' });
const roll = { ...knead, symbol: 'roll', startLine: 2, endLine: 3 };

function writeFile(...lines: readonly unknown[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'choice-')), 'replies.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

it('reads the positions that a list was made of', () => {
  const other = { ...roll, path: 'src/also here.ts' };
  const listed = { described: [knead, other], named: [roll, { ...roll, endLine: 2 }] };
  const { text, count } = listDefinitionsForChoice(listed, [], 500);
  expect(count).toBe(4);
  expect(readListedPositions(text)).toEqual([
    { path: 'src/kitchen.ts', startLine: 1, endLine: 3 },
    { path: 'src/kitchen.ts', startLine: 2, endLine: 3 },
    { path: 'src/kitchen.ts', startLine: 2, endLine: 2 },
    { path: 'src/also here.ts', startLine: 2, endLine: 3 },
  ]);
});

it('replies what was written for the question, and chooses nothing for others', async () => {
  const replies = readChoiceReplies(writeFile({ id: 'dough-1', reply: '{"definitions": [2]}' }));
  const model = await startChoiceModel(replies);
  onTestFinished(() => model.close());
  const url = model.vars['COMPATIBLE_URL'] ?? '';
  const generator = createOpenAiGenerator({ provider: 'compatible', url, key: undefined, fetch });
  const ask = async (id: string): Promise<string> => {
    model.begin(id);
    expect(model.prompt()).toBeUndefined();
    let text = '';
    for await (const event of generator.generate({
      model: 'replies',
      messages: [{ role: 'user', text: '<list>\nsrc/dough.ts\n1. function knead (1-3)\n</list>' }],
      tools: [],
      schema: undefined,
      temperature: undefined,
      maxOutputTokens: 100,
      key: undefined,
      signal: new AbortController().signal,
    }))
      if (event.type === 'text-delta') text += event.text;
    expect(model.prompt()?.listed).toEqual([{ path: 'src/dough.ts', startLine: 1, endLine: 3 }]);
    return text;
  };
  expect(await ask('dough-1')).toBe('{"definitions": [2]}');
  expect(await ask('dough-2')).toBe('{"definitions": []}');
});

it('names the line of a file that has no reply', () => {
  expect(() => readChoiceReplies(writeFile({ id: 'a', reply: '[]' }, { id: 'b' }))).toThrow(
    /replies\.jsonl:2 is not an id with a reply/,
  );
});
