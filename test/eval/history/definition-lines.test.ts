import { expect, it } from 'vitest';
import { findDefinitions, findDefinedNames } from './definition-lines.ts';

it('finds where definitions begin and end, including decorators', () => {
  const text = `import os

@cached
def cut(
    text,
):
    return text

class Store:
    limit = 1

    def join(self):
        return 1
`;
  expect(findDefinitions(text)).toEqual([
    { name: 'cut', startLine: 3, endLine: 7 },
    { name: 'Store', startLine: 9, endLine: 13 },
    { name: 'join', startLine: 12, endLine: 13 },
  ]);
});

it('finds definitions in Go, TypeScript and Rust', () => {
  const go = 'func (c *Context) Bind(x int) error {\n\treturn nil\n}\n\ntype Engine struct {\n\tA int\n}\n';
  expect(findDefinitions(go)).toEqual([
    { name: 'Bind', startLine: 1, endLine: 3 },
    { name: 'Engine', startLine: 5, endLine: 7 },
  ]);
  const typescript =
    'export async function run() {\n  return 1\n}\nexport const find = (a: number) => {\n  return a\n}\nconst limit = 3\n';
  expect(findDefinitions(typescript).map(({ name, endLine }) => [name, endLine])).toEqual([
    ['run', 3],
    ['find', 6],
  ]);
  const rust = '#[inline]\npub(crate) fn glob(x: u8) -> u8 {\n    x\n}\n';
  expect(findDefinitions(rust)).toEqual([{ name: 'glob', startLine: 1, endLine: 4 }]);
});

it('finds every name that a patch line defines', () => {
  expect(findDefinedNames('+func (c *Context) Bind(x int) {')).toEqual(['Bind']);
  expect(findDefinedNames('-    async def read(self):')).toEqual(['read']);
  expect(findDefinedNames('+export default class App extends Base {')).toEqual(['App']);
  expect(findDefinedNames('+  redefine(x)')).toEqual([]);
});
