/** The MCP server lets each identity do what the API lets it do: the tables are the same. */

import { beforeAll, describe, expect, it } from 'vitest';
import {
  identityNames,
  openTenants,
  repositoryNames,
  type IdentityName,
  type Tenants,
} from '../../../support/hosted/open-tenants.ts';
import { createMcpMessage, readMcpReply } from '../../../support/mcp-message.ts';
import { repositoryTables } from './expectations.ts';

let tenants: Tenants;
beforeAll(async () => {
  tenants = await openTenants();
});

const send = (as: IdentityName, method: string, params: object): Promise<Response> =>
  tenants.send(as, '/mcp', createMcpMessage(method, params));

interface Reply {
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
  readonly error?: { readonly code: number; readonly message: string };
}

const readReply = async (response: Response): Promise<Reply> => (await readMcpReply(response)) as Reply;

/** The status that the API would have answered. */
const statusByCode: Readonly<Record<string, string>> = {
  repository_not_found: '404',
  scope_missing: '403',
  not_allowed: '403',
  sign_in_required: '401',
};

async function callTool(as: IdentityName, name: string, input: object): Promise<string> {
  const response = await send(as, 'tools/call', { name, arguments: input });
  if (response.status !== 200) return String(response.status);
  const { result } = await readReply(response);
  const [{ text } = { text: '' }] = result?.content ?? [];
  if (result?.isError !== true) return 'ok';
  const [, code = text] = /\((\w+)\)\./.exec(text) ?? [];
  return statusByCode[code] ?? text;
}

/** A tool finds the repository first, so it may not find one that the API refuses for the scope. */
const toRefusal = (outcome: string): string => (/^40[34]$/.test(outcome) ? 'refused' : outcome);

const tools = [
  ['read_file', repositoryTables.read, (id: string) => ({ link: `/r/${id}/files/src/join.ts` })],
  [
    'get_context',
    repositoryTables.search,
    (id: string) => ({ repository: id, question: 'How are chunks joined?' }),
  ],
  ['ask', repositoryTables.ask, (id: string) => ({ repository: id, question: 'How are chunks joined?' })],
] as const;

describe.each(tools)('%s', (tool, table, toInput) => {
  it.each(identityNames)('is as permitted as the API for %s', async (as) => {
    const expected = table[as].trim().split(/\s+/).map(toRefusal);
    const found: string[] = [];
    for (const name of repositoryNames)
      found.push(toRefusal(await callTool(as, tool, toInput(tenants.ids[name]))));
    expect(found).toEqual(expected);
  });
});

async function readResource(as: IdentityName, uri: string): Promise<string> {
  const response = await send(as, 'resources/read', { uri });
  if (response.status !== 200) return String(response.status);
  const { result, error } = await readReply(response);
  if (result !== undefined) return 'ok';
  const [, code = ''] = /\((\w+)\)\./.exec(error?.message ?? '') ?? [];
  return statusByCode[code] ?? `${error?.code} ${error?.message}`;
}

describe('a file as a resource', () => {
  it.each(identityNames)('is as permitted as the API for %s', async (as) => {
    const found: string[] = [];
    for (const name of repositoryNames)
      found.push(await readResource(as, `wherefore://${tenants.ids[name]}/src/join.ts`));
    expect(found).toEqual(repositoryTables.read[as].trim().split(/\s+/));
  });
});

describe('the list of repositories', () => {
  it.each([
    ['anna', ['private-a', 'public-a', 'popular', 'turned-private']],
    ['ben', ['private-b', 'public-a', 'popular']],
    ['visitor', ['public-a', 'popular']],
    ['page', ['public-a']],
  ] as const)('shows %s nothing that the API does not list', async (as, readable) => {
    const response = await send(as, 'tools/call', { name: 'list_repositories', arguments: {} });
    const { result } = await readReply(response);
    const text = result?.content[0]?.text ?? '';
    const shown = repositoryNames.filter((name) => text.includes(`acme/${name}`));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((name) => !readable.some((allowed) => allowed === name))).toEqual([]);
  });
});
