/** `wherefore feedback` lists feedback, reads every page, and prints what the evaluation reads. */

import { expect, test } from 'vitest';
import type { FeedbackView } from '../../../../worker/contract/feedback/schema.ts';
import { feedbackCommand } from '../../../../clients/cli/commands/feedback-command.ts';
import { describeError } from '../../../../clients/cli/describe-error.ts';
import { parseArguments } from '../../../../clients/cli/parse-arguments.ts';
import { createTerminal } from '../../../../clients/cli/terminal/terminal.ts';
import {
  createRepository,
  sendJson,
  startWireServer,
  type RouteHandler,
} from '../../../support/server/wire-server.ts';

const feedback: FeedbackView = {
  id: 'f1',
  rating: 'down',
  reason: 'incomplete',
  text: 'It omits\nthe caller.',
  createdAt: '2026-11-28T10:00:00.000Z',
  question: 'Where are chunks joined?',
  answer: 'In `joinChunks`.',
  claims: [{ text: 'In `joinChunks`.', state: 'verified' }],
  cited: [{ path: 'src/chunks.ts', startLine: 4, endLine: 9 }],
  shown: [],
  commit: 'a'.repeat(40),
  confidence: 'high',
  answerer: 'embedded',
  timings: null,
};
const repository = createRepository();

async function run(pages: readonly (readonly FeedbackView[])[], ...args: readonly string[]) {
  const queries: string[] = [];
  const list: RouteHandler = (response) => {
    const page = pages[queries.length] ?? [];
    queries.push('page');
    const next = queries.length < pages.length ? `cursor-${queries.length}` : null;
    sendJson(response, { counts: { up: 0, down: 1 }, feedback: page, next });
  };
  const server = await startWireServer({
    'GET /v1/repositories': (response) => sendJson(response, { repositories: [repository] }),
    [`GET /v1/repositories/${repository.id}/feedback`]: list,
  });
  const printed: string[] = [];
  const result = await feedbackCommand.run(parseArguments(feedbackCommand, [repository.name, ...args]), {
    terminal: createTerminal({
      stdout: { write: (text) => printed.push(text) },
      stderr: { write: () => true },
      json: false,
    }),
    environment: { WHEREFORE_URL: server.url },
    workingDirectory: '/',
    signal: new AbortController().signal,
  });
  return { ...result, printed: printed.join(''), requested: queries.length };
}

test('lists each answer with its reason, words and cited lines', async () => {
  const { printed, exit } = await run([[feedback]]);
  expect(exit).toBe('ok');
  expect(printed).toBe(
    '2026-11-28  not helpful, incomplete\n  Where are chunks joined?\n  "It omits the caller."\n  src/chunks.ts:4-9\n\n' +
      '1 rated, 0 helpful, 1 not.\n',
  );
  expect((await run([[]])).printed).toBe('No feedback.\n');
});

test('reads all pages and prints a JSON line for each answer', async () => {
  const { printed, requested } = await run([[feedback], [{ ...feedback, id: 'f2' }]], '--jsonl');
  expect(requested).toBe(2);
  expect(
    printed
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { repository: repository.name, ...feedback },
    { repository: repository.name, ...feedback, id: 'f2' },
  ]);
});

test.each([
  [['--rating', 'good'], /--rating must be one of up, down; found "good"/],
  [['--reason', 'bad'], /--reason must be one of wrong, .*; found "bad"/],
  [['--since', 'yesterday'], /--since must be a day or time/],
])('refuses %j', async (args, message) => {
  const error = await run([[feedback]], ...args).then(
    () => undefined,
    (thrown: unknown) => describeError(thrown),
  );
  expect(error?.lines.join('\n')).toMatch(message);
});
