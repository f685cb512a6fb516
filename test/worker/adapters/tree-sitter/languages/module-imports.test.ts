/** Tests import statements of JavaScript and TypeScript, and the names they bind. */
import { expect, it } from 'vitest';
import { readModuleImports } from '../../../../../worker/adapters/tree-sitter/languages/module-imports.ts';

/** Formats imports as `module, imported as local, …`, with `*` for a wildcard and `>` for a re-export. */
const formatImports = (statement: string): string | undefined =>
  readModuleImports(statement)
    .map(({ module, bindings = [], wildcard, reexported }) =>
      [
        `${reexported === true ? '> ' : ''}${module}`,
        ...bindings.map(({ imported, local }) => (imported === local ? local : `${imported} as ${local}`)),
        ...(wildcard === true ? ['*'] : []),
      ].join(', '),
    )
    .join('; ');

it.each([
  ["import 'm'", 'm'],
  ["import a from 'm'", 'm, default as a'],
  ["import a, { b, c as d } from 'm';", 'm, default as a, b, c as d'],
  ["import a, * as b from 'm'", 'm, default as a, * as b'],
  ["import * as b from 'm'", 'm, * as b'],
  ["import { default as a, 'x y' as b } from 'm'", 'm, default as a, x y as b'],
  ["import type { A } from 'm'", 'm, A'],
  ["import type A from 'm'", 'm, default as A'],
  ["import type from 'm'", 'm, default as type'],
  ["import { type A, type as b } from 'm'", 'm, A, type as b'],
  ["import { a } from './b.json' with { type: 'json' }", './b.json, a'],
  ["import { a, // 'not this'\n b } from 'https://x.example/m'", 'https://x.example/m, a, b'],
  ["import a = require('m')", 'm, * as a'],
  ["import('m')", 'm'],
  ["require('m')", 'm'],
  ["export * from 'm'", '> m, *'],
  ["export * as a from 'm'", '> m, * as a'],
  ["export { a as b, default as c, d } from 'm'", '> m, a as b, default as c, d'],
  ["export type { A } from 'm'", '> m, A'],
  ["a = require('m')", 'm, * as a'],
  ["a = require('m').b", 'm, b as a'],
  ["{ a, b: c, d = 1 } = await import('m')", 'm, a, b as c, d'],
  ["a: typeof B = require('m')", 'm, * as a'],
])('reads %s', (statement, expected) => expect(formatImports(statement)).toBe(expected));

it.each(["it('does', () => {})", "a = load('m')", 'export const a = 1', 'a = b', "a = [require('m')]"])(
  'reads no import from %s',
  (statement) => expect(readModuleImports(statement)).toEqual([]),
);

it('returns the position of each name', () => {
  const statement = "import {\n  a,\n  b as c,\n} from 'm'";
  const places = readModuleImports(statement)[0]?.bindings?.map(({ offset = 0 }) =>
    statement.slice(offset, offset + 1),
  );
  expect(places).toEqual(['a', 'b']);
});
