/** The endpoint `/mcp` of the Worker's app: which messages it takes, and the headers of its responses. */
import { describe, expect, it } from 'vitest';
import { createApp, type Composed } from '../../../worker/http/app.ts';

const composed = {
  services: {},
  config: {
    mode: 'open',
    allowedHosts: ['localhost'],
    proxySecret: undefined,
    publicUrl: 'https://code.test',
  },
  version: 'test',
} as unknown as Composed;
const app = createApp<object>(() => composed);

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

async function send(message: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return app.request(
    'http://localhost/mcp',
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(message),
    },
    {},
  );
}

describe('the endpoint of MCP', () => {
  it.each([[[list, list]], [[list]], [[]]])(
    'refuses the batch %j, because its calls would count as one',
    async (batch) => {
      const response = await send(batch);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('Send each message in its own request.');
    },
  );

  it('sends the headers that every response of the server has', async () => {
    const response = await send(list);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toContain('get_context');
  });

  it('answers a client that also accepts HTML', async () => {
    const response = await send(list, { accept: 'text/html, application/json, text/event-stream' });
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  it('offers no subscription, whose response would stay open', async () => {
    const client = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const notifications = { toolsListChanged: true, resourcesListChanged: true };
    const params = { notifications, _meta: client };
    const response = await send(
      { ...list, method: 'subscriptions/listen', params },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    );
    expect(await response.text()).toContain('"resultType":"complete"');
  });
});
