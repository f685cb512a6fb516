import { assert, constantFrom, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createModuleMap } from '../../../../worker/indexing/modules/create-module-map.ts';
import { createLayout, createResolve, type LayoutFiles } from './create-layout.ts';

const everyLanguage: LayoutFiles = {
  'pkg/__init__.py': {},
  'pkg/a.py': {},
  'web/index.ts': {},
  'web/App.vue': {},
  'go.mod': 'module m',
  'm.go': { namespace: 'm' },
  'Cargo.toml': '[package]\nname = "c"',
  'src/lib.rs': { modules: { a: [1, 9] } },
  'A.java': { namespace: 'a', defines: ['A'] },
  'A.cs': { namespace: 'A', defines: ['A'] },
  'a.php': { namespace: 'A', defines: ['A'] },
  'lib/a.rb': {},
  'a.c': {},
  'a.hpp': {},
  'notes.md': {},
};

describe('a module map', () => {
  const layout = createLayout(everyLanguage);
  const map = createModuleMap(layout);
  const fragments = [
    '.',
    '..',
    '/',
    '*',
    '@',
    '#',
    '$lib',
    ':',
    '\\',
    '<',
    '>',
    'a',
    'self',
    'super',
    'crate',
    '?',
    '!',
    '__proto__',
    'constructor',
  ];

  it('resolves any name in any language to existing files', () =>
    assert(
      property(
        constantFrom(...layout.files),
        string({ unit: constantFrom(...fragments), maxLength: 8 }),
        integer({ min: 0, max: 12 }),
        (file, module, line) => {
          const found = map.resolve(file, module, line);
          if (found === undefined) return;
          if ('external' in found) expect(found.external).not.toBe('');
          else expect(found.files.every((place) => layout.files[place] !== undefined)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    ));

  it('returns the same results when names are resolved again or in another order', () => {
    const names = ['pkg.a', './index', 'm', 'self.a', 'super.a', 'a.A', 'A', './a', 'a.hpp'];
    const resolveAll = (other: ReturnType<typeof createModuleMap>, list: readonly string[]) =>
      new Map(
        layout.files.flatMap((file) =>
          list.map((name) => [`${file.path} ${name}`, other.resolve(file, name, 5)]),
        ),
      );
    const first = resolveAll(map, names);
    expect(resolveAll(map, names)).toEqual(first);
    const backwards = resolveAll(createModuleMap(layout), names.toReversed());
    for (const [key, value] of first) expect(backwards.get(key)).toEqual(value);
  });

  it('resolves nothing for languages without imports, and for empty or very long names', () => {
    const resolve = createResolve(everyLanguage);
    expect(resolve('notes.md', './a')).toBe('nothing');
    expect(resolve('web/index.ts', '')).toBe('nothing');
    expect(resolve('web/index.ts', 'a'.repeat(100_000))).toBe('nothing');
    expect(map.siblings(layout.files[14] ?? expect.fail())).toEqual([]);
  });

  it('ignores a broken build file', () => {
    const resolve = createResolve({
      'package.json': '{',
      'tsconfig.json': '[1, 2]',
      'go.mod': '',
      'Cargo.toml': '[',
      'pyproject.toml': 'project = 1',
      'a.ts': {},
      'a.go': {},
      'a.rs': {},
      'a.py': {},
    });
    expect(resolve('a.ts', 'x')).toBe('external: x');
    expect(resolve('a.go', 'x')).toBe('external: x');
    expect(resolve('a.rs', 'x')).toBe('external: x');
    expect(resolve('a.py', 'x')).toBe('external: x');
  });
});
