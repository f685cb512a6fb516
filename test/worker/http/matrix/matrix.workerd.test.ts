/** Sends every route of the contract as every identity to every repository, and compares the results with tables written by hand. */

import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../../../worker/core/text/hash.ts';
import { createApp } from '../../../../worker/http/app.ts';
import {
  identityNames,
  openTenants,
  repositoryNames,
  type IdentityName,
  type RepositoryName,
  type Tenants,
} from '../../../support/hosted/open-tenants.ts';
import { expectedInGeneral, expectedOfRepository, type Outcome } from './expectations.ts';
import { generalRows, repositoryRows, type GeneralRow, type Place, type RepositoryRow } from './rows.ts';

const talk = 'talk';
const unusedTalk = 'unused';
const question = 'Where is `joinChunks` defined?';
const withTalk = ['private-a', 'public-a', 'popular', 'turned-private'] as const;
const codes: Readonly<Record<'401' | '403', readonly string[]>> = {
  '401': ['sign_in_required', 'key_refused'],
  '403': ['scope_missing', 'not_allowed', 'owner_required'],
};

let tenants: Tenants;
let cells = 0;
const places = new Map<RepositoryName, Place>();

/** The routes of the contract, such as `GET /v1/repositories/{id}`. */
const routes = createApp<object>(() => {
  throw new Error('No request is sent.');
}).openAPIRegistry.definitions.flatMap((definition) =>
  definition.type === 'route' ? [`${definition.route.method.toUpperCase()} ${definition.route.path}`] : [],
);

const addShare = async (id: string, repositoryId: string, token: string): Promise<void> => {
  await env.CATALOG.prepare('DELETE FROM share WHERE id = ?1').bind(id).run();
  await tenants.services.shareStore.add(
    {
      id,
      owner: 'anna',
      repositoryId,
      conversationId: talk,
      title: question,
      createdAt: tenants.bench.clock.now(),
      expiresAt: undefined,
    },
    await sha256(token),
  );
};

async function readPlace(name: RepositoryName): Promise<Place> {
  const id = tenants.ids[name];
  const [snapshot] = await tenants.services.catalog.listSnapshots([id]);
  const place = { conversation: talk, token: `token-${name}`, popular: tenants.ids.popular };
  const version = snapshot?.id ?? 'none';
  if (!withTalk.some((known) => known === name)) return { ...place, version, turn: 'none' };
  const answer = await tenants.send('anna', `/v1/repositories/${id}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ question, conversationId: talk }),
  });
  expect(answer.status).toBe(200);
  await addShare(`share-${name}`, id, place.token);
  return { ...place, version, turn: (await answer.json<{ id: string }>()).id };
}

/** What the last routes may have removed. */
async function restoreOwnItems(): Promise<void> {
  await addShare('spare-share', tenants.ids.popular, 'spare-token');
  await env.CATALOG.prepare(`DELETE FROM api_key WHERE id = 'spare-key' OR name = 'made'`).run();
  await env.CATALOG.prepare(
    `INSERT INTO api_key SELECT 'spare-key', user_id, kind, 'spare', 'wf_spare', '["admin"]', ?1, origins, limits, created_at,
       NULL, NULL, NULL FROM api_key WHERE user_id = 'anna' AND kind = 'secret' AND revoked_at IS NULL LIMIT 1`,
  )
    .bind(JSON.stringify([tenants.ids.popular]))
    .run();
}

beforeAll(async () => {
  tenants = await openTenants();
  for (const name of repositoryNames) places.set(name, await readPlace(name));
});

afterAll(() => {
  // oxlint-disable-next-line no-console -- the number of cells is a result of the test
  console.log(`${cells} cells: ${routes.length} routes, ${identityNames.length} identities`);
});

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly code: string | undefined;
}

interface Sending {
  readonly as: IdentityName;
  readonly route: string;
  readonly row: RepositoryRow | GeneralRow;
  readonly place: Place;
  readonly id?: string;
}

async function send({ as, route, row, place, id }: Sending): Promise<Reply> {
  const [method = '', path = ''] = route.split(' ');
  const values: Readonly<Record<string, string>> = { ...(id !== undefined && { id }), ...row.path?.(place) };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return name === 'path' ? value : encodeURIComponent(value);
  });
  const query = row.query === undefined ? '' : `?${new URLSearchParams(row.query(place))}`;
  const body = row.body === undefined ? {} : { body: JSON.stringify(row.body(place)) };
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const response = await tenants.send(as, filled + query, { method, headers, ...body });
  const text = await response.text();
  const isProblem = response.headers.get('content-type') === 'application/problem+json';
  const problem = isProblem ? (JSON.parse(text) as { code: string }) : undefined;
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    code: problem?.code,
  };
}

/** A reply without what differs on each request or repeats the request. */
function comparable({ status, headers, text }: Reply, ...repeated: readonly string[]): unknown {
  const { 'x-request-id': _requestId, ratelimit: _left, 'set-cookie': _cookie, ...others } = headers;
  const without = text.replaceAll(/"requestId":"[^"]*"/g, '').replaceAll(/"endedMs":\d+/g, '');
  return {
    status,
    others,
    text: repeated.reduce((rest, part) => rest.replaceAll(part, '<repeated>'), without),
  };
}

function expectOutcome(reply: Reply, expected: Outcome, row: RepositoryRow | GeneralRow): void {
  if (expected === 'ok') {
    if (row.allowedProblems?.some((code) => code === reply.code) === true) return;
    expect(reply.status, reply.text).toBeLessThan(400);
  }
  if (expected !== 'ok' && expected !== 'none') expect(String(reply.status), reply.text).toBe(expected);
  if (expected === '401' || expected === '403') expect(codes[expected]).toContain(reply.code);
}

/** What depends on the viewer must not reach a shared cache. */
function expectPrivate(route: string, { headers }: Reply): void {
  if (route === 'GET /v1/receipt-keys' && headers['cache-control'] === 'public, max-age=300') return;
  expect(headers['cache-control'], route).toMatch(/\bprivate\b|\bno-store\b/);
  for (const name of ['authorization', 'cookie']) expect(headers['vary'] ?? '', route).toContain(name);
}

it('has a row for every route, and no other', () => {
  const rows = [...Object.keys(repositoryRows), ...Object.keys(generalRows)];
  expect(rows.toSorted()).toEqual(routes.toSorted());
});

const readPlaceOf = (name: RepositoryName): Place => {
  const place = places.get(name);
  if (place === undefined) throw new Error(`${name} has not been set up.`);
  return place;
};

/** What is wrong with one cell; empty if nothing is. */
type Problems = readonly string[];

function check(cell: string, test: () => void): Problems {
  try {
    test();
    return [];
  } catch (thrown) {
    return [`${cell}: ${thrown instanceof Error ? thrown.message : String(thrown)}`];
  }
}

interface RepositoryCell extends Omit<Sending, 'place' | 'id' | 'row'> {
  readonly row: RepositoryRow;
  readonly name: RepositoryName;
  readonly expected: Outcome;
  /** The reply about an unknown repository. */
  readonly unknown: Reply;
}

async function checkCell({ as, route, row, name, expected, unknown }: RepositoryCell): Promise<Problems> {
  const [id, place] = [tenants.ids[name], readPlaceOf(name)];
  const sending = { as, route, row, id };
  const reply = name === 'unknown' ? unknown : await send({ ...sending, place });
  const unused =
    expected === 'none'
      ? await send({ ...sending, place: { ...place, conversation: unusedTalk } })
      : undefined;
  cells += 1;
  return check(`${as}, ${name}, ${expected}`, () => {
    expectPrivate(route, reply);
    expectOutcome(reply, expected, row);
    if (expected === '404')
      expect(comparable(reply, id, place.token)).toEqual(
        comparable(unknown, tenants.ids.unknown, readPlaceOf('unknown').token),
      );
    if (unused === undefined) return;
    expect(comparable(reply, talk)).toEqual(comparable(unused, unusedTalk));
    expect(reply.text).not.toContain('joinChunks');
  });
}

describe('a route of a repository', () => {
  it.each(Object.entries(repositoryRows))('%s', async (route, row) => {
    const problems: string[] = [];
    for (const as of identityNames) {
      const [id, place] = [tenants.ids.unknown, readPlaceOf('unknown')];
      const unknown = await send({ as, route, row, place, id });
      for (const [column, name] of repositoryNames.entries()) {
        const expected = expectedOfRepository(row.repository, as, column);
        problems.push(...(await checkCell({ as, route, row, name, expected, unknown })));
      }
    }
    expect(problems).toEqual([]);
  });
});

describe('a route without a repository', () => {
  it.each(Object.entries(generalRows))('%s', async (route, row) => {
    const problems: string[] = [];
    for (const as of identityNames) {
      await restoreOwnItems();
      const expected = expectedInGeneral(row.general, as);
      const reply = await send({ as, route, row, place: readPlaceOf('popular') });
      cells += 1;
      problems.push(
        ...check(`${as}, ${expected}`, () => {
          expectPrivate(route, reply);
          expectOutcome(reply, expected, row);
        }),
      );
    }
    expect(problems).toEqual([]);
  });
});
