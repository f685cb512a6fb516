/** Contract of every manifest reader: it reads the known manifests, and treats invalid ones as missing. */
import { describe, expect, it } from 'vitest';
import type { ManifestReader } from '../../worker/ports/parser.ts';

export function manifestReaderContract(create: () => ManifestReader): void {
  const reader = create();

  describe('a path', () => {
    it.each([
      'package.json',
      'packages/a/package.json',
      'tsconfig.json',
      'tsconfig.build.json',
      'jsconfig.json',
      'deno.json',
      'deno.jsonc',
      'jsr.json',
      'Cargo.toml',
      'a/pyproject.toml',
      'go.mod',
    ])('of the manifest %s is read', (path) => expect(reader.reads(path)).toBe(true));

    it.each(['package-lock.json', 'Cargo.lock', 'go.sum', 'data.json', 'src/package.json.ts', 'constructor'])(
      'of another file is ignored: %s',
      (path) => {
        expect(reader.reads(path)).toBe(false);
        expect(reader.read(path, '{}')).toBeUndefined();
      },
    );
  });

  describe('a manifest', () => {
    it('in JSON is returned unchanged', () =>
      expect(
        reader.read('package.json', '\uFEFF{ "name": "a", "exports": { ".": ["./a.js", null] } }'),
      ).toEqual({
        name: 'a',
        exports: { '.': ['./a.js', null] },
      }));

    it('in JSON may contain comments and trailing commas, and comment markers in strings', () =>
      expect(
        reader.read(
          'tsconfig.json',
          '{ // one\n "compilerOptions": { /* two */ "paths": { "@/*": ["./src/*",], }, }, }',
        ),
      ).toEqual({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }));

    it('in TOML is returned with dates as strings', () =>
      expect(
        reader.read(
          'Cargo.toml',
          '[package]\nname = "a"\nday = 1979-05-27\n[[bin]]\npath = "x.rs"\n[a.b.c]\nd.e = true',
        ),
      ).toEqual({
        package: { name: 'a', day: '1979-05-27' },
        bin: [{ path: 'x.rs' }],
        a: { b: { c: { d: { e: true } } } },
      }));

    it('of Go is returned with its module and replacements', () =>
      expect(
        reader.read(
          'go.mod',
          [
            'module "example.com/a" // the root',
            'go 1.22',
            'require (\n\texample.com/b v1.0.0\n)',
            'replace example.com/b v1.0.0 => ./b',
            'replace (\n\texample.com/c => ../c // beside\n\texample.com/d => example.com/e v2.0.0\n)',
          ].join('\n'),
        ),
      ).toEqual({
        module: 'example.com/a',
        replace: { 'example.com/b': './b', 'example.com/c': '../c', 'example.com/d': 'example.com/e' },
      }));
  });

  describe('an invalid manifest', () => {
    it.each([
      ['package.json', '{ "name": '],
      ['package.json', '{{ name }}'],
      ['Cargo.toml', '[package\nname'],
      ['pyproject.toml', 'a = 1\na = 2'],
      ['go.mod', 'go 1.22\n'],
      ['tsconfig.json', '['.repeat(200_000)],
      ['tsconfig.json', `//\n${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
      ['Cargo.toml', `a = ${'['.repeat(200_000)}`],
      ['package.json', `"${'x'.repeat(5_000_000)}"`],
    ])('that is malformed or oversized is treated as missing: %s', (path, text) =>
      expect(reader.read(path, text)).toBeUndefined(),
    );

    it('with the key __proto__ sets no prototype', () => {
      for (const text of ['{ "__proto__": { "name": "a" } }', '{ "__proto__": { "name": "a" }, }']) {
        expect(Reflect.get(Object(reader.read('package.json', text)), 'name')).toBeUndefined();
      }
      expect(
        Reflect.get(Object(reader.read('Cargo.toml', '[__proto__]\nname = "a"')), 'name'),
      ).toBeUndefined();
    });
  });
}
