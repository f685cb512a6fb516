/** In every snapshot, edges start within their file, point to existing definitions, and depend only on the files. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LinkedFile } from '../../../worker/ports/graph-store.ts';
import { linkSnapshot, readSnapshot } from './linking/snapshot.ts';
import type { WrittenFile } from './linking/snapshot.ts';

const lines = 40;
const words = ['a', 'b', 'make', 'Node', 'Tree', 'get', 'default'];
const word = fc.constantFrom(...words);
const line = fc.integer({ min: 1, max: lines });
const path = fc
  .array(fc.tuple(word, fc.boolean()), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([name, isCalled]) => (isCalled ? `${name}()` : name)).join('.'));
const receiver = fc.oneof(path, fc.constantFrom('self', 'this', 'super()', 'self.a', '?', 'crate.a', ''));

const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 6 });

/** Files that import, extend, contain and re-export each other at random, usually in cycles. */
const writtenFile = (paths: readonly string[]): fc.Arbitrary<WrittenFile> => {
  const module = fc.constantFrom(
    ...paths.flatMap((file) => [`./${file}`, file.replace(/\.\w+$/, ''), `.${file.replace(/\.\w+$/, '')}`]),
    '.',
    'crate.a',
  );
  const container = fc.constantFrom('', ' in Node', ' in Node.get', ' in make', ' in Tree');
  return fc.record({
    symbols: fc.subarray([
      'class Node 1-9',
      'method Node.get 2-4',
      'method Node.make 5',
      'class Tree 10-19',
      'function make 20-29',
      'function a 30',
      'constant b 31',
      'function make.a 22-23',
      'module default 32-40',
      'type get 33',
    ]),
    imports: list(
      fc
        .tuple(line, module, word, word, fc.constantFrom('', ', **', ', * as b'), fc.boolean())
        .map(
          ([at, from, imported, local, more, isReexport]) =>
            `${isReexport ? 'export ' : ''}${at} ${from}: ${imported} as ${local}${more}`,
        ),
    ),
    exports: list(fc.tuple(word, word).map(([outside, inside]) => `${outside} = ${inside}`)),
    uses: list(
      fc
        .tuple(
          line,
          fc.constantFrom('call', 'type', 'value', 'decorator', 'render', 'extends', 'implements'),
          receiver,
          word,
          container,
        )
        .map(([at, kind, on, name, within]) => `${at} ${kind} ${on === '' ? '' : `${on}.`}${name}${within}`),
    ),
    typed: list(fc.tuple(word, path, container).map(([name, type, within]) => `${name}: ${type}${within}`)),
    fields: list(fc.tuple(word, path, container).map(([name, type, within]) => `${name}: ${type}${within}`)),
    returns: list(
      fc
        .tuple(fc.constantFrom('make', 'Node.get', 'a', 'Node.make'), path)
        .map(([name, type]) => `${name}: ${type}`),
    ),
    locals: list(fc.constantFrom('a in make', 'b in Node.get')),
  });
};

const snapshot = fc
  .constantFrom('py', 'ts', 'go', 'rs', 'java', 'rb', 'cpp', 'cs', 'php')
  .chain((extension) => {
    const paths = ['a', 'b', 'Node', 'Tree'].map((name) => `${name}.${extension}`);
    return fc
      .tuple(...paths.map(() => writtenFile(paths)))
      .map((files) => Object.fromEntries(files.map((file, at) => [paths[at] ?? '', file])));
  });

it('creates edges within their file that point to existing definitions', async () => {
  await fc.assert(
    fc.asyncProperty(snapshot, async (written) => {
      const layout = readSnapshot(written);
      const symbolCounts = new Map(layout.files.map((file) => [file.path, file.symbols.length]));
      for (const { path: ownPath, edges } of await linkSnapshot(layout)) {
        expect(edges.map((edge) => edge.line)).toEqual(edges.map((edge) => edge.line).sort((a, b) => a - b));
        for (const { line: at, from, to, tier } of edges) {
          expect(at).toBeGreaterThan(0);
          expect(at).toBeLessThanOrEqual(lines);
          if (from !== undefined) expect(from).toBeLessThan(symbolCounts.get(ownPath) ?? 0);
          if ('path' in to) expect(to.symbol ?? -1).toBeLessThan(symbolCounts.get(to.path) ?? -1);
          if ('candidates' in to) expect(tier).toBe('name-match');
        }
        expect(
          new Set(edges.map((edge) => JSON.stringify([edge.kind, edge.from, edge.line, edge.to]))).size,
        ).toBe(edges.length);
      }
    }),
  );
});

it('creates the same edges for a file, whichever files are linked with it and in any order', async () => {
  await fc.assert(
    fc.asyncProperty(snapshot, fc.nat({ max: 3 }), async (written, at) => {
      const layout = readSnapshot(written);
      const whole = await linkSnapshot(layout);
      const id = layout.files[at]?.id ?? 0;
      const alone = await linkSnapshot({
        files: layout.files,
        uses: new Map([...layout.uses].filter(([file]) => file === id)),
      });
      expect(alone).toEqual(whole.filter((file) => file.id === id));
      const back = await linkSnapshot({ files: layout.files.toReversed(), uses: layout.uses });
      expect(back.map(toPlain)).toEqual(whole.map(toPlain));
    }),
  );
});

function toPlain({ path: ownPath, edges, hash }: LinkedFile) {
  return { path: ownPath, edges, hash };
}

it('hashes edges by their content', async () => {
  const files = { 'a.py': { symbols: ['function a 1', 'function b 2'], uses: ['3 call a'] }, 'b.py': {} };
  const [first] = await linkSnapshot(readSnapshot(files));
  const [same] = await linkSnapshot(readSnapshot({ ...files, 'b.py': { symbols: ['function c 1'] } }));
  const [other] = await linkSnapshot(
    readSnapshot({ ...files, 'a.py': { ...files['a.py'], uses: ['3 call b'] } }),
  );
  expect(first?.hash).toMatch(/^[\da-f]{64}$/);
  expect(same?.hash).toBe(first?.hash);
  expect(other?.hash).not.toBe(first?.hash);
});

it('links a file in which every name resolves to the next', async () => {
  const symbols = Array.from({ length: 3000 }, (_, at) => `function f${at} ${at + 1}`);
  const returns = symbols.map((_, at) => `f${at}: f${at + 1}()`);
  const [linked] = await linkSnapshot(
    readSnapshot({ 'a.py': { symbols, returns, uses: ['1 call f0().run', '2 call f2999'] } }),
  );
  expect(linked?.edges).toHaveLength(1);
});
