/** Tests that calls among the tokens of macro arguments are found with their receivers. */
import { expect, it } from 'vitest';
import { readTokenCall, omitTokensIn } from '../../../../worker/adapters/tree-sitter/token-call.ts';

/** Returns the receiver of the last `name` in a text; undefined if `name` is not called. */
function readReceiver(text: string, name: string): string | undefined {
  const start = text.lastIndexOf(name);
  const range = readTokenCall(text, { start, end: start + name.length });
  return range && text.slice(range.start, range.end);
}

it.each([
  ['a bare name', 'm!(1, f(2))', 'f', ''],
  ['a method', 'm!(x.f(2))', 'f', 'x'],
  ['a path', 'm!(a::b::f(2))', 'f', 'a::b'],
  ['a field', 'm!(self.a.b.f(2))', 'f', 'self.a.b'],
  ['the result of a call', 'm!(g(1, (2)).h()?.f(3))', 'f', 'g(1, (2)).h()?'],
  ['a chain that starts on the line before', 'm!(x\n    .g()\n    .f())', 'f', 'x\n    .g()'],
  ['type arguments after it', 'm!(x.f::<Vec<u8>>(1))', 'f', 'x'],
  ['type arguments before it', 'm!(Vec::<u8>::f(1))', 'f', 'Vec::<u8>'],
  ['a macro', 'm!(vec![1])', 'vec', ''],
  ['a struct', 'm!(a, Point { x: 1 })', 'Point', ''],
  ['the end of a range', 'm!(0..f(1))', 'f', ''],
  ['an operator before it', 'm!(!f(1))', 'f', ''],
])('reads the receiver of a call: %s', (_, text, name, receiver) => {
  expect(readReceiver(text, name)).toBe(receiver);
});

it.each([
  ['a name that is not called', 'm!(f, (1))', 'f'],
  ['a definition', 'm!(fn f(x: u8) {})', 'f'],
  ['a block after a variable', 'm!(match f { _ => 1 })', 'f'],
  ['the return type of a function', 'm!(fn g() -> Point { x })', 'Point'],
  ['the type of an implementation', 'm!(impl Point { })', 'Point'],
])('does not treat as a call: %s', (_, text, name) => {
  expect(readReceiver(text, name)).toBeUndefined();
});

it('does not look further back than the maximum length of a receiver', () => {
  expect(readReceiver(`m!(${'x.'.repeat(10_000)}f(1))`, 'f')?.length).toBeLessThan(400);
  expect(readReceiver(`m!(g(${'1, '.repeat(10_000)}).f(1))`, 'f')).toMatch(/^\W$/);
});

const reference = (start: number, token: boolean) => ({
  kind: 'call' as const,
  name: { start, end: start + 1 },
  receiver: undefined,
  subject: undefined,
  token,
});

it('removes references in the tokens of attributes, but not in parsed syntax', () => {
  const all = [reference(5, true), reference(6, false), reference(20, true)];
  expect(omitTokensIn(all, [{ start: 0, end: 10 }])).toEqual([reference(6, false), reference(20, true)]);
  expect(omitTokensIn(all, [])).toEqual(all);
});
