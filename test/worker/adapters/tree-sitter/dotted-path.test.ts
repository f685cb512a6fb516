/** Tests that paths of every language become dotted paths, in time linear in the length of the text. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dottedPath, dottedTypePath } from '../../../../worker/adapters/tree-sitter/dotted-path.ts';

describe('a path', () => {
  it.each([
    ['crate::a::b', 'crate.a.b'],
    ['::std::mem', 'std.mem'],
    ['this->x', 'this.x'],
    ['a?.b!', 'a.b'],
    ['a!.b', 'a.b'],
    ['\\App\\Http\\Kernel', 'App.Http.Kernel'],
    ['a\n  .b(1)\n  .c', 'a.b().c'],
    ['super().m', 'super().m'],
    ['Foo<T>::new(x)', 'Foo.new()'],
    ['Foo::<T>::new(x)', 'Foo.new()'],
    ['(*p).x', 'p.x'],
    ['&mut self', 'self'],
    ['this.#clock', 'this.#clock'],
    ['make(1, ")", "it\'s")', 'make()'],
    ['app.get("/", (c) => { return "(" })', 'app.get()'],
    ['a?.(b)', 'a()'],
    ['format!("x")', 'format()'],
    ['(await make()).bar', 'make().bar'],
    ['make().await?.bar', 'make().bar'],
    ['new Foo(x)', 'Foo()'],
    ['new Foo', 'Foo()'],
    ['new a.B(1).run(2)', 'a.B().run()'],
    ['map(f)', 'map()'],
  ])('%j becomes %s', (written, path) => expect(dottedPath(written)).toBe(path));

  it.each([
    '"a"',
    '1',
    'x[0]',
    'a.b[0].c',
    'f()()',
    'a + b',
    'a < b',
    '(a, b)',
    '-x',
    '[a]',
    'class {}',
    'f(',
    '',
  ])('%j is not a path', (written) => expect(dottedPath(written)).toBe(''));

  it('consists of names and dots, for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'ab.:<>()[]{}?!*&"\'` \n=>-'), { maxLength: 40 }), (chars) => {
        const path = dottedPath(chars.join(''));
        expect(path === '' || path.split('.').every((part) => /^[ab]+(\(\))?$/.test(part))).toBe(true);
      }),
    );
  });

  it.each(['(', '<', '[', '"', "'", 'a<', 'a.', 'a(', '((a)'])(
    'is rejected in linear time for many repetitions of %j',
    (piece) => {
      expect(dottedPath(piece.repeat(20_000 / piece.length))).toBe('');
    },
  );
});

describe('an expression that determines a type', () => {
  it.each([
    ['new Foo(x)', 'Foo'],
    ['Foo{a: 1}', 'Foo'],
    ['&Foo{}', 'Foo'],
    ['Foo::new()', 'Foo.new()'],
    ['make(x)', 'make()'],
    ['new Foo().bar()', 'Foo().bar()'],
    ['Foo[int]()', 'Foo()'],
    ['const Foo &', 'Foo'],
    ['handlers[0]()', ''],
    ['map[string]Foo', ''],
    ['Foo[]', ''],
  ])('%j has the type %j', (written, path) => expect(dottedTypePath(written)).toBe(path));
});
