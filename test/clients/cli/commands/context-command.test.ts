/** Runs `wherefore context` against a server with fixed responses. */

import { describe, expect, test } from 'vitest';
import type { ContextResponse } from '../../../../worker/contract/context/schema.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { createRepository, sendJson, startWireServer } from '../../../support/server/wire-server.ts';

const markdown =
  'Question: how long does dough rest?\n\n## [dough.py:1-2](/r/r1)\n\n```python\nrest = 40\n```\n';
const span = {
  path: 'dough.py',
  startLine: 1,
  endLine: 1,
  language: 'python',
  kind: 'text',
  score: 1,
  text: 'rest = 40\n',
  url: '/r/r1',
  similar: 0,
};

function startServer(response: Partial<ContextResponse>) {
  return startWireServer({
    'GET /v1/repositories': (reply) => sendJson(reply, { repositories: [createRepository()] }),
    'POST /v1/repositories/r1/context': (reply) =>
      sendJson(reply, { confidence: 'high', tokens: 31, spans: [span], markdown, ...response }),
  });
}

describe('wherefore context', () => {
  test('prints the Markdown alone on stdout, and its size on stderr', async () => {
    const { url } = await startServer({});
    const run = await runCommand(['context', 'tool', 'how', 'long', 'does', 'dough', 'rest?'], { url });
    expect(run).toMatchObject({ code: 0, stdout: markdown, stderr: '31 tokens: 1 span of 1 file.\n' });
  });

  test('sends its limits and its version', async () => {
    const server = await startServer({});
    const options = ['--max-tokens', '8000', '--max-spans', '3', '--version', 'v2'];
    await runCommand(['context', 'tool', 'why?', ...options], { url: server.url });
    expect(JSON.parse(server.bodies.at(-1)?.toString() ?? '')).toEqual({
      question: 'why?',
      maxTokens: 8000,
      maxSpans: 3,
      version: 'v2',
    });
  });

  test('warns on stderr if the context may not contain the answer', async () => {
    const { url } = await startServer({ confidence: 'low', notes: ['Searched by keywords only.'] });
    const run = await runCommand(['context', 'tool', 'why?'], { url });
    expect(run.stdout).toBe(markdown);
    expect(run.stderr).toContain('Searched by keywords only.\nLow confidence');
  });

  test('ends with exit code 4 and prints nothing on stdout if nothing was found', async () => {
    const { url } = await startServer({ confidence: 'out-of-scope', spans: [] });
    const run = await runCommand(['context', 'tool', 'why?'], { url });
    expect(run).toMatchObject({ code: 4, stdout: '' });
    expect(run.stderr).toContain('Nothing in');
  });

  test('prints one JSON object with --json', async () => {
    const { url } = await startServer({});
    const run = await runCommand(['context', 'tool', 'why?', '--json'], { url });
    expect(run.json).toMatchObject({ tokens: 31, markdown });
    expect(run.stdout.trimEnd().split('\n')).toHaveLength(1);
  });
});
