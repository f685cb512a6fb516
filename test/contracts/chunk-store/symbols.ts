/** Definitions are found by what they are called, and a name is never a pattern. */

import { beforeEach, expect, it } from 'vitest';
import { storeFiles } from '../../support/fill-snapshot.ts';
import { definition, type FileFacts } from '../../support/parsed-files.ts';
import { key, numbered, other, type ChunkStoreSubject } from './subject.ts';

export function findsSymbols(open: () => Promise<ChunkStoreSubject>): void {
  let subject: ChunkStoreSubject;
  beforeEach(async () => {
    subject = await open();
  });
  const store = (files: readonly FileFacts[], at = key) => storeFiles(subject, at, { files });

  const flask = [
    definition('Flask', 1, { kind: 'class', documentation: 'The app.' }),
    definition('Flask.run', 3, { kind: 'method', exported: false }),
    definition('run', 5),
    definition('Flask_run', 7),
  ];
  const found = async (...names: string[]) =>
    (await subject.chunkStore.findSymbols(key, names)).map(
      (symbol) => `${symbol.path} ${symbol.qualifiedName}`,
    );
  const countNamed = async (name: string) => (await subject.chunkStore.findSymbols(other, [name])).length;
  beforeEach(() =>
    store([
      { path: 'src/app.py', text: numbered(10), symbols: flask },
      {
        path: 'src/cli.py',
        text: numbered(9),
        symbols: [definition('run', 1), definition('AppFlask.run', 2)],
      },
    ]),
  );

  it('are found by bare and by qualified name, letter case ignored', async () => {
    expect(await found('run')).toEqual([
      'src/app.py Flask.run',
      'src/app.py run',
      'src/cli.py run',
      'src/cli.py AppFlask.run',
    ]);
    expect(await found('Flask.run')).toEqual(['src/app.py Flask.run']);
    expect(await found('FLASK.RUN')).toEqual(['src/app.py Flask.run']);
    expect(await found('flask')).toEqual(['src/app.py Flask']);
    expect(await found('Flask', 'nothing')).toEqual(['src/app.py Flask']);
  });

  it.each([
    ['Flas_.run'],
    ['%run'],
    ['F%'],
    [''],
    ['.'],
    ['Flask.'],
    ["run' OR '1'='1"],
    ['__proto__'],
    ['NEAR(run)'],
  ])('named %j are none, since a name is no pattern', async (name) => {
    expect(await found(name)).toEqual([]);
  });

  it('are found by a long qualified name, and by its end', async () => {
    const long = `${'package.'.repeat(12)}Admin.get_queryset`;
    await store([{ path: 'admin.py', text: numbered(2), symbols: [definition(long, 1)] }], other);
    expect(await countNamed(long)).toBe(1);
    expect(await countNamed(long.toUpperCase())).toBe(1);
    expect(await countNamed(`${'package.'.repeat(8)}Admin.get_queryset`)).toBe(1);
    expect(await countNamed(`x${'package.'.repeat(12)}Admin.get_queryset`)).toBe(0);
  });

  it('of a rare name are found beside a name that everything has', async () => {
    const common = Array.from({ length: 600 }, (_, index) => definition(`A${index}.get`, index + 1));
    await store(
      [
        { path: 'a.py', text: numbered(600, 'a'), symbols: common },
        { path: 'z.py', text: 'z\n', symbols: [definition('Zed', 1)] },
      ],
      other,
    );
    const names = (await subject.chunkStore.findSymbols(other, ['get', 'Zed'])).map((symbol) => symbol.name);
    expect(names).toContain('Zed');
    expect(names.length).toBeLessThan(500);
  });

  it('are found by names that are not English', async () => {
    const symbols = [definition('Größe.müller_größe', 1), definition('数え', 2)];
    await store([{ path: 'u.py', text: numbered(3), symbols }], other);
    expect(await subject.chunkStore.findSymbols(other, ['数え'])).toHaveLength(1);
    expect(await subject.chunkStore.findSymbols(other, ['Größe.müller_größe'])).toHaveLength(1);
  });

  it('are told whole, by file in the order of their lines', async () => {
    const documentationLines = { startLine: 2, endLine: 2 };
    const symbols = [
      definition('late', 8),
      definition('early', 2, { documentationLines, documentation: 'x' }),
    ];
    await store([{ path: 'a.py', text: numbered(9, 'a'), symbols }], other);
    const told = await subject.chunkStore.symbolsOfFile(other, 'a.py');
    expect(told).toMatchObject([{ ...symbols[1] }, { ...symbols[0] }]);
    expect(told[1]?.documentationLines).toBeUndefined();
    expect(new Set(told.map((symbol) => symbol.id)).size).toBe(2);
    expect(await subject.chunkStore.symbolsOfFile(other, 'nowhere')).toEqual([]);
  });
}
