/** Tests that each fault reaches the caller, and only for the calls that its rule matches. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFaults, type Fault } from './faults.ts';
import { startSampleGitHub, type SampleGitHub } from './sample-github.ts';

let github: SampleGitHub;
beforeAll(async () => {
  github = await startSampleGitHub();
});
afterAll(() => github.close());

const user = '/user';
const on = /^GET \/user/;

async function answerTo(fault: Fault): Promise<Response> {
  github.setFaults([fault]);
  return github.get(user);
}

describe('a fault rule', () => {
  it('strikes only the calls that match its pattern, and counts only those', () => {
    const faults = createFaults([
      { kind: 'bad-gateway', on: /^GET \/a/, nth: [1, 3] },
      { kind: 'server-error', on: /^GET/, nth: 2 },
    ]);
    const struck = ['GET /a', 'POST /a', 'GET /a', 'GET /a', 'GET /b'].map(
      (call) => faults.strike(call)?.kind,
    );
    expect(struck).toEqual(['bad-gateway', undefined, 'server-error', 'bad-gateway', undefined]);
  });

  it('restarts its count when the rules are replaced, whatever flags its pattern has', () => {
    const fault = { kind: 'bad-gateway', on: /a/g, nth: 1 } as const;
    const faults = createFaults([fault]);
    expect(faults.strike('GET /a')).toBeDefined();
    expect(faults.strike('GET /a')).toBeUndefined();
    faults.replace([fault]);
    expect(faults.strike('GET /a')).toBeDefined();
  });

  it('matches GraphQL calls by the name of the operation', async () => {
    github.setFaults([{ kind: 'bad-gateway', on: /^POST \/graphql Slow$/ }]);
    const answers = await Promise.all(
      ['Slow', 'Quick'].map((name) => github.query(`query ${name} { viewer { login } }`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([502, 200]);
  });
});

describe('faults', () => {
  it.each([
    [{ kind: 'bad-gateway' }, 502, {}],
    [{ kind: 'server-error' }, 500, { 'content-type': 'text/html; charset=utf-8' }],
    [{ kind: 'primary-limit' }, 403, { 'x-ratelimit-remaining': '0' }],
    [{ kind: 'secondary-limit', retryAfterSeconds: 7 }, 403, { 'retry-after': '7' }],
    [{ kind: 'secondary-limit', status: 429 }, 429, { 'retry-after': '1' }],
  ] as const)('include %o, which returns status %i', async (kind, status, headers) => {
    const response = await answerTo({ ...kind, on });
    expect(response.status).toBe(status);
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
    expect(github.calls.at(-1)?.status).toBe(status);
  });

  it('report when a spent budget resets', async () => {
    const response = await answerTo({ kind: 'primary-limit', resetInSeconds: 500, on });
    const reset = Number(response.headers.get('x-ratelimit-reset')) * 1000;
    expect(reset - Date.now()).toBeGreaterThan(400_000);
  });

  it('truncate the JSON of a reply', async () => {
    const response = await answerTo({ kind: 'malformed-json', on });
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  it('redirect to the same address', async () => {
    const response = await answerTo({ kind: 'redirect-loop', on });
    expect([response.status, response.headers.get('location')]).toEqual([302, `${github.url}${user}`]);
    await expect(fetch(`${github.url}${user}`)).rejects.toThrow(TypeError);
  });

  it('slow a reply down but complete it', async () => {
    const response = await answerTo({
      kind: 'slow',
      beforeHeadersMs: 5,
      betweenPiecesMs: 1,
      pieceBytes: 200,
      on,
    });
    expect(await response.json()).toMatchObject({ login: 'ann' });
  });

  it('drop the connection halfway through an archive', async () => {
    github.setFaults([{ kind: 'drop', on: /^GET \/codeload\//, nth: 1 }]);
    const location = (await github.get('/repos/acme/harbour/tarball/main')).headers.get('location') ?? '';
    const interrupted = await fetch(location);
    expect(interrupted.status).toBe(200);
    await expect(interrupted.arrayBuffer()).rejects.toThrow(TypeError);
    expect((await (await fetch(location)).arrayBuffer()).byteLength).toBeGreaterThan(100);
  });

  it('report GraphQL errors inside a 200 response', async () => {
    github.setFaults([{ kind: 'graphql-limit', on: /graphql/, nth: 1 }]);
    const limited = await github.query('{ viewer { login } }');
    expect(limited).toMatchObject({ status: 200, body: { errors: [{ type: 'RATE_LIMITED' }] } });
    expect(limited.headers.get('x-ratelimit-remaining')).toBe('0');
    github.setFaults([{ kind: 'graphql-limit', type: 'RATE_LIMIT', on: /graphql/ }]);
    const other = await github.query('{ viewer { login } }');
    expect(other.body.errors).toMatchObject([{ type: 'RATE_LIMIT', code: 'graphql_rate_limit' }]);
    github.setFaults([{ kind: 'graphql-partial', path: 'repository.pullRequest', on: /graphql/ }]);
    const partial = await github.query(
      '{ repository(owner: "acme", name: "harbour") { name pullRequest(number: 3) { title } } }',
    );
    expect(partial.body.data).toEqual({ repository: { name: 'harbour', pullRequest: null } });
    expect(partial.body.errors).toMatchObject([{ path: ['repository', 'pullRequest'] }]);
  });
});
