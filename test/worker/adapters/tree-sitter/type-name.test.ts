/** Tests that a type annotation is reduced to the name of a single type. */
import { expect, it } from 'vitest';
import { typeName } from '../../../../worker/adapters/tree-sitter/type-name.ts';

it.each([
  ['Foo', 'Foo'],
  [': Foo', 'Foo'],
  ['"Foo"', 'Foo'],
  ['a::b::Foo<T>', 'a.b.Foo'],
  ['Optional[Foo]', 'Foo'],
  ['t.Optional["Foo"]', 'Foo'],
  ['Foo | None', 'Foo'],
  ['Foo | null | undefined', 'Foo'],
  ['Union[Foo, None]', 'Foo'],
  ['Coroutine[Any, Any, Foo]', 'Foo'],
  ['Annotated[Foo, Depends(x)]', 'Foo'],
  ['Promise<Foo | undefined>', 'Foo'],
  ['*Foo', 'Foo'],
  ['Foo const *', 'Foo'],
  ["&'a mut Foo<'a, T>", 'Foo'],
  ['Arc<Box<dyn Foo + Send>>', 'Foo'],
  ['std::unique_ptr<Foo>', 'Foo'],
  ['list[Foo]', 'list'],
  ['await make()', 'make()'],
])('%j names %s', (written, name) => expect(typeName(written)).toBe(name));

it.each([
  '',
  'Foo | Bar',
  'Foo & Bar',
  'Foo[]',
  '[]Foo',
  'readonly Foo[]',
  'Foo["key"]',
  '"a" | "b"',
  '{ a: Foo }',
])('%j does not name a single type', (written) => expect(typeName(written)).toBeUndefined());

it.each([
  '() => Foo',
  '(a: Foo) => Bar',
  'func() Foo',
  'typeof foo',
  'unsigned int',
  '[Foo, Bar]',
  'await later',
])('%j names no type at all', (written) => expect(typeName(written)).toBeUndefined());

it('reads nested wrappers up to a limit', () => {
  expect(typeName(`${'Box<'.repeat(3)}Foo${'>'.repeat(3)}`)).toBe('Foo');
  expect(typeName(`${'Box<'.repeat(3_000)}Foo${'>'.repeat(3_000)}`)).toBeUndefined();
});
