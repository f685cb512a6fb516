/** References of files through the real grammars: enclosing symbols, omitted local names, and limits for hostile files. */
import { describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import type { ChunkedFile } from '../../../../worker/core/code/chunk.ts';
import { chunkFile } from '../../../../worker/ingestion/chunks/chunk-file.ts';
import { outlineRows, referenceRows } from '../../adapters/tree-sitter/languages/reference-rows.ts';

const parser = createTreeSitterParser();
const read = (language: string, text: string): Promise<ChunkedFile> =>
  chunkFile({ path: 'file', language, text }, { parser, budget: { minTokens: 50, maxTokens: 512 } });
const references = async (language: string, text: string) => referenceRows(await read(language, text));
const outline = async (language: string, text: string) => outlineRows(await read(language, text));

describe('the symbol that contains a reference', () => {
  it('is the enclosing scope for calls in decorators, base classes and Python defaults', async () => {
    const text = [
      '@mark(one())',
      'class A(make()):',
      '    def f(self, x=two()):',
      '        three()',
      '',
    ].join('\n');
    expect((await references('python', text)).filter((row) => !row.includes('decorator'))).toEqual([
      '1 call mark',
      '1 call one',
      '2 call make',
      '3 call two < A',
      '4 call three < A.f',
    ]);
  });

  it('is the function itself for JavaScript defaults', async () =>
    expect(await references('javascript', 'function f(x = two()) {}')).toEqual(['1 call two < f']));

  it('is the variable of a multi-variable statement that receives the value', async () =>
    expect(await references('javascript', 'const a = f(), b = g();')).toEqual([
      '1 call f < a',
      '1 call g < b',
    ]));

  it('is undefined outside of definitions', async () =>
    expect(await references('python', 'run()\n')).toEqual(['1 call run']));
});

describe('names bound by a function', () => {
  it('shadow outer names, unless declared global', async () => {
    const text = 'def f(a):\n    global b\n    b = 1\n    g(a, b, c)\n';
    expect(await references('python', text)).toEqual(['4 call g < f', '4 value b < f', '4 value c < f']);
    expect(await outline('python', text)).toContain('locals f: a');
  });

  it('shadow outer names in nested and anonymous functions', async () => {
    expect(await references('python', 'def f(a):\n    def g():\n        h(a)\n')).toEqual(['3 call h < f.g']);
    expect(await references('javascript', "it('x', (a) => h(a, b));")).toEqual([
      '1 call it',
      '1 call h',
      '1 value b',
    ]);
  });

  it('are not types if they are type parameters', async () =>
    expect(await references('typescript', 'class A<T> { a(b: T): C {} }')).toEqual(['1 type C < A.a']));
});

/** Types of variables at file level and inside functions. */
const types = async (language: string, text: string) => {
  const { symbols, references } = await read(language, text);
  return [...references.outline.fields, ...references.uses.typed]
    .map(({ name, type, within }) => {
      const container = within === undefined ? '' : ` < ${symbols[within]?.name ?? ''}`;
      return `${name}: ${type}${container}`;
    })
    .toSorted();
};

const calls = async (language: string, text: string) =>
  (await read(language, text)).references.uses.references
    .filter(({ kind }) => kind === 'call')
    .map(({ name, line, means }) => [line, name, ...(means === undefined ? [] : [means])].join(' '));

describe('names bound by anonymous scopes', () => {
  it.each([
    'go((run) => { run(); });',
    'for (const run of all) run();',
    '{ const run = all[0]; run(); }',
    'try {} catch (run) { run(); }',
    'class A { static { const run = all; run(); } }',
    'class A { x = all.map((run) => run()); }',
  ])('shadow imports inside the scope: %s', async (line) => {
    const text = `import { run } from "./run";\n${line}\nrun();`;
    expect((await calls('typescript', text)).filter((row) => row.includes('run'))).toEqual(['3 run']);
  });

  it.each([
    'if (all) { var run = all[0]; } run();',
    'for (var run of all) {} run();',
    'try { var { run } = all; } catch {} run();',
    'go(() => { for (;;) { var run = 1; } run(); });',
  ])('shadow imports in the whole function if declared with var: %s', async (line) => {
    const rows = await calls('javascript', `import { go } from "./run";\n${line}\n`);
    expect(rows.filter((row) => row.includes('run'))).toEqual([]);
  });

  it('are visible only in the whole function if declared with var', async () => {
    const text = [
      'import { run } from "./run";',
      'go(() => { if (all) { var run = 1; } });',
      'run();',
      'if (all) { var say = function () {}; }',
      'say();',
      'go(() => { if (all) { var ask = () => 1; } ask(); });',
      'ask();',
    ].join('\n');
    expect((await calls('javascript', text)).filter((row) => /run|say|ask/.test(row))).toEqual([
      '3 run',
      '5 say',
      '6 ask 1',
      '7 ask -1',
    ]);
  });

  it('are not bare names if they are methods of values', async () => {
    const text =
      'const a = { run() { run(); } };\ngo({ run() { run(); } });\nfunction f() { return { run() { run(); } }; }\n';
    const file = await read('typescript', text);
    expect(file.symbols.filter(({ name }) => name === 'run').map(({ kind }) => kind)).toEqual([
      'method',
      'method',
      'method',
    ]);
    expect((await calls('typescript', text)).filter((row) => row.includes('run'))).toEqual([
      '1 run',
      '2 run',
      '3 run',
    ]);
  });

  it('shadow imports in Python comprehensions, lambdas and loops', async () => {
    const text = [
      'from a import run, go, do',
      'x = [run() for run in xs]',
      'y = lambda run: run()',
      'run()',
      'for go in xs:',
      '    go()',
      'class A:',
      '    for do in xs:',
      '        do()',
      '',
    ].join('\n');
    expect(await calls('python', text)).toEqual(['4 run']);
  });

  it('clear a receiver that has the name of an import', async () => {
    const text = 'import { run } from "./run";\ngo((run) => run.now());\nrun.now();';
    expect(await references('typescript', text)).toEqual(
      expect.arrayContaining(['2 call ?.now', '3 call run.now']),
    );
  });

  it('identify which of several definitions a reference means, or none', async () => {
    const text = [
      'it(() => { const ready = () => 1; ready(); });',
      'it(() => { const ready = () => 2; go(() => ready()); });',
      'ready();',
    ].join('\n');
    expect((await calls('typescript', text)).filter((row) => row.includes('ready'))).toEqual([
      '1 ready 0',
      '2 ready 1',
      '3 ready -1',
    ]);
  });
});

describe('types of names', () => {
  it('propagate from parameters to the fields they are assigned to', async () => {
    const text =
      'class A:\n    def __init__(self, app: App) -> None:\n        self.app = app\n        other.app = app\n';
    expect((await outline('python', text)).filter((row) => row.startsWith('field'))).toEqual([
      'field A.app: App',
    ]);
  });

  it('are dropped in Python after reassignment to an unknown type', async () => {
    const text = [
      'def f(a: A, b: B, c: C, d: D, e: E):',
      '    a = x[0]',
      '    b = None',
      '    c += 1',
      '    for d in x: pass',
      '    e = make()',
      '    g = G()',
      '    def inner():',
      '        nonlocal g',
      '        g = x[0]',
      'def h(x: X): x = x[0]',
      'm = M()',
      'm = x[0]',
      'n = None',
      'def set():',
      '    global n, o',
      '    n = N()',
      '    o = x[0]',
      'o = O()',
      '',
    ].join('\n');
    expect(await types('python', text)).toEqual([
      'b: B < f',
      'c: C < f',
      'e: E < f',
      'e: make() < f',
      'n: N()',
      'n: N() < set',
    ]);
  });

  it('survive in TypeScript if declared, and are dropped after reassignment', async () => {
    const text = [
      'function f(a: A) {',
      '  let b = new B();',
      '  let c = new C(), d = new D(), e: E = g();',
      '  a = x[0]; b = x[0]; e = x[0];',
      '  if (x) { c = new C(); c = c.next(); c = null; } else { d = make(); }',
      '  { const h = new H(); } { const h = x[0]; }',
      '  return () => { let b = 1; };',
      '}',
      '',
    ].join('\n');
    expect(await types('typescript', text)).toEqual(['a: A < f', 'c: C < f', 'e: E < f', 'h: H < f']);
  });

  it('come from call results, and return types only from function heads', async () => {
    const rows = await outline('typescript', 'function f(): A { return g((): B => h()); }\nconst x = f();\n');
    expect(rows).toContain('returns f: A');
    expect(rows.join()).not.toContain('B');
  });
});

describe('a component', () => {
  it('is its file and the default export', async () =>
    expect(await outline('svelte', '<script>\n  export const a = 1;\n</script>\n')).toContain(
      'export default as default',
    ));

  it('renders other components in either notation', async () => {
    const text =
      '<template>\n  <TodoItem/>\n  <todo-list v-if="a" />\n  <ui.Button />\n  <div/>\n</template>\n';
    expect(await references('vue', text)).toEqual([
      '2 render TodoItem',
      '3 render TodoList',
      '4 render ui.Button',
    ]);
  });
});

describe('expressions in markup', () => {
  it('use the definitions and imports of a Svelte script', async () => {
    const text = `<script>
  import { format } from './format';
  const items = [];
  function add(item) {}
</script>
<button onclick={add} {...items}>{@html format(items, other)}</button>
{#each items as item, index (item.id)}
  <p style={{ a: format(1) }}>{item.name}</p>
{:else if add()}
  {/if}
{/each}
`;
    expect((await references('svelte', text)).filter((row) => Number.parseInt(row, 10) > 5)).toEqual([
      '6 value add',
      '6 value items',
      '6 call format',
      '6 value items',
      '8 call format',
      '9 call add',
    ]);
  });

  it('use the definitions and imports of a Vue script', async () => {
    const text = `<template>
  <p :title="format(items)" v-for="item in items" @click="add" class="add(1)">{{ format(item) }}</p>
  <p v-if='add()' #default="{ x }">{{ add }} format()</p>
</template>
<script setup>
import { format } from './format';
const items = [];
function add(item) {}
</script>
`;
    expect((await references('vue', text)).filter((row) => Number.parseInt(row, 10) < 5)).toEqual([
      '2 call format',
      '2 value items',
      '2 value items',
      '2 value add',
      '2 call format',
      '3 call add',
      '3 value add',
    ]);
  });

  it.each(['{', '{"', '{{', '{#if ', '<p :a="', '{{ ', '{/*', '{`'])(
    'are ignored if never closed: %j',
    async (open) => {
      const text = `<script>\n  run();\n</script>\n${`${open}\n`.repeat(2_000)}`;
      expect(await references('svelte', text)).toEqual(['2 call run']);
      expect(await references('vue', text)).toEqual(['2 call run']);
    },
  );
});

describe('limits', () => {
  it('report truncation of too many references', async () => {
    const { references: facts } = await read('javascript', 'f(1);\n'.repeat(21_000));
    expect(facts.uses.references).toHaveLength(20_000);
    expect(facts.uses.truncated).toBe(true);
  });

  it('drop overlong names and receivers', async () => {
    const long = 'x'.repeat(500);
    expect(await references('python', `${long}()\na.${long}.b()\n`)).toEqual(['2 value a', '2 call ?.b']);
  });

  it('keep every link of a long chain', async () => {
    const { references: facts } = await read('javascript', `a${'.b(c => { d })'.repeat(200)};\n`);
    const calls = facts.uses.references.filter(({ kind }) => kind === 'call');
    expect(calls).toHaveLength(200);
    // Only short receivers are recorded.
    expect(calls.slice(0, 3).map(({ receiver }) => receiver)).toEqual(['a', 'a.b()', 'a.b().b()']);
    expect(calls.at(-1)?.receiver).toBe('');
  });
});
