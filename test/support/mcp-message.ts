/** A message to `/mcp` as clients send it, and its reply, which may be one event of a stream. */

export function createMcpMessage(method: string, params: object) {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}

export async function readMcpReply(response: Response): Promise<unknown> {
  const text = await response.text();
  return JSON.parse(/^data: ?(.+)$/m.exec(text)?.[1] ?? text);
}
