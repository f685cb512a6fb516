/** Calls `/mcp` of a real server as coding agents do: with the protocol's own tests, the inspector, and the command line's bridge. */

import { execFile, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from '../../../worker/core/text/tokens.ts';
import { ferryTree } from '../../support/files/ferry-tree.ts';
import { createMcpMessage, readMcpReply } from '../../support/mcp-message.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);

let journey: JourneyServer;
beforeAll(async () => {
  journey = await startJourneyServer();
  await journey.index('acme/ferry', await packTree(ferryTree));
});
afterAll(() => journey.close());

interface ToolReply {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

async function call(method: string, params: object): Promise<unknown> {
  return readMcpReply(await fetch(`${journey.server.url}/mcp`, createMcpMessage(method, params)));
}

async function callTool(name: string, input: object): Promise<{ text: string; isError: boolean }> {
  const { result } = (await call('tools/call', { name, arguments: input })) as { result: ToolReply };
  return { text: result.content[0]?.text ?? '', isError: result.isError === true };
}

describe('the tools', () => {
  it('take at most 2,000 tokens of a model', async () => {
    const { result } = (await call('tools/list', {})) as { result: { tools: { name: string }[] } };
    expect(result.tools.map(({ name }) => name)).toEqual([
      'get_context',
      'search_code',
      'read_file',
      'find_symbol',
      'graph',
      'history',
      'ask',
      'list_repositories',
    ]);
    // A model's tokenizer needs four characters for a token of JSON; `o200k` counts 1,788 here.
    expect(JSON.stringify(result.tools).length / 4).toBeLessThan(2_000);
  });

  it.each([2_000, 8_000])('return a context within %i tokens, best definition first', async (maxTokens) => {
    const { text } = await callTool('get_context', { question: 'How is a seat booked?', maxTokens });
    expect(countTokens(text)).toBeLessThanOrEqual(maxTokens);
    expect(text).toMatch(/### src\/ferry\/\S+\.py:\d+-\d+/);
    const [link = ''] = /http:\/\/\S+\/files\/\S+#L\d+-L\d+/.exec(text) ?? [];
    const read = await callTool('read_file', { link });
    expect(read.isError).toBe(false);
    const [, code = 'none'] = /```python\n([\s\S]*?)\n```/.exec(read.text) ?? [];
    expect(text).toContain(code);
  });

  it('find definitions, callers and passages with links', async () => {
    const symbol = await callTool('find_symbol', { name: 'Boat' });
    expect(symbol.text).toContain('(class Boat)');
    const graph = await callTool('graph', { query: 'importers', path: 'src/ferry/boats/boat.py' });
    expect(graph.text).toContain('src/ferry/booking.py');
    expect(graph.text).toMatch(/imports at src\/ferry\/booking\.py:\d+/);
    const search = await callTool('search_code', { query: 'boats wait for people', languages: ['markdown'] });
    expect(search.text).toContain('src/ferry/harbour/README.md');
    const folder = await callTool('read_file', { path: 'src/ferry/' });
    // A folder is listed as the version that was read, also when a newer one is indexed.
    expect(folder.text).toMatch(/- src\/ferry\/boats\/: http\S+\?version=/);
    expect(symbol.text).toMatch(/^1 definition of Boat\./);
    const line = await callTool('read_file', { path: 'src/ferry/booking.py', startLine: 2, endLine: 2 });
    expect(line.text).toMatch(/^Line 2 of \d+,/);
    expect(line.text).toContain('### src/ferry/booking.py:2\n');
    expect((await callTool('list_repositories', {})).text).toMatch(/^1 repository\./);
  });

  it('answer with numbered sources', async () => {
    const { text } = await callTool('ask', { question: 'How is a seat booked?' });
    expect(text).toMatch(/\[1\]/);
    expect(text).toMatch(/- \[1\] src\/ferry\/\S+:\d+-\d+: http/);
    expect(text).not.toContain('[chunk:');
  });

  it.each([
    ['read_file', { path: '../../keys' }, '".."'],
    ['read_file', { link: '/r/x/files/..%2f..%2fkeys' }, 'does not lead to a file'],
    ['read_file', {}, 'Set `link` or `path`'],
    ['read_file', { path: 'src/ferry/booking.py', startLine: 9_999 }, 'startLine is 9999'],
    ['history', { question: 'why?', path: 'a.py' }, 'not both'],
    ['get_context', { question: 'x'.repeat(4_001) }, 'question: it has 4,001 characters ("xxx'],
    ['get_context', { quesion: 'How?' }, '"quesion" is not a field here; did you mean "question"?'],
    ['get_context', { question: 'How?', maxTokens: 1e9 }, 'maxTokens'],
    ['get_context', { question: 'How?', repository: 'nothing' }, 'acme/ferry (id '],
    ['graph', { query: 'callers', symbol: 'Boatt' }, 'Closest names:'],
  ])('%s refuses %j with what to do', async (name, input, expected) => {
    const { text, isError } = await callTool(name, input);
    expect(isError).toBe(true);
    expect(text).toContain(expected);
  });

  it('have a guide, to which a browser is led', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml' };
    const response = await fetch(`${journey.server.url}/mcp`, { headers, redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs/mcp']);
  });

  it('refuse a body that is larger than any valid call', async () => {
    const response = await fetch(`${journey.server.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: ' '.repeat(70_000),
    });
    expect(response.status).toBe(413);
  });
});

describe('the resources', () => {
  it('are the files of each repository', async () => {
    const { result } = (await call('resources/list', {})) as { result: { resources: { uri: string }[] } };
    const [root] = result.resources;
    const read = async (uri: string | undefined): Promise<string> =>
      JSON.stringify(await call('resources/read', { uri }));
    expect(await read(root?.uri)).toContain('src/');
    expect(await read(`${root?.uri}src/ferry/boats/boat.py`)).toContain('class Boat');
    expect(await read('wherefore://../keys')).toContain('"error"');
    // -32602 or -32002, by the version of the protocol: the resource does not exist.
    expect(await read(`${root?.uri}src/nowhere.py`)).toMatch(/"code":-32(?:602|002)\b/);
  });
});

describe('other implementations of the protocol', () => {
  // The other scenarios call tools and prompts of a test server by name.
  it.each(['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'])(
    'the conformance tests pass %s',
    async (scenario) => {
      const program = resolve('@modelcontextprotocol/conformance/dist/index.js');
      const args = ['server', '--url', `${journey.server.url}/mcp`, '--scenario', scenario];
      const { stdout } = await run(process.execPath, [program, ...args]);
      expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed/);
    },
  );

  it('the inspector lists and calls tools', async () => {
    const program = resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    const inspect = async (...args: string[]): Promise<string> => {
      const all = [program, '--cli', `${journey.server.url}/mcp`, '--transport', 'http', ...args];
      return (await run(process.execPath, all)).stdout;
    };
    expect(JSON.parse(await inspect('--method', 'tools/list'))).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'get_context' })]),
    });
    const found = await inspect(
      '--method',
      'tools/call',
      '--tool-name',
      'find_symbol',
      '--tool-arg',
      'name=Boat',
    );
    expect(found).toContain('class Boat');
  });

  it('the command line serves the same tools over standard input and output', async () => {
    const bin = fileURLToPath(new URL('../../../clients/cli/bin.js', import.meta.url));
    const child = spawn(process.execPath, [bin, 'mcp'], {
      env: { ...process.env, WHEREFORE_URL: journey.server.url },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async (id: number, method: string, params: object): Promise<unknown> => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      const { value } = await lines.next();
      return JSON.parse(String(value));
    };
    const clientInfo = { name: 'test', version: '1' };
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    expect(await ask(1, 'initialize', hello)).toMatchObject({
      result: { serverInfo: { name: 'wherefore' } },
    });
    const input = { name: 'find_symbol', arguments: { name: 'Boat' } };
    expect(JSON.stringify(await ask(2, 'tools/call', input))).toContain('class Boat');
    const exit = new Promise((done) => child.once('exit', done));
    child.stdin.end();
    expect(await exit).toBe(0);
  });
});
