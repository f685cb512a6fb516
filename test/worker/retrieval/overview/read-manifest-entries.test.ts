/** Reads entry points from manifests, with the lines that state them. */
import { describe, expect, it } from 'vitest';
import { createManifestReader } from '../../../../worker/adapters/manifests/manifest-reader.ts';
import { readManifestEntries } from '../../../../worker/retrieval/overview/read-manifest-entries.ts';

const reader = createManifestReader();
const read = (path: string, text: string) =>
  readManifestEntries({ path, text, content: reader.read(path, text) }).entries.map(
    ({ kind, name, target, startLine, endLine }) => `${kind} ${name} ${target} @${startLine}-${endLine}`,
  );

describe('entry points', () => {
  it('of a package.json are its commands, exports and usual scripts', () => {
    const text = `{
  "name": "@acme/ferry",
  "main": "./old.js",
  "bin": { "ferry": "./bin/ferry.js" },
  "exports": {
    ".": {
      "types": "./dist/index.d.ts",
      "import": "./dist/index.js"
    },
    "./seat": "./dist/seat.js",
    "./package.json": "./package.json"
  },
  "scripts": {
    "prepare": "husky",
    "test": "vitest run",
    "build": "tsc -p ."
  }
}
`;
    expect(read('package.json', text)).toEqual([
      'command ferry ./bin/ferry.js @4-4',
      'export @acme/ferry ./dist/index.js @6-8',
      'export @acme/ferry/seat ./dist/seat.js @10-10',
      'script build tsc -p . @16-16',
      'script test vitest run @15-15',
    ]);
    expect(read('packages/a/package.json', text)).toEqual([
      'command ferry ./bin/ferry.js @4-4',
      'export @acme/ferry ./dist/index.js @6-8',
    ]);
  });

  it('are limited, and the others are counted', () => {
    const content = {
      name: 'ferry',
      bin: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`c${index}`, `./c${index}.js`])),
      exports: Object.fromEntries(
        Array.from({ length: 77 }, (_, index) => [`./m${index}`, `./m${index}.js`]),
      ),
    };
    const text = JSON.stringify(content, undefined, 2);
    const { entries, more } = readManifestEntries({ path: 'package.json', text, content });
    expect([entries.length, more]).toEqual([24 + 6, 6 + 71]);
  });

  it('of a package.json without exports are its main file and single command', () => {
    const text = '{\n"name": "ferry",\n"main": "lib/ferry.js",\n"bin": "./cli.js"\n}\n';
    expect(read('package.json', text)).toEqual([
      'command ferry ./cli.js @4-4',
      'export ferry lib/ferry.js @3-3',
    ]);
  });

  it.each([
    [
      'pyproject.toml',
      '[project]\nname = "ferry"\n\n[project.scripts]\nferry = "ferry.cli:main"\n',
      ['command ferry ferry.cli:main @5-5'],
    ],
    [
      'Cargo.toml',
      '[package]\nname = "x"\n\n[[bin]]\nname = "ferry"\npath = "src/cli.rs"\n',
      ['command ferry src/cli.rs @5-6'],
    ],
    [
      'go.mod',
      '// A comment\nmodule example.com/ferry\n',
      ['export example.com/ferry module example.com/ferry @2-2'],
    ],
    [
      'composer.json',
      String.raw`{
  "bin": ["bin/ferry"],
  "autoload": { "psr-4": { "Ferry\\": "src/" } }
}`,
      ['command ferry bin/ferry @2-2', 'export Ferry src/ @3-3'],
    ],
  ])('of %s are found', (path, text, entries) => expect(read(path, text)).toEqual(entries));

  it.each([
    ['package.json', '{ "scripts": 3, "bin": [1], "exports": { "import": null } }'],
    ['package.json', 'not json'],
    ['setup.py', 'x'],
  ])('are missing in %s: %s', (path, text) => expect(read(path, text)).toEqual([]));
});
