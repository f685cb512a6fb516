/** Contract of every repository source. Run it on each adapter with archives of its format. */

import { describe, expect, it } from 'vitest';
import type { AppError } from '../../worker/core/errors.ts';
import type { RepositorySource, SourceEntry } from '../../worker/ports/repository-source.ts';
import type { ArchiveCase } from '../support/files/archives.ts';

interface RepositorySourceSubject {
  readonly archives: Readonly<Record<string, ArchiveCase>>;
  /** Stores the archive and opens it with limits far above what a legitimate archive needs. */
  readonly open: (archive: ArchiveCase) => Promise<RepositorySource>;
}

export function repositorySourceContract({ archives, open }: RepositorySourceSubject): void {
  const cases = Object.entries(archives);
  const readable = cases.filter(([, { outcome }]) => outcome === 'ready' || outcome === 'archive_empty');
  const rejected = cases.filter(([, { outcome }]) => outcome !== 'ready' && outcome !== 'archive_empty');

  describe.each(readable)('the source of “%s”', (_, archive) => {
    it('returns every file completely, under a relative path', async () => {
      const expected = { ...archive.files };
      for await (const entry of (await open(archive)).entries()) {
        expect(entry.path).toMatch(/^(?!\.{0,2}\/)[^\0\\]+$/);
        expect(entry.path.split('/')).not.toEqual(expect.arrayContaining(['..']));
        if (entry.kind !== 'file') continue;
        const bytes = await entry.read(2_000_000);
        expect(bytes?.length).toBe(entry.size);
        const path = Object.keys(expected).find((known) => `/${entry.path}`.endsWith(`/${known}`));
        if (path === undefined) continue;
        expect(decode(bytes)).toContain(expected[path]);
        delete expected[path];
      }
      expect(expected).toEqual({});
    });

    it('skips unread entries', async () => {
      const paths: string[] = [];
      for await (const entry of (await open(archive)).entries())
        if (entry.kind === 'file') paths.push(entry.path);
      expect(paths.length).toBeGreaterThanOrEqual(Object.keys(archive.files ?? {}).length);
    });

    it('does not read more than the maximum', async () => {
      for await (const entry of (await open(archive)).entries()) {
        if (entry.kind !== 'file') continue;
        const bytes = await entry.read(20);
        expect(bytes?.length).toBe(entry.size > 20 ? undefined : entry.size);
      }
    });

    it('can be abandoned early and read again', async () => {
      const source = await open(archive);
      const first = await firstEntry(source);
      expect((await firstEntry(source))?.path).toBe(first?.path);
    });

    it('describes special entries', async () => {
      for await (const entry of (await open(archive)).entries()) {
        expect(entry.specialKind === undefined).toBe(entry.kind !== 'special');
        if (entry.kind === 'symlink') expect(entry.linkTarget).toBeTypeOf('string');
      }
    });
  });

  it.each(rejected)('rejects an archive that is invalid or too large: %s', async (_, archive) => {
    const error = await readAll(await open(archive)).then(
      () => undefined,
      (thrown: AppError) => thrown,
    );
    expect(error?.code).toBe(archive.outcome);
    expect(error?.message).toMatch(archive.errorPattern ?? /./);
  });
}

async function readAll(source: RepositorySource): Promise<void> {
  for await (const entry of source.entries()) if (entry.kind === 'file') await entry.read(2_000_000);
}

async function firstEntry(source: RepositorySource): Promise<SourceEntry | undefined> {
  for await (const entry of source.entries()) return entry;
  return undefined;
}

/** Guesses the encoding, which the source does not know. */
function decode(bytes: Uint8Array | undefined): string {
  const isUtf16 = bytes?.[0] === 0xff;
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (isUtf16) return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(bytes);
  return utf8.includes('\ufffd') ? String.fromCharCode(...(bytes ?? [])) : utf8;
}
