/** The OpenAPI document is valid for a validator that knows nothing of what generates it, and complete for every operation. */

import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { findExample } from '../../../worker/contract/examples/examples.ts';
import { errorKinds } from '../../../worker/core/error-kinds.ts';
import { tags } from '../../../worker/contract/document/tags.ts';
import { document, operations } from '../../support/contract/example-runner.ts';

const json = JSON.parse(JSON.stringify(document)) as typeof document;

it('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate({ ...json })).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

it('describes the API, its groups and how requests are authorized', () => {
  const { info, servers, tags: groups = [], components } = json;
  expect(info).toMatchObject({ title: 'Wherefore', license: { identifier: 'MIT' } });
  expect(info).not.toHaveProperty('contact');
  expect(servers).toEqual([{ url: '/', description: 'This server' }]);
  expect(groups.map(({ name }) => name)).toEqual(Object.keys(tags));
  expect(groups.filter(({ description = '' }) => description === '')).toEqual([]);
  expect(Object.keys(components?.securitySchemes ?? {})).toEqual(['apiKey', 'session']);
});

it('has an id of its own for every operation', () => {
  const ids = operations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+[A-Za-z]*$/.test(id))).toEqual([]);
});

describe.each(operations)('$id', ({ id, method, path, tag }) => {
  const item = json.paths?.[path] ?? {};
  const operation = Object.entries(item).find(([name]) => name.toUpperCase() === method)?.[1] as {
    readonly summary: string;
    readonly description: string;
    readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
    readonly 'x-errors': readonly (keyof typeof errorKinds)[];
  };
  interface Media {
    readonly example?: unknown;
    readonly examples?: Readonly<Record<string, unknown>>;
  }

  it('has a summary without a period, and sentences as its description', () => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.description).toMatch(/^[A-Z].*\.$/s);
  });

  it('has an example request and response', () => {
    const example = findExample(tag, id);
    expect(example).toBeDefined();
    const type = example?.contentType ?? 'application/json';
    const response = operation.responses[String(example?.status)];
    expect(response).toBeDefined();
    if (response?.content !== undefined) expect(response.content[type]?.example).toBeDefined();
  });

  it('has an example problem for each error, under its status', () => {
    for (const code of operation['x-errors']) {
      const { status } = errorKinds[code];
      expect(
        operation.responses[String(status)]?.content?.['application/problem+json']?.examples,
      ).toHaveProperty(code);
    }
  });
});

it('states scope and cost', () => {
  const search = json.paths?.['/v1/repositories/{id}/search']?.post;
  expect(search).toMatchObject({
    security: [{}, { apiKey: ['search'] }, { session: [] }],
    'x-scope': 'search',
    'x-cost': ['requests', 'tokens'],
  });
  expect(search?.description).toMatch(
    /Scope: `search`; visitors may call it for public repositories\. Counts as one request/,
  );
  expect(json.paths?.['/v1/keys']?.post?.security).toEqual([{ apiKey: ['admin'] }, { session: [] }]);
});

it.each([
  ['the account', json.paths?.['/v1/account']?.delete],
  ['sessions', json.paths?.['/v1/auth/list-sessions']?.get],
])('states that only a session may call the routes of %s', (_, operation) => {
  expect(operation).toMatchObject({ security: [{ session: [] }], 'x-scope': null });
  expect(operation?.description).toMatch(/It needs a session: no key may call it\. Counts as/);
  expect(operation?.description).not.toMatch(/Scope|No credential/);
});
