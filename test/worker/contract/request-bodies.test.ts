/** No request body accepts an unknown field, except those listed with their reason: a misspelled limit or expiry must not be ignored. */

import { describe, expect, it } from 'vitest';
import { document, operations } from '../../support/contract/example-runner.ts';

type Node = Readonly<Record<string, unknown>>;

/** Paths of objects inside the bodies of operations that accept unknown fields. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // The AI SDK's `useChat` adds fields of its own.
  chat: ['', 'messages.[]', 'messages.[].parts.[]'],
  // Evidence is sent as an answer returned it.
  checkCitations: ['citations.[]'],
};

const json = JSON.parse(JSON.stringify(document)) as Node;

describe.each(operations.filter(({ path, method }) => readBody(path, method) !== undefined))(
  '$id',
  ({ id, path, method }) => {
    it('accepts no unknown field', () => {
      expect(new Set(listOpenObjects(readBody(path, method), ''))).toEqual(new Set(exceptions[id] ?? []));
    });
  },
);

it('lists only operations that exist as exceptions', () => {
  const ids = operations.map(({ id }) => id);
  expect(Object.keys(exceptions).filter((id) => !ids.includes(id))).toEqual([]);
});

function readBody(path: string, method: string): unknown {
  return readAt(json, [
    'paths',
    path,
    method.toLowerCase(),
    'requestBody',
    'content',
    'application/json',
    'schema',
  ]);
}

function readAt(node: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((parent, name) => (isNode(parent) ? parent[name] : undefined), node);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOpenObjects(schema: unknown, at: string): readonly string[] {
  if (!isNode(schema)) return [];
  const { $ref, properties, additionalProperties, items } = schema;
  if (typeof $ref === 'string') return listOpenObjects(readAt(json, $ref.split('/').slice(1)), at);
  const inside = (name: string): string => (at === '' ? name : `${at}.${name}`);
  const isOpen =
    schema['type'] === 'object' && additionalProperties !== false && !isNode(additionalProperties);
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((kind) => schema[kind] ?? []);
  return [
    ...(isOpen ? [at] : []),
    ...branches.flatMap((branch) => listOpenObjects(branch, at)),
    ...Object.entries(isNode(properties) ? properties : {}).flatMap(([name, property]) =>
      listOpenObjects(property, inside(name)),
    ),
    ...listOpenObjects(items, inside('[]')),
  ];
}
