/**
 * The table of methods in the README of the package: each method is called, and the operation of the API reference that it requests stands
 * beside it. UPDATE_README=1 writes the table.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createClient } from '../../../worker/contract/client.ts';
import { operations } from '../../support/contract/example-runner.ts';

const readme = new URL('../../../clients/api/README.md', import.meta.url);
const marks = ['<!-- methods -->\n', '\n<!-- end of methods -->'] as const;
/** Values that fit the parameters of some methods. The others take texts, or ignore what they get. */
const attempts: readonly (readonly unknown[])[] = [
  ['a', 'b', 'c', 'd'],
  ['a', {}, {}, {}],
  [{}, {}, {}],
];

async function findRequest(name: string): Promise<string | undefined> {
  let sent: string | undefined;
  const client = createClient({
    baseUrl: 'http://server',
    fetch: async (input, init) => {
      sent ??= `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`;
      throw new Error('The test sends no request.');
    },
  });
  const method = new Map<string, unknown>(Object.entries(client)).get(name);
  for (const values of attempts) {
    if (typeof method !== 'function' || sent !== undefined) break;
    try {
      const result: unknown = Reflect.apply(method, client, [...values]);
      await (isStream(result) ? result.next() : result);
    } catch {
      // The request fails, or the values do not fit.
    }
  }
  return sent;
}

function isStream(value: unknown): value is AsyncGenerator {
  return typeof value === 'object' && value !== null && 'next' in value;
}

function findOperation(request: string): string | undefined {
  return operations.find(({ method, path }) =>
    new RegExp(`^${method} ${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(request),
  )?.id;
}

async function describeMethods(): Promise<string> {
  const methods = new Map<string, string[]>(operations.map(({ id }) => [id, []]));
  for (const name of Object.keys(createClient({ baseUrl: '' }))) {
    const request = await findRequest(name);
    // `receiptPath` returns an address and requests nothing.
    const id = request === undefined ? undefined : findOperation(request);
    if (id === undefined) expect([name, request]).toEqual(['receiptPath', undefined]);
    else methods.get(id)?.push(`\`${name}\``);
  }
  const rows = [...methods].filter(([, names]) => names.length > 0);
  const others = [...methods].filter(([, names]) => names.length === 0).map(([id]) => `\`${id}\``);
  const table = rows.map(([id, names]) => `| \`${id}\` | ${names.join(', ')} |`);
  return [
    '| operation | method |',
    '|---|---|',
    ...table,
    '',
    `These operations have no method: ${others.join(', ')}.`,
  ].join('\n');
}

it('the README lists the method of every operation', async () => {
  const text = readFileSync(readme, 'utf8');
  const [before = '', rest = ''] = text.split(marks[0]);
  const [, after = ''] = rest.split(marks[1]);
  const wanted = `${before}${marks[0]}\n${await describeMethods()}\n${marks[1]}${after}`;
  if (process.env['UPDATE_README'] === '1') writeFileSync(readme, wanted);
  else expect(text).toBe(wanted);
});
