/** The link and rank stages read files with outlines, ranges and references. */

import { beforeEach, expect, it } from 'vitest';
import { noReferences, type FileReferences } from '../../../worker/core/code/reference.ts';
import { storeFiles } from '../../support/workbench/fill-snapshot.ts';
import { findNodeId } from '../../support/workbench/link-snapshot.ts';
import { definition } from '../../support/workbench/parsed-files.ts';
import {
  app,
  base,
  edges,
  fill,
  files,
  key,
  laterKey,
  lines,
  models,
  type GraphStoreSubject,
} from './subject.ts';

const references: FileReferences = {
  outline: {
    namespace: 'a.b',
    imports: [
      {
        module: './é"\\',
        line: 1,
        names: [
          { imported: 'default', local: 'x', line: 1 },
          { imported: '*', local: 'y', line: 2 },
        ],
        wildcard: false,
        reexported: true,
      },
      { module: 'm', line: 3, names: [], wildcard: true, reexported: false },
    ],
    exports: [{ exported: 'default', local: 'x' }],
    listed: ['x'],
    bases: [{ kind: 'extends', name: 'Base', receiver: undefined, line: 4, within: 0 }],
    fields: [{ name: 'app', type: 'Flask', within: 0 }],
    returns: [{ symbol: 1, type: 'make()' }],
  },
  uses: {
    references: [
      { kind: 'call', name: 'run', receiver: 'self.app', line: 5, within: 1 },
      { kind: 'render', name: 'View', receiver: '', line: 6, within: undefined },
    ],
    typed: [{ name: 'a', type: 'A', within: undefined }],
    locals: [{ name: 'x', within: 1 }],
    truncated: true,
  },
};

export function linkableFileSuite(open: () => Promise<GraphStoreSubject>): void {
  let subject: GraphStoreSubject;
  beforeEach(async () => {
    subject = await open();
  });
  const wholeRange = { firstFile: 0, lastFile: Number.MAX_SAFE_INTEGER };

  it('lists files with truncated references, only of this state', async () => {
    const uses = { ...references.uses, truncated: false };
    await storeFiles(subject, key, {
      files: [
        { path: 'b/cut.py', text: lines(7, 'x'), references },
        { path: 'a.py', text: lines(6, 'y'), references: { ...references, uses } },
        { path: 'a.md', text: '# Plain\n' },
      ],
    });
    expect(await subject.graphStore.truncatedFiles(key)).toEqual([{ path: 'b/cut.py', language: 'python' }]);
    expect(await subject.graphStore.truncatedFiles(laterKey)).toEqual([]);
  });

  it('lists files with syntax errors, only of this state', async () => {
    const uses = { ...references.uses, truncated: false };
    await storeFiles(subject, key, {
      files: [
        { path: 'b/torn.cs', text: lines(7, 'x'), references, degraded: true },
        { path: 'a.cs', text: lines(6, 'y'), degraded: true, references: { ...references, uses } },
        { path: 'whole.cs', text: lines(5, 'z'), references },
      ],
    });
    expect(await subject.graphStore.misparsedFiles(key)).toEqual([
      { path: 'a.cs', language: 'csharp' },
      { path: 'b/torn.cs', language: 'csharp' },
    ]);
    expect(await subject.graphStore.misparsedFiles(laterKey)).toEqual([]);
  });

  it('finds re-exports under another name, case-sensitively', async () => {
    const outline: FileReferences['outline'] = {
      ...references.outline,
      imports: [
        {
          module: './base',
          line: 2,
          names: [
            { imported: 'Inner', local: 'Outer', line: 3 },
            { imported: 'Same', local: 'Same', line: 4 },
          ],
          wildcard: false,
          reexported: true,
        },
        {
          module: './base',
          line: 5,
          names: [{ imported: 'Inner', local: 'Mine', line: 5 }],
          wildcard: false,
          reexported: false,
        },
      ],
      exports: [
        { exported: 'Outer', local: 'Hono' },
        { exported: 'Plain', local: 'Plain' },
        { exported: 'é "x"', local: 'Hono' },
      ],
    };
    await storeFiles(subject, key, {
      files: [
        { path: 'b.ts', text: lines(7, 'x'), references: { ...references, outline } },
        { path: 'a.ts', text: lines(6, 'y'), references },
      ],
    });
    const findReexports = (name: string) => subject.graphStore.findReexports(key, name);
    expect(await findReexports('Outer')).toEqual([
      { path: 'b.ts', local: 'Hono', line: undefined },
      { path: 'b.ts', local: 'Inner', line: 3 },
    ]);
    expect(await findReexports('é "x"')).toEqual([{ path: 'b.ts', local: 'Hono', line: undefined }]);
    for (const name of ['outer', 'Same', 'Plain', 'Mine', 'Inner', 'Out', '%', ''])
      expect(await findReexports(name)).toEqual([]);
    expect(await subject.graphStore.findReexports(laterKey, 'Outer')).toEqual([]);
  });

  it('returns references exactly as stored, for every path with the same content', async () => {
    const text = lines(7, 'x');
    const symbols = [definition('A', 1, { kind: 'class', endLine: 6 }), definition('A.b', 2, { endLine: 3 })];
    await storeFiles(subject, key, {
      files: [
        { path: 'a.py', text, symbols, references },
        { path: 'copy.py', text, symbols, references },
        { path: 'plain.md', text: '# Plain\n' },
      ],
    });
    const linkable = await subject.graphStore.linkableFiles(key);
    expect(linkable.map(({ path, outline }) => ({ path, outline }))).toEqual([
      { path: 'a.py', outline: references.outline },
      { path: 'copy.py', outline: references.outline },
      { path: 'plain.md', outline: noReferences.outline },
    ]);
    expect(linkable[0]).toMatchObject({ language: 'python', role: 'source', package: undefined });
    expect(linkable[1]?.symbols).toEqual([
      {
        name: 'A',
        qualifiedName: 'A',
        kind: 'class',
        exported: true,
        startLine: 1,
        endLine: 6,
        nameLine: 1,
      },
      expect.objectContaining({ qualifiedName: 'A.b', startLine: 2, endLine: 3 }),
    ]);
    const uses = await subject.graphStore.fileUses(key, wholeRange);
    expect([...uses.keys()]).toEqual(linkable.map((file) => file.id));
    expect([...uses.values()]).toEqual([references.uses, references.uses, noReferences.uses]);
    expect(await subject.countRows()).toMatchObject({ content: 2, content_reference: 1 });
  });

  it('deletes references with their content', async () => {
    await storeFiles(subject, key, { files: [{ path: 'a.py', text: 'x\n', references }] });
    await storeFiles(subject, laterKey, { files: [{ path: 'b.py', text: 'x\n', references }] });
    await subject.chunkStore.remove({ shard: 0, snapshot: 1, generation: undefined });
    expect((await subject.graphStore.linkableFiles(laterKey))[0]?.outline).toEqual(references.outline);
    await subject.chunkStore.remove({ shard: 0, snapshot: 2, generation: undefined });
    expect(await subject.countRows()).toEqual({});
  });

  it('stores only the first references of a file if they do not fit in a row', async () => {
    const many = Array.from({ length: 60_000 }, (_, index) => ({
      kind: 'call' as const,
      name: `a_long_name_of_${index}`,
      receiver: 'é'.repeat(20),
      line: index + 1,
      within: undefined,
    }));
    const exports = Array.from({ length: 60_000 }, (_, index) => ({
      exported: `exported_${index}`,
      local: 'x',
    }));
    const manyReferences = {
      outline: { ...references.outline, exports },
      uses: { ...references.uses, references: many, truncated: false },
    };
    await storeFiles(subject, key, { files: [{ path: 'a.py', text: 'x\n', references: manyReferences }] });
    const [stored] = (await subject.graphStore.fileUses(key, wholeRange)).values();
    expect(stored?.truncated).toBe(true);
    expect(stored?.references.length).toBeGreaterThan(5_000);
    expect(stored?.references).toEqual(many.slice(0, stored?.references.length));
    const [file] = await subject.graphStore.linkableFiles(key);
    expect(file?.outline.exports.length).toBeGreaterThan(10_000);
  });

  it('splits files into ranges that contain every file once', async () => {
    const many = Array.from({ length: 25 }, (_, index) => ({
      path: `f${String(index).padStart(2, '0')}.py`,
      text: lines(10, `f${index}`),
      references,
    }));
    await storeFiles(subject, key, { files: many });
    const ranges = await subject.graphStore.linkRanges(key, 45);
    const inRanges: number[] = [];
    for (const range of ranges) inRanges.push(...(await subject.graphStore.fileUses(key, range)).keys());
    expect(inRanges).toEqual((await subject.graphStore.linkableFiles(key)).map((file) => file.id));
    expect(ranges).toHaveLength(7);
    expect(await subject.graphStore.linkRanges(key, 1_000)).toHaveLength(1);
    expect(await subject.graphStore.linkRanges(laterKey, 10)).toEqual([]);
    // Files without references cost almost nothing.
    const prose = Array.from({ length: 25 }, (_, index) => ({
      path: `${index}.md`,
      text: lines(10, `${index}`),
    }));
    await storeFiles(subject, laterKey, { files: prose });
    expect(await subject.graphStore.linkRanges(laterKey, 45)).toHaveLength(1);
  });

  it('reads files across several pages', async () => {
    const many = Array.from({ length: 900 }, (_, index) => ({ path: `f${index}.py`, text: 'same\n' }));
    await storeFiles(subject, key, { files: many });
    expect(await subject.graphStore.linkableFiles(key)).toHaveLength(900);
    expect((await subject.graphStore.fileUses(key, wholeRange)).size).toBe(900);
  });

  it('returns all edges to files and definitions, without guesses', async () => {
    await fill(subject);
    await fill(subject, laterKey, { repositoryId: 'repository-2', edges: {} });
    const [appId, modelsId, baseId] = [
      await findNodeId(subject, key, { path: app }),
      await findNodeId(subject, key, { path: models }),
      await findNodeId(subject, key, { path: base }),
    ];
    const edgeTexts = (await subject.graphStore.allEdges(key)).map(
      ({ from, to, kind }) => `${from} ${kind} ${to}`,
    );
    expect(edgeTexts.toSorted()).toEqual(
      [
        `${appId} imports ${modelsId}`,
        `${appId}.1 calls ${modelsId}.1`,
        `${appId}.3 calls ${appId}.1`,
        `${appId}.3 calls ${appId}.1`,
        `${modelsId}.0 extends ${baseId}.0`,
        `${modelsId}.0 has-method ${baseId}.1`,
        `${modelsId}.0 has-method ${modelsId}.1`,
      ].toSorted(),
    );
    expect(await subject.graphStore.allEdges(laterKey)).toEqual([]);
  });

  it('returns the edges of a range of files by path and line, with packages and guesses', async () => {
    await fill(subject);
    const [appId, modelsId] = [
      await findNodeId(subject, key, { path: app }),
      await findNodeId(subject, key, { path: models }),
    ];
    const whole = await subject.graphStore.edgesOfRange(key, wholeRange);
    expect(whole.map(({ path, line, kind, tier }) => [path, line, kind, tier])).toEqual([
      [app, 1, 'imports', 'resolved'],
      [app, 2, 'imports', 'resolved'],
      [app, 4, 'calls', 'import-scoped'],
      [app, 13, 'calls', 'resolved'],
      [app, 14, 'calls', 'resolved'],
      [models, 1, 'extends', 'resolved'],
      [models, 2, 'has-method', 'resolved'],
      [models, 2, 'has-method', 'resolved'],
      [models, 3, 'calls', 'name-match'],
    ]);
    expect(whole[1]).toMatchObject({ from: appId, to: 'package:@scope/requests' });
    const modelsOnly = { firstFile: Number(modelsId), lastFile: Number(modelsId) };
    expect(await subject.graphStore.edgesOfRange(key, modelsOnly)).toEqual(whole.slice(5));
    expect(files.length).toBe(4);
    expect(Object.values(edges).flat().length).toBe(10);
  });
}
