/** What `--json` prints of an export: the export itself. */

import { expect, test } from 'vitest';
import type { Command } from '../../../../clients/cli/command.ts';
import { graphCommand } from '../../../../clients/cli/commands/graph-command.ts';
import { listCommand } from '../../../../clients/cli/commands/list-command.ts';
import { parseArguments } from '../../../../clients/cli/parse-arguments.ts';
import { createTerminal } from '../../../../clients/cli/terminal/terminal.ts';
import {
  createRepository,
  sendJson,
  startWireServer,
  type RouteHandler,
} from '../../../support/server/wire-server.ts';

const repository = createRepository();

async function run(command: Command, path: string, answer: RouteHandler, ...args: readonly string[]) {
  const server = await startWireServer({
    'GET /v1/repositories': (response) => sendJson(response, { repositories: [repository] }),
    [`GET /v1/repositories/${repository.id}${path}`]: answer,
  });
  const silent = { write: () => true };
  const { json } = await command.run(parseArguments(command, [repository.name, ...args, '--json']), {
    terminal: createTerminal({ stdout: silent, stderr: silent, json: true }),
    environment: { WHEREFORE_URL: server.url },
    workingDirectory: '/',
    signal: new AbortController().signal,
  });
  return json;
}

const sendText =
  (text: string): RouteHandler =>
  (response) => {
    response.end(text);
  };

test('is the graph, as an object or as GraphML', async () => {
  const graph = { nodes: [], edges: [] };
  expect(await run(graphCommand, '/graph', (response) => sendJson(response, graph), 'export')).toEqual(graph);
  expect(await run(graphCommand, '/graph', sendText('<graphml/>'), 'export', '--graphml')).toEqual({
    graphml: '<graphml/>',
  });
});

test('is the text of a table', async () => {
  expect(
    await run(listCommand, '/lists/definitions', sendText('path,line\na.ts,1\n'), 'definitions', '--csv'),
  ).toEqual({ csv: 'path,line\na.ts,1' });
});
