/** Facts of files through the real grammars: what each reference stands within, what is left out, and that hostile files are bounded. */
import { describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../worker/adapters/tree-sitter/parser.ts';
import type { ChunkedFile } from '../../../worker/core/chunk.ts';
import { chunkFile } from '../../../worker/ingestion/chunk-file.ts';
import { outlineRows, referenceRows } from '../adapters/tree-sitter/languages/reference-rows.ts';

const parser = createTreeSitterParser();
const read = (language: string, text: string): Promise<ChunkedFile> =>
  chunkFile({ path: 'file', language, text }, { parser, budget: { minTokens: 50, maxTokens: 512 } });
const references = async (language: string, text: string) => referenceRows(await read(language, text));
const outline = async (language: string, text: string) => outlineRows(await read(language, text));

describe('what a reference stands within', () => {
  it('is what surrounds a definition for what its decorators, bases and, in Python, defaults call', async () => {
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

  it('is the function itself for defaults of JavaScript', async () =>
    expect(await references('javascript', 'function f(x = two()) {}')).toEqual(['1 call two < f']));

  it('is the one name of a statement that is given the value', async () =>
    expect(await references('javascript', 'const a = f(), b = g();')).toEqual([
      '1 call f < a',
      '1 call g < b',
    ]));

  it('is nothing outside of definitions', async () =>
    expect(await references('python', 'run()\n')).toEqual(['1 call run']));
});

describe('names a function binds', () => {
  it('hide what is called the same outside, unless they are global', async () => {
    const text = 'def f(a):\n    global b\n    b = 1\n    g(a, b, c)\n';
    expect(await references('python', text)).toEqual(['4 call g < f', '4 value b < f', '4 value c < f']);
    expect(await outline('python', text)).toContain('locals f: a');
  });

  it('hide it in functions inside, and in functions without names', async () => {
    expect(await references('python', 'def f(a):\n    def g():\n        h(a)\n')).toEqual(['3 call h < f.g']);
    expect(await references('javascript', "it('x', (a) => h(a, b));")).toEqual([
      '1 call it',
      '1 call h',
      '1 value b',
    ]);
  });

  it('are no types, where they are parameters of types', async () =>
    expect(await references('typescript', 'class A<T> { a(b: T): C {} }')).toEqual(['1 type C < A.a']));
});

/** Types of variables, those of the file and those inside functions. */
const types = async (language: string, text: string) => {
  const { symbols, references } = await read(language, text);
  return [...references.outline.fields, ...references.uses.typed]
    .map(({ name, type, within }) => {
      const holder = within === undefined ? '' : ` < ${symbols[within]?.name ?? ''}`;
      return `${name}: ${type}${holder}`;
    })
    .toSorted();
};

const calls = async (language: string, text: string) =>
  (await read(language, text)).references.uses.references
    .filter(({ kind }) => kind === 'call')
    .map(({ name, line, means }) => [line, name, ...(means === undefined ? [] : [means])].join(' '));

describe('names that scopes without a name bind', () => {
  it.each([
    'go((run) => { run(); });',
    'for (const run of all) run();',
    '{ const run = all[0]; run(); }',
    'try {} catch (run) { run(); }',
    'go(function run() { run(); });',
    'class A { static { const run = all; run(); } }',
    'class A { x = all.map((run) => run()); }',
  ])('hide what is imported there: %s', async (line) => {
    const text = `import { run } from "./run";\n${line}\nrun();`;
    expect((await calls('typescript', text)).filter((row) => row.includes('run'))).toEqual(['3 run']);
  });

  it.each([
    'if (all) { var run = all[0]; } run();',
    'for (var run of all) {} run();',
    'try { var { run } = all; } catch {} run();',
    'go(() => { for (;;) { var run = 1; } run(); });',
  ])('hide it in the whole function where they are var: %s', async (line) => {
    const rows = await calls('javascript', `import { go } from "./run";\n${line}\n`);
    expect(rows.filter((row) => row.includes('run'))).toEqual([]);
  });

  it('are seen in the whole function and not outside of it where they are var', async () => {
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

  it('are no names where they are methods of values', async () => {
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

  it('hide it in comprehensions, lambdas and loops of Python', async () => {
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

  it('leave nothing to a receiver that an import is called like', async () => {
    const text = 'import { run } from "./run";\ngo((run) => run.now());\nrun.now();';
    expect(await references('typescript', text)).toEqual(
      expect.arrayContaining(['2 call ?.now', '3 call run.now']),
    );
  });

  it('tell which of several definitions is meant, and that none is', async () => {
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
  it('go from parameters to the fields that are given them', async () => {
    const text =
      'class A:\n    def __init__(self, app: App) -> None:\n        self.app = app\n        other.app = app\n';
    expect((await outline('python', text)).filter((row) => row.startsWith('field'))).toEqual([
      'field A.app: App',
    ]);
  });

  it('are lost in Python where what it is given again is of no type that is told', async () => {
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

  it('are kept in TypeScript where they are declared, and lost where another value is given', async () => {
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

  it('are those of results, and what is given back in heads only', async () => {
    const rows = await outline('typescript', 'function f(): A { return g((): B => h()); }\nconst x = f();\n');
    expect(rows).toContain('returns f: A');
    expect(rows.join()).not.toContain('B');
  });
});

describe('a component', () => {
  it('is its file, and what it gives as default', async () =>
    expect(await outline('svelte', '<script>\n  export const a = 1;\n</script>\n')).toContain(
      'export default as default',
    ));

  it('renders other components, by either way of writing them', async () => {
    const text =
      '<template>\n  <TodoItem/>\n  <todo-list v-if="a" />\n  <ui.Button />\n  <div/>\n</template>\n';
    expect(await references('vue', text)).toEqual([
      '2 render TodoItem',
      '3 render TodoList',
      '4 render ui.Button',
    ]);
  });
});

describe('the expressions in markup', () => {
  it('use what the script of a Svelte file defines and imports', async () => {
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

  it('use what the script of a Vue file defines and imports', async () => {
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
    'do no harm where they never end: %j',
    async (open) => {
      const text = `<script>\n  run();\n</script>\n${`${open}\n`.repeat(2_000)}`;
      expect(await references('svelte', text)).toEqual(['2 call run']);
      expect(await references('vue', text)).toEqual(['2 call run']);
    },
  );
});

describe('what is not kept', () => {
  it('is told: more references than one file may have', async () => {
    const { references: facts } = await read('javascript', 'f(1);\n'.repeat(21_000));
    expect(facts.uses.references).toHaveLength(20_000);
    expect(facts.uses.truncated).toBe(true);
  });

  it('is names and receivers of any length', async () => {
    const long = 'x'.repeat(500);
    expect(await references('python', `${long}()\na.${long}.b()\n`)).toEqual(['2 value a', '2 call ?.b']);
  });

  it('is no link of a long chain', async () => {
    const { references: facts } = await read('javascript', `a${'.b(c => { d })'.repeat(200)};\n`);
    const calls = facts.uses.references.filter(({ kind }) => kind === 'call');
    expect(calls).toHaveLength(200);
    // Receivers are told as long as they are short.
    expect(calls.slice(0, 3).map(({ receiver }) => receiver)).toEqual(['a', 'a.b()', 'a.b().b()']);
    expect(calls.at(-1)?.receiver).toBe('');
  });
});
