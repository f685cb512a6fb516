/** Serves MCP over Streamable HTTP without sessions, for the current protocol and the one before. */

import { createMcpHandler } from '@modelcontextprotocol/server';
import { createMcpServer } from './create-mcp-server.ts';
import type { ToolContext } from './tool.ts';

export function serveMcp(request: Request, context: ToolContext, version: string): Promise<Response> {
  return createMcpHandler(() => createMcpServer(context, version)).fetch(request);
}
