/** Copying the context of a question: what is requested, what reaches the clipboard, and how failures are described. */
import { expect, test } from 'vitest';
import type { ContextRequest, ContextResponse } from '../../../worker/contract/context/schema.ts';
import { ProblemError } from '../../../worker/contract/client.ts';
import { copyContext } from '../../../web/src/lib/features/context/copy-context.ts';

const span = {
  path: 'dough.py',
  startLine: 1,
  endLine: 9,
  language: 'python',
  kind: 'function',
  symbol: 'rest',
  score: 1,
  text: 'def rest(): ...',
  url: '/r/r1/files/dough.py',
  similar: 0,
};
const response: ContextResponse = {
  class: 'how',
  confidence: 'high',
  tokens: 1234,
  spans: [span],
  markdown: '## dough.py',
  coverage: {
    ref: null,
    commit: 'c',
    files: 1,
    skipped: 0,
    behind: null,
    behindReason: null,
    checkedAt: null,
    indexedAt: '2026-11-20T00:00:00Z',
  },
  timings: { retrieveMs: 1, totalMs: 2 },
};
const place = { repositoryId: 'r1', question: 'How long does dough rest?', version: undefined };

function createServer(reply: Partial<ContextResponse> | Error) {
  const requests: ContextRequest[] = [];
  return {
    requests,
    context: async (_id: string, body: ContextRequest): Promise<ContextResponse> => {
      requests.push(body);
      if (reply instanceof Error) throw reply;
      return { ...response, ...reply };
    },
  };
}

function createClipboard() {
  const texts: string[] = [];
  return { texts, write: async (text: Promise<string>): Promise<void> => void texts.push(await text) };
}

async function blocked(): Promise<void> {
  throw new DOMException('Write permission denied.', 'NotAllowedError');
}

test('copies the Markdown and says how many tokens it has', async () => {
  const clipboard = createClipboard();
  expect(await copyContext(createServer({}), place, clipboard.write)).toEqual({
    isCopied: true,
    message: 'Copied 1,234 tokens',
  });
  expect(clipboard.texts).toEqual(['## dough.py']);
});

test('requests the version of the answer', async () => {
  const server = createServer({});
  await copyContext(server, { ...place, version: 's7' }, createClipboard().write);
  await copyContext(server, place, createClipboard().write);
  expect(server.requests).toEqual([
    { question: place.question, version: 's7' },
    { question: place.question },
  ]);
});

test('says that the browser blocked copying', async () => {
  expect(await copyContext(createServer({}), place, blocked)).toMatchObject({
    isCopied: false,
    message: expect.stringContaining('blocked copying'),
  });
});

test('describes a problem of the server', async () => {
  const problem = new ProblemError({
    type: 'about:blank',
    title: 'Not ready yet',
    status: 409,
    detail: 'Indexing is at 40 %.',
    code: 'not_ready',
    fix: 'Wait.',
    requestId: 'q1',
  });
  expect(await copyContext(createServer(problem), place, createClipboard().write)).toEqual({
    isCopied: false,
    message: 'Not ready yet. Indexing is at 40 %.',
  });
});

test('does not claim success if nothing matches', async () => {
  const outcome = await copyContext(createServer({ spans: [] }), place, createClipboard().write);
  expect(outcome).toEqual({ isCopied: false, message: 'Nothing in the repository matches.' });
});
