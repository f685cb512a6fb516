/** `wherefore mcp`: an MCP server over standard input and output, for coding agents that start their servers as programs. */

import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect, serverUrl } from '../connect.ts';

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'connect a coding agent, as an MCP server over standard input and output',
  usage: `[options]
Add it to the configuration of your agent; it runs until its input ends:
  { "mcpServers": { "wherefore": { "command": "npx", "args": ["wherefore", "mcp"] } } }
It reads the server at WHEREFORE_URL with the key in WHEREFORE_KEY. An agent that
supports HTTP can use the address of the server followed by /mcp instead.

Exit codes: 0 its input ended; 3 no server responds.`,
  options: {},
  operands: { needs: [], max: 0 },
  isOpenEnded: true,
  run,
};

async function run(_: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const { version } = await client.health();
  // Only this command needs the protocol, which takes long to load.
  const [{ serveLines }, { createMcpServer }] = await Promise.all([
    import('../mcp/serve-lines.ts'),
    import('../../../worker/mcp/create-mcp-server.ts'),
  ]);
  const origin = serverUrl(context.environment);
  const { stdin: input, stdout: output } = process;
  const { signal } = context;
  await serveLines(() => createMcpServer({ client, origin }, version), { input, output, signal });
  return { exit: 'ok', json: {} };
}
