/** MCP over lines: replies after the end of the input, and lines that are no messages. */

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { serveLines } from '../../../../clients/cli/mcp/serve-lines.ts';

function createSlowServer(): McpServer {
  const server = new McpServer({ name: 'test', version: '1' });
  server.registerTool('wait', {}, async () => {
    await sleep(50);
    return { content: [{ type: 'text', text: 'waited' }] };
  });
  return server;
}

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: hello };
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'wait' } });

/** Sends all lines and ends the input at once. */
async function send(
  lines: readonly (object | string)[],
  signal = new AbortController().signal,
): Promise<readonly Record<string, unknown>[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const written = text(output);
  for (const line of lines) input.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  input.end();
  await serveLines(createSlowServer, { input, output, signal });
  output.end();
  return (await written)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('MCP over lines', () => {
  it('answers every call after the input has ended', async () => {
    const replies = await send([initialize, initialized, call(1), call(2)]);
    expect(replies.map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(JSON.stringify(replies)).toContain('waited');
  });

  it('does not wait for a call that was cancelled', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const replies = await send([initialize, initialized, call(1), cancelled]);
    expect(replies.map(({ id }) => id)).toEqual([0]);
  });

  it.each([
    ['{"jsonrpc": "2.0", "id": 1', -32_700, 'is not JSON'],
    ['[]', -32_600, 'no JSON-RPC 2.0 message'],
    [`"${'x'.repeat(500)}"`, -32_600, 'xxx…'],
  ])('answers the line %s with %i', async (line, code, message) => {
    const replies = await send([initialize, line, initialized, call(1)]);
    const error = { code, message: expect.stringContaining(message) };
    expect(replies).toContainEqual({ jsonrpc: '2.0', id: null, error });
    expect(replies.map(({ id }) => id)).toContain(1);
  });

  it('ends when it is interrupted', async () => {
    const replies = await send([initialize, initialized, call(1)], AbortSignal.abort());
    expect(replies.map(({ id }) => id)).not.toContain(1);
  });
});
