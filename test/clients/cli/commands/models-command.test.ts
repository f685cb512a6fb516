/** `wherefore models` lists models, and `wherefore ask` sends its model options and files. */

import { expect, test } from 'vitest';
import type { Models } from '../../../../worker/contract/models/schema.ts';
import { createTerminal } from '../../../../clients/cli/terminal/terminal.ts';
import { modelsCommand } from '../../../../clients/cli/commands/models-command.ts';
import { askCommand } from '../../../../clients/cli/commands/ask-command.ts';
import { describeError } from '../../../../clients/cli/describe-error.ts';
import { parseArguments } from '../../../../clients/cli/parse-arguments.ts';
import type { Command } from '../../../../clients/cli/command.ts';
import { createFolder } from '../../../support/files/temporary-folder.ts';
import {
  createRepository,
  sendJson,
  startWireServer,
  type RouteHandler,
} from '../../../support/server/wire-server.ts';

const list: RouteHandler = (response) => sendJson(response, { repositories: [createRepository()] });
const models: Models = {
  default: 'openai/a',
  models: [
    { id: 'openai/a', provider: 'openai', label: 'A', isConfigured: true, contextTokens: 128_000 },
    { id: 'groq/b', provider: 'groq', label: 'B', isConfigured: true, contextTokens: null },
  ],
  providers: [
    { name: 'openai', takesOwnKey: true, hasKey: true, problem: null },
    { name: 'groq', takesOwnKey: true, hasKey: true, problem: 'It did not answer within 3 s.' },
    { name: 'google', takesOwnKey: true, hasKey: false, problem: null },
    { name: 'compatible', takesOwnKey: false, hasKey: false, problem: null },
  ],
  outputTokens: 1_500,
};
const sendAnswer = (response: Parameters<RouteHandler>[0]) =>
  sendJson(response, { refused: false, answer: 'x' });

test('names the variable of an invalid model key without printing the key', async () => {
  for (const key of ['sk-secret\nsk-other', 'sk-\u0141secret', `sk-secret${'x'.repeat(500)}`])
    for (const [command, args] of [
      [modelsCommand, ['openai']],
      [askCommand, ['r1', 'Why?', '--model', 'openai/a']],
    ] as const) {
      const thrown = await run(command, args, { WHEREFORE_OPENAI_KEY: key }).catch((error: unknown) => error);
      const message = JSON.stringify(describeError(thrown));
      expect(message).toContain('WHEREFORE_OPENAI_KEY');
      expect(message).not.toContain('secret');
    }
});

test('does not print an invalid server key', async () => {
  const thrown = await run(modelsCommand, [], { WHEREFORE_KEY: 'wf-secret\nx' }).catch(
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Error);
  expect(JSON.stringify(describeError(thrown))).not.toContain('secret');
});

test('stops reading an endless file at the size limit', async () => {
  await expect(run(askCommand, ['r1', 'Why?', '--file', '/dev/zero'])).rejects.toThrow(
    '"/dev/zero" is larger than',
  );
});

/** Runs a command within this process, to record the headers that it sends. */
async function run(command: Command, args: readonly string[], environment: Record<string, string> = {}) {
  const headers: Headers[] = [];
  const originalFetch = globalThis.fetch;
  const server = await startWireServer({
    'GET /v1/models': (response) => sendJson(response, models),
    'GET /v1/repositories': list,
    'POST /v1/repositories/r1/answers': sendAnswer,
  });
  globalThis.fetch = (input, init) => {
    headers.push(new Headers(init?.headers));
    return originalFetch(input, init);
  };
  let output = '';
  const stream = {
    write: (text: string) => ((output += text), true),
    isTTY: false,
  } as unknown as NodeJS.WriteStream;
  try {
    await command.run(parseArguments(command, args), {
      terminal: createTerminal({ stdout: stream, stderr: stream, json: false }),
      environment: { WHEREFORE_URL: server.url, ...environment },
      workingDirectory: createFolder({
        'notes.md': 'The gate opens at noon.\n',
        'bad.bin': 'a\u0000b',
        'none.md': '',
      }),
      signal: new AbortController().signal,
    });
  } finally {
    globalThis.fetch = originalFetch;
  }
  const keys = headers.map((requestHeaders) => requestHeaders.get('x-model-key'));
  return { output, keys, requests: server.requests, body: server.bodies.at(-1)?.toString() ?? '' };
}

test('lists models in fallback order, with the providers that could not be listed', async () => {
  const { output } = await run(modelsCommand, []);
  expect(output).toMatch(/openai\/a +A +128,000 tokens +default/);
  expect(output).toMatch(/groq\/b +B +fallback/);
  expect(output).toContain('groq: It did not answer within 3 s.');
  expect(output).toContain(
    'Any model of these providers works with --model, listed or not: openai/…, groq/….',
  );
  expect(output).toContain('Also available with your own key: google (WHEREFORE_GOOGLE_KEY).');
});

test('sends a key only to the provider that the command line names', async () => {
  const key = { WHEREFORE_GOOGLE_KEY: 'own' };
  const result = await run(modelsCommand, ['google'], key);
  expect(result).toMatchObject({ keys: ['own'], requests: ['GET /v1/models?provider=google'] });
  expect((await run(modelsCommand, [], key)).keys).toEqual([null]);
  const ask = (...args: string[]) => run(askCommand, ['tool', 'where?', '--json', ...args], key);
  expect((await ask('--model', 'google/gemini')).keys).toEqual([null, 'own']);
  expect((await ask('--model', 'anthropic/claude')).keys).toEqual([null, null]);
  expect((await ask('--model', 'embedded')).keys).toEqual([null, null]);
  expect((await ask()).keys).toEqual([null, null]);
});

test('sends the model, its options and files with a question', async () => {
  const options =
    '--model openai/a --temperature 0.2 --max-tokens 300 --file notes.md --top-k 7 --judge --retry --style short --language de';
  const { body } = await run(askCommand, ['tool', 'where?', '--json', ...options.split(' ')]);
  expect(JSON.parse(body)).toEqual({
    question: 'where?',
    retry: true,
    model: 'openai/a',
    options: { topK: 7, temperature: 0.2, maxOutputTokens: 300, style: 'short', language: 'de', judge: true },
    files: [{ name: 'notes.md', text: 'The gate opens at noon.\n' }],
  });
});

test.each([
  [['--temperature', '3'], 'a number from 0 to 2; found "3"'],
  [['--style', 'long'], '--style is "long"'],
  [['--language', 'german'], '--language is "german", which is not a known language tag.'],
  [['--max-tokens', 'many'], '--max-tokens must be a whole number'],
  [['--file', 'absent.md'], '"absent.md" cannot be read (ENOENT)'],
  [['--file', 'bad.bin'], '"bad.bin" is not UTF-8 text'],
  [['--file', 'none.md'], '"none.md" is empty'],
  [Array(11).fill('--file=notes.md'), '11 files are too many'],
])('rejects %j before it sends anything', async (args, message) => {
  await expect(run(askCommand, ['tool', 'where?', ...args])).rejects.toThrow(message);
});
