/** `wherefore keys` manages API keys, and refusals state what helps. */

import { expect, test } from 'vitest';
import type { Key } from '../../../../worker/contract/keys/schema.ts';
import { keysCommand } from '../../../../clients/cli/commands/keys-command.ts';
import { describeError } from '../../../../clients/cli/describe-error.ts';
import { parseArguments } from '../../../../clients/cli/parse-arguments.ts';
import { createTerminal } from '../../../../clients/cli/terminal/terminal.ts';
import {
  createRepository,
  sendJson,
  sendProblem,
  startWireServer,
  type RouteHandler,
} from '../../../support/server/wire-server.ts';

const key: Key = {
  id: 'k1',
  kind: 'secret',
  name: 'CI',
  prefix: 'wf_Ab3dE',
  scopes: ['ask', 'read'],
  repositories: null,
  origins: [],
  limits: {},
  createdAt: '2026-11-28T10:00:00.000Z',
  expiresAt: null,
  lastUsedAt: '2026-11-28T11:00:00.000Z',
  revokedAt: null,
};
const revoked: Key = {
  ...key,
  id: 'k2',
  name: 'Old',
  lastUsedAt: null,
  revokedAt: '2026-11-28T12:00:00.000Z',
};
const list: RouteHandler = (response) => sendJson(response, { keys: [key, revoked] });
const secret: RouteHandler = (response) => sendJson(response, { key, secret: 'wf_secret' });

async function run(routes: Readonly<Record<string, RouteHandler>>, ...args: readonly string[]) {
  const server = await startWireServer(routes);
  const [printed, noted]: [string[], string[]] = [[], []];
  const terminal = createTerminal({
    stdout: { write: (text) => printed.push(text) },
    stderr: { write: (text) => noted.push(text) },
    json: false,
  });
  const result = await keysCommand.run(parseArguments(keysCommand, args), {
    terminal,
    environment: { WHEREFORE_URL: server.url, WHEREFORE_KEY: 'wf_own' },
    workingDirectory: '/',
    signal: new AbortController().signal,
  });
  return { ...result, ...server, printed: printed.join(''), noted: noted.join('') };
}

const fail = (...parameters: Parameters<typeof run>) =>
  run(...parameters).then(
    () => undefined,
    (error: unknown) => describeError(error),
  );

test('lists keys with their scopes, state and last use', async () => {
  const { printed } = await run({ 'GET /v1/keys': list }, 'list');
  expect(printed).toMatch(/k1 +wf_Ab3dE… +CI +ask read +active +used 2026-11-28/);
  expect(printed).toMatch(/k2 +wf_Ab3dE… +Old +ask read +revoked 2026-11-28 +never used/);
});

test('creates a key and prints only its secret as the result', async () => {
  const { printed, noted, bodies } = await run(
    {
      'POST /v1/keys': secret,
      'GET /v1/repositories': (response) => sendJson(response, { repositories: [createRepository()] }),
    },
    'create',
    'CI',
    '--scope',
    'ask',
    '--scope',
    'read',
    '--questions',
    '10',
    '--repository',
    'r1',
  );
  expect(printed).toBe('wf_secret\n');
  expect(noted).toContain('not shown again');
  expect(JSON.parse(bodies.at(-1)?.toString() ?? '')).toEqual({
    name: 'CI',
    kind: 'secret',
    scopes: ['ask', 'read'],
    repositories: ['r1'],
    limits: { questionsPerDay: 10 },
  });
});

test('creates a publishable key for an origin', async () => {
  const { bodies } = await run(
    { 'POST /v1/keys': secret },
    'create',
    'Docs',
    '--origin',
    'https://docs.example.org',
  );
  expect(JSON.parse(bodies[0]?.toString() ?? '')).toEqual({
    name: 'Docs',
    kind: 'publishable',
    origins: ['https://docs.example.org'],
  });
});

test('rotates and revokes a key by its id or name', async () => {
  const routes = {
    'GET /v1/keys': list,
    'POST /v1/keys/k1/rotate': secret,
    'DELETE /v1/keys/k1': ((response) => void response.writeHead(204).end()) satisfies RouteHandler,
  };
  const rotated = await run(routes, 'rotate', 'CI', '--grace', '24');
  expect(rotated.printed).toBe('wf_secret\n');
  expect(JSON.parse(rotated.bodies.at(-1)?.toString() ?? '')).toEqual({ graceHours: 24 });
  const removed = await run(routes, 'revoke', 'k1');
  expect(removed.requests.at(-1)).toBe('DELETE /v1/keys/k1');
  const unknown = await fail(routes, 'revoke', 'Old');
  expect(unknown).toMatchObject({ exit: 'notFound', json: { error: { code: 'key_not_found' } } });
  expect(unknown?.lines.join(' ')).toContain('There is no active key "Old".');
});

test('rejects unknown actions and scopes, and a missing name', async () => {
  for (const [args, message] of [
    [['delete'], '"delete" is not an action.'],
    [['create'], 'requires a name'],
    [['revoke'], 'requires the id of a key'],
    [['create', 'CI', '--scope', 'write'], '"write" is not a scope.'],
  ] as const)
    expect((await fail({ 'GET /v1/keys': list }, ...args))?.lines.join(' ')).toContain(message);
});

test('says how long to wait and what else helps', async () => {
  const details = { retryAfter: 7_500, helps: ['wait', 'sign_in', 'own_model_key'] };
  const limited = await fail(
    { 'GET /v1/keys': (response) => sendProblem(response, 429, 'limit_reached', details) },
    'list',
  );
  expect(limited?.exit).toBe('usage');
  expect(limited?.lines).toEqual(
    expect.arrayContaining([
      'Try again in 3 hours.',
      'Or set WHEREFORE_KEY to an API key of this server.',
      'Or use --model with your own key of its provider, such as WHEREFORE_OPENAI_KEY.',
    ]),
  );
  for (const [seconds, text] of [
    [37, '37 s'],
    [601, '11 minutes'],
  ] as const) {
    const short = await fail(
      {
        'GET /v1/keys': (response) =>
          sendProblem(response, 429, 'limit_reached', { retryAfter: seconds, helps: ['wait'] }),
      },
      'list',
    );
    expect(short?.lines).toContain(`Try again in ${text}.`);
  }
  for (const [status, code, text] of [
    [401, 'sign_in_required', 'Set WHEREFORE_KEY to an API key'],
    [401, 'key_refused', 'Set WHEREFORE_KEY to an API key'],
    [403, 'scope_missing', 'a key with this scope'],
  ] as const) {
    const refused = await fail({ 'GET /v1/keys': (response) => sendProblem(response, status, code) }, 'list');
    expect(refused?.lines.join(' ')).toContain(text);
  }
});

test('refuses an option of another action, which it would ignore', async () => {
  const refused = await fail({ 'GET /v1/keys': list }, 'rotate', 'CI', '--scope', 'admin');
  expect(refused?.lines.join()).toContain('--scope does not apply to "keys rotate".');
  expect(await fail({ 'POST /v1/keys': secret }, 'create', 'CI', '--grace', '3')).toMatchObject({
    exit: 'usage',
  });
});

test('with --json writes the secret into the object alone', async () => {
  const { json, printed, noted } = await run({ 'POST /v1/keys': secret }, 'create', 'CI', '--json');
  expect(json).toMatchObject({ secret: 'wf_secret' });
  expect(printed + noted).not.toContain('wf_secret');
});
