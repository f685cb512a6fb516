import { describe, expect, it } from 'vitest';
import { createResolve } from '../create-layout.ts';

const file = {};

describe('ECMAScript modules', () => {
  describe('relative imports', () => {
    const resolve = createResolve({
      'src/a.ts': file,
      'src/b.tsx': file,
      'src/made.js': file,
      'src/typed.js': file,
      'src/typed.d.ts': file,
      'src/run.mts': file,
      'src/folder/index.ts': file,
      'src/both.ts': file,
      'src/both/index.ts': file,
      'src/View.svelte': file,
      'src/state.svelte.ts': file,
      'src/data.json': file,
      'src/types.d.ts': file,
      'index.ts': file,
    });
    it.each([
      ['./a', 'src/a.ts'],
      ['./a.ts', 'src/a.ts'],
      ['./a.js', 'src/a.ts'],
      ['./b.jsx', 'src/b.tsx'],
      ['./b.js', 'src/b.tsx'],
      ['./run.mjs', 'src/run.mts'],
      ['./made.js', 'src/made.js'],
      ['./made', 'src/made.js'],
      ['./typed', 'src/typed.js'],
      ['./typed.js', 'src/typed.js'],
      ['./types', 'src/types.d.ts'],
      ['./folder', 'src/folder/index.ts'],
      ['./folder/', 'src/folder/index.ts'],
      ['./both', 'src/both.ts'],
      ['./View.svelte', 'src/View.svelte'],
      ['./state.svelte.js', 'src/state.svelte.ts'],
      ['./state.svelte', 'src/state.svelte.ts'],
      ['./data.json', 'src/data.json'],
      ['./a?worker', 'src/a.ts'],
      ['raw-loader!./a', 'src/a.ts'],
      ['..', 'index.ts'],
      ['../src/./a', 'src/a.ts'],
      ['./missing', 'nothing'],
      ['../../a', 'nothing'],
    ])('resolve %s to %s', (module, to) => expect(resolve('src/b.tsx', module)).toBe(to));
  });

  describe('external names', () => {
    const resolve = createResolve({ 'a.ts': file });
    it.each([
      ['react', 'external: react'],
      ['react/jsx-runtime', 'external: react'],
      ['@scope/pkg/deep/file.js', 'external: @scope/pkg'],
      ['node:fs/promises', 'external: node:fs'],
      ['fs/promises', 'external: node:fs'],
      ['cloudflare:workers', 'external: cloudflare:workers'],
      ['npm:zod@4/v4', 'external: zod'],
      ['jsr:@std/path@^1', 'external: @std/path'],
      ['https://example.com/mod.ts', 'external: https://example.com/mod.ts'],
      ['$app/state', 'external: @sveltejs/kit'],
      ['@/made/by/a/bundler', 'nothing'],
      ['~/made/by/a/bundler', 'nothing'],
    ])('resolve %s to %s', (module, to) => expect(resolve('a.ts', module)).toBe(to));
  });

  describe('aliases of a tsconfig', () => {
    const resolve = createResolve({
      'tsconfig.base.json': '{ "compilerOptions": { "paths": { "@shared/*": ["./shared/src/*"] } } }',
      'shared/src/money.ts': file,
      'app/tsconfig.json': `{ // the app's
        "extends": "../tsconfig.base.json", "compilerOptions": { "baseUrl": "." } }`,
      'app/src/main.ts': file,
      'app/src/deep/tool.ts': file,
      'web/tsconfig.json':
        '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "../app" }] }',
      'web/tsconfig.app.json':
        '{ "compilerOptions": { "paths": { "@/*": ["./src/*", "./made/*"], "~": ["./src/one.ts"], "*": ["./types/*"] } } }',
      'web/package.json': '{ "name": "web", "dependencies": { "@shared/outside": "1" } }',
      'web/src/one.ts': file,
      'web/src/View.vue': file,
      'web/made/two.ts': file,
      'web/types/legacy.d.ts': file,
      'loop/tsconfig.json': '{ "extends": "./tsconfig.loop.json" }',
      'loop/tsconfig.loop.json': '{ "extends": ["./tsconfig.json", "./tsconfig.json"] }',
      'loop/a.ts': file,
    });
    it.each([
      ['app/src/main.ts', '@shared/money', 'nothing'],
      ['app/src/main.ts', 'src/deep/tool', 'app/src/deep/tool.ts'],
      ['web/src/View.vue', '@/one', 'web/src/one.ts'],
      ['web/src/View.vue', '@/View.vue', 'web/src/View.vue'],
      ['web/src/View.vue', '@/two', 'web/made/two.ts'],
      ['web/src/View.vue', '~', 'web/src/one.ts'],
      ['web/src/View.vue', 'legacy', 'web/types/legacy.d.ts'],
      ['web/src/View.vue', 'vue', 'external: vue'],
      ['web/src/View.vue', '@/missing', 'nothing'],
      ['loop/a.ts', 'vue', 'external: vue'],
    ])('in %s, resolve %s to %s', (from, module, to) => expect(resolve(from, module)).toBe(to));
  });

  it('resolves inherited paths from the folder of the config that defines them', () => {
    const resolve = createResolve({
      'tsconfig.base.json': '{ "compilerOptions": { "paths": { "@shared/*": ["./shared/src/*"] } } }',
      'shared/src/money.ts': file,
      'app/package.json': '{ "dependencies": { "@shared/outside": "1" } }',
      'app/tsconfig.json': '{ "extends": "../tsconfig.base" }',
      'app/main.ts': file,
    });
    expect(resolve('app/main.ts', '@shared/money')).toBe('shared/src/money.ts');
    expect(resolve('app/main.ts', '@shared/outside')).toBe('external: @shared/outside');
    expect(resolve('app/main.ts', '@shared/made')).toBe('nothing');
  });

  describe('packages of the repository', () => {
    const resolve = createResolve({
      'package.json':
        '{ "name": "root", "workspaces": ["packages/*"], "imports": { "#env": "./env.js", "#lib/*": "./lib/*.js", "#react": "react" } }',
      'env.ts': file,
      'lib/deep/x.ts': file,
      'packages/core/package.json': `{ "name": "@acme/core", "exports": {
        ".": { "types": "./dist/index.d.ts", "import": "./dist/esm/index.mjs" },
        "./tools/*": { "import": "./dist/tools/*.js" },
        "./tools/hidden": "./src/other.ts",
        "./features/*.css": "./styles/*.css",
        "./style": "./theme.css" } }`,
      'packages/core/src/index.ts': file,
      'packages/core/src/other.ts': file,
      'packages/core/src/tools/cut.ts': file,
      'packages/core/src/own.ts': file,
      'packages/core/styles/red.css': file,
      'packages/old/package.json': '{ "name": "old", "main": "lib/old" }',
      'packages/old/lib/old.js': file,
      'packages/old/lib/part.js': file,
      'packages/bundled/package.json': '{ "name": "bundled", "main": "dist/bundle.umd.cjs" }',
      'packages/bundled/src/index.ts': file,
      'packages/source/package.json':
        '{ "name": "source-first", "main": "./main.js", "source": "./original.ts" }',
      'packages/source/main.js': file,
      'packages/source/original.ts': file,
      'packages/modern/jsr.json': '{ "name": "@acme/modern", "exports": "./mod.ts" }',
      'packages/modern/mod.ts': file,
      'test/fixtures/app/node/react/package.json': '{ "name": "react" }',
      'test/fixtures/app/node/react/index.js': file,
      'test/fixtures/app/main.js': file,
    });
    it.each([
      ['@acme/core', 'packages/core/src/index.ts'],
      ['@acme/core/tools/cut', 'packages/core/src/tools/cut.ts'],
      ['@acme/core/tools/hidden', 'packages/core/src/other.ts'],
      ['@acme/core/features/red.css', 'packages/core/styles/red.css'],
      ['@acme/core/own', 'packages/core/src/own.ts'],
      ['@acme/core/missing', 'nothing'],
      ['old', 'packages/old/lib/old.js'],
      ['old/lib/part', 'packages/old/lib/part.js'],
      ['bundled', 'packages/bundled/src/index.ts'],
      ['source-first', 'packages/source/original.ts'],
      ['@acme/modern', 'packages/modern/mod.ts'],
      ['#env', 'env.ts'],
      ['#lib/deep/x', 'lib/deep/x.ts'],
      ['#react', 'external: react'],
      ['#missing', 'nothing'],
      ['react', 'external: react'],
    ])('resolve %s to %s', (module, to) => expect(resolve('env.ts', module)).toBe(to));

    it('resolve to themselves by their own name', () =>
      expect(resolve('packages/core/src/own.ts', '@acme/core')).toBe('packages/core/src/index.ts'));
    it('in a fixture are visible only to files of the fixture', () =>
      expect(resolve('test/fixtures/app/node/react/index.js', 'react')).toBe(
        'test/fixtures/app/node/react/index.js',
      ));
  });

  describe('names of Deno and SvelteKit', () => {
    const resolve = createResolve({
      'deno.json':
        '{ "imports": { "app/": "./source/", "once": "twice", "twice": "once", "zod": "npm:zod@4" }, }',
      'source/a.ts': file,
      'site/svelte.config.js': file,
      'site/src/lib/index.ts': file,
      'site/src/lib/Button.svelte': file,
      'site/src/routes/+page.svelte': file,
    });
    it.each([
      ['source/a.ts', 'app/a.ts', 'source/a.ts'],
      ['source/a.ts', 'zod', 'external: zod'],
      ['source/a.ts', 'once', 'nothing'],
      ['site/src/routes/+page.svelte', '$lib', 'site/src/lib/index.ts'],
      ['site/src/routes/+page.svelte', '$lib/Button.svelte', 'site/src/lib/Button.svelte'],
      ['source/a.ts', '$lib/Button.svelte', 'nothing'],
    ])('in %s, resolve %s to %s', (from, module, to) => expect(resolve(from, module)).toBe(to));
  });
});
