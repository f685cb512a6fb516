/** Tests the references and outlines of rare forms that the fixtures lack, with a few lines per language. */
import { describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../../worker/adapters/tree-sitter/parser.ts';
import { chunkFile } from '../../../../../worker/ingestion/chunks/chunk-file.ts';
import { outlineRows, referenceRows } from './reference-rows.ts';

const parser = createTreeSitterParser();

async function readRows(language: string, lines: readonly string[]): Promise<string[]> {
  const file = { path: 'file', language, text: `${lines.join('\n')}\n` };
  const read = await chunkFile(file, { parser, budget: { minTokens: 50, maxTokens: 512 } });
  return [...referenceRows(read), ...outlineRows(read).filter((row) => !row.startsWith('locals'))];
}

interface Case {
  readonly language: string;
  readonly form: string;
  readonly source: readonly string[];
  readonly rows: readonly string[];
}

const cases: readonly Case[] = [
  {
    language: 'python',
    form: 'base classes with any type arguments',
    source: [
      'class A(Base[uuid.UUID]): pass',
      'class B(m.Base[t.Any, int]): pass',
      'class C(Base["Later"]): pass',
      'class D(Base[dict[str, Item]]): pass',
      'class E(Base[str | bytes], Other): pass',
    ],
    rows: [
      '1 extends Base < A',
      '2 extends m.Base < B',
      '3 extends Base < C',
      '4 extends Base < D',
      '5 extends Base < E',
      '5 extends Other < E',
      '1 value uuid',
      '1 type uuid.UUID < A',
      '2 value m',
      '2 value t',
      '2 type t.Any < B',
      '4 value dict',
    ],
  },
  {
    language: 'go',
    form: 'embedded types in structs and interfaces',
    source: ['type A struct {', '\tB', '\t*c.D', '\tE[int]', '}', 'type F interface {', '\tG', '\th.I', '}'],
    rows: [
      '2 extends B < A',
      '3 extends c.D < A',
      '4 extends E < A',
      '7 extends G < F',
      '8 extends h.I < F',
      'field A.B: B',
      'field A.D: c.D',
      'field A.E: E',
    ],
  },
  {
    language: 'go',
    form: 'a type local to a function',
    source: ['func f() {', '\ttype h struct { n k }', '\tuse(h{})', '}'],
    rows: ['2 type k < f.h.n', '3 call use < f', '3 call h < f', 'field f.h.n: k'],
  },
  {
    language: 'go',
    form: 'a type that is checked against an interface',
    source: ['var _ a.I = (*T)(nil)', 'var _ J = &U{}'],
    rows: [
      '1 implements T.a.I',
      '2 implements U.J',
      '1 value T',
      '2 call U',
      'field -._: a.I',
      'field -._: J',
    ],
  },
  {
    language: 'go',
    form: 'calls with type arguments, on constructed values, and of functions in parentheses',
    source: ['func f() {', '\tg[int](1)', '\ta.h[int, string]()', '\t(&T{}).m()', '\t(k)(1)', '}'],
    rows: [
      '2 call g < f',
      '3 value a < f',
      '3 call a.h < f',
      '4 call T < f',
      '4 call T().m < f',
      '5 call k < f',
    ],
  },
  {
    language: 'rust',
    form: 'traits implemented for paths, references and generic types',
    source: ['impl<T> fmt::Display for a::B<T> {}', "impl<'a> Read for &'a C {}", 'trait D: E + f::G {}'],
    rows: [
      '1 implements a.B.fmt.Display',
      '2 implements C.Read',
      '3 extends E < D',
      '3 extends f.G < D',
      '1 type a.B',
      '2 type C',
    ],
  },
  {
    language: 'rust',
    form: 'calls in macro arguments and macro definitions, and the arguments of attributes',
    source: [
      '#[cfg(all(unix, not(test)))]',
      'fn f() { m!(if a.b(1) { c::d::<u8>(2) }, vec![g(3)]); }',
      'macro_rules! m { ($x:expr) => { h($x) } }',
    ],
    rows: [
      '1 decorator cfg < f',
      '2 call m < f',
      '2 call a.b < f',
      '2 call c.d < f',
      '2 call vec < f',
      '2 call g < f',
      '3 call h < m',
    ],
  },
  {
    language: 'rust',
    form: 'types of values unwrapped from results and options',
    source: [
      'fn f(x: &Option<Arc<T>>) -> io::Result<U> {',
      '    let y = V::new()?;',
      '    if let Some(z) = x.get() { z.clone().go() }',
      '}',
    ],
    rows: [
      '1 type Option < f',
      '1 type Arc < f',
      '1 type T < f',
      '1 type io.Result < f',
      '1 type U < f',
      '2 call V.new < f',
      '3 value Some < f',
      '3 call x.get < f',
      '3 call z.clone < f',
      '3 call z.go < f',
      'returns f: U',
      'typed f x: T',
      'typed f y: V.new()',
      'typed f z: x.get()',
    ],
  },
  {
    language: 'java',
    form: 'method references, and constructors of the superclass',
    source: ['class A extends b.C<D> {', '  A(E e) { super(e); run(F::g, this::h, I::new); }', '}'],
    rows: [
      '1 extends b.C < A',
      '1 type b < A',
      '1 type D < A',
      '2 type E < A.A',
      '2 call super < A.A',
      '2 call run < A.A',
      '2 value F.g < A.A',
      '2 value this.h < A.A',
      '2 value I < A.A',
      'typed A.A e: E',
    ],
  },
  {
    language: 'csharp',
    form: 'base classes with arguments, optional access, and type arguments',
    source: ['class A(int x) : B(x), IC {', '  void M(D d) { d?.E(); base.F<G>(); var h = await I(); }', '}'],
    rows: [
      '1 extends B < A',
      '1 implements IC < A',
      '2 type D < A.M',
      '2 call d.E < A.M',
      '2 call base.F < A.M',
      '2 type G < A.M',
      '2 call I < A.M',
      'returns A.M: void',
      'typed A.M d: D',
      'typed A.M h: I()',
    ],
  },
  {
    language: 'php',
    form: 'static and nullsafe calls, first-class callables, and fully qualified names',
    source: [
      '<?php',
      'class A {',
      '  function f(?B $b) { $b?->g(); static::h(); \\C\\D::i(); array_map($this->j(...), [K::L]); }',
      '}',
    ],
    rows: [
      '3 type B < A.f',
      '3 call b.g < A.f',
      '3 call static.h < A.f',
      '3 type C.D < A.f',
      '3 call C.D.i < A.f',
      '3 call array_map < A.f',
      '3 call this.j < A.f',
      '3 type K < A.f',
      '3 value K.L < A.f',
      'typed A.f b: B',
    ],
  },
  {
    language: 'ruby',
    form: 'included modules, instance variables, and methods whose names end in ? or !',
    source: [
      'class A < B::C',
      '  include D',
      '  def f(x)',
      '    @g = E.new(x)',
      '    @g.h?',
      '    i!',
      '  end',
      'end',
    ],
    rows: [
      '1 extends B.C < A',
      '2 implements D < A',
      '1 type B < A',
      '2 call include < A',
      '4 type E < A.f',
      '4 call E.new < A.f',
      '5 call self.g.h? < A.f',
      '6 call i! < A.f',
      'field A.g: E()',
    ],
  },
  {
    language: 'c',
    form: 'functions as arguments and in tables, and calls through pointers',
    source: [
      'struct ops table = { .open = my_open };',
      'void f(struct a *p) {',
      '  p->next->run(1);',
      '  sort(p, compare, &other);',
      '}',
    ],
    rows: [
      '1 type ops < table',
      '1 value my_open < table',
      '2 type a < f',
      '3 call p.next.run < f',
      '4 call sort < f',
      '4 value compare < f',
      '4 value other < f',
      'field -.table: ops',
      'typed f p: a',
    ],
  },
  {
    language: 'cpp',
    form: 'base classes after macros, templates, and initialized members',
    source: [
      'class EXPORT A : public B { int x;',
      '};',
      'class EXPORT E {',
      '  void f(const G &g) { g.h<int>(); a::i(); auto j = new K(1); j->l(); }',
      '};',
      'template <> struct M<int> : N {};',
    ],
    rows: [
      '1 extends B < A',
      '6 extends N < M',
      '4 type G < E.f',
      '4 call g.h < E.f',
      '4 call a.i < E.f',
      '4 call K < E.f',
      '4 call j.l < E.f',
      'typed E.f g: G',
      'typed E.f j: K',
    ],
  },
];

describe.each(cases)('$language: $form', ({ language, source, rows }) => {
  it('has the expected references and outline', async () =>
    expect(await readRows(language, source)).toEqual(rows));
});
