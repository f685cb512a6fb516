/** Zip archives: valid and odd archives, which are indexed, and hostile and damaged ones, which are rejected. */

import type { ErrorCode } from '../../../worker/core/errors.ts';
import type { ArchiveCase } from './archives.ts';
import { concat, toBytes, type Content } from './bytes.ts';
import { tarEntry, tarGz } from './tar-bytes.ts';
import { zipBytes, type ZipEntryOptions } from './zip-bytes.ts';

function readyCase(
  bytes: () => Promise<Uint8Array>,
  expected: Pick<ArchiveCase, 'files' | 'skipped'>,
): ArchiveCase {
  return { format: 'zip', outcome: 'ready', bytes, ...expected };
}

function rejectedCase(
  outcome: ErrorCode,
  errorPattern: RegExp,
  bytes: () => Promise<Uint8Array>,
): ArchiveCase {
  return { format: 'zip', outcome, errorPattern, bytes };
}

const code = 'def main():\n    return 1\n';
const main = ['main.py', { content: code }] as const;
const files = { 'main.py': code };
const commit = '0123456789abcdef0123456789abcdef01234567';
const megabyte = 1024 * 1024;

const withEntry = (name: Content, options: ZipEntryOptions = { content: code }) => {
  return () => zipBytes([main, [name, options]]);
};

async function truncatedZip(length: (size: number) => number): Promise<Uint8Array> {
  const archive = await zipBytes([main, ['other.py', { content: code }]]);
  return archive.subarray(0, length(archive.length));
}

/** Creates an archive whose end record declares more entries than the directory has. */
async function missingEntries(): Promise<Uint8Array> {
  const archive = await zipBytes([main]);
  return archive.map((byte, index) =>
    index === archive.length - 14 || index === archive.length - 12 ? 9 : byte,
  );
}

export const zips = {
  'zip: one file': readyCase(() => zipBytes([main]), { files }),
  'zip: a wrapper folder, as git archive makes it': readyCase(
    () =>
      zipBytes(
        [
          ['flask-1a2b3c/', { unixMode: 0o040755 }],
          ['flask-1a2b3c/main.py', { content: code }],
          ['flask-1a2b3c/docs/index.md', { content: '# Docs\n' }],
        ],
        { comment: commit },
      ),
    { files: { ...files, 'docs/index.md': '# Docs\n' } },
  ),
  'zip: packed on a Mac': readyCase(
    () =>
      zipBytes([
        ['shop/main.py', { content: code }],
        ['__MACOSX/shop/._main.py', { content: '\0\x05\x16\x07' }],
      ]),
    { files, skipped: { '__MACOSX/shop/._main.py': 'special-entry' } },
  ),
  'zip: backslashes': readyCase(withEntry('src\\win.py'), { files: { ...files, 'src/win.py': code } }),
  'zip: stored': readyCase(() => zipBytes([['main.py', { content: code, isStored: true }]]), { files }),
  'zip: sizes after the data': readyCase(
    () => zipBytes([['main.py', { content: code, hasDataDescriptor: true }]]),
    {
      files,
    },
  ),
  'zip: zip64': readyCase(() => zipBytes([['main.py', { content: code, zip64: true }]], { zip64: true }), {
    files,
  }),
  'zip: empty file': readyCase(withEntry('empty.py', {}), { files: { ...files, 'empty.py': '' } }),
  'zip: links and devices': readyCase(
    () =>
      zipBytes([
        main,
        ['link.py', { content: '../../etc/passwd', unixMode: 0o120777 }],
        ['tty', { unixMode: 0o020666 }],
        ['pipe', { unixMode: 0o010644 }],
      ]),
    { files, skipped: { 'link.py': 'symlink', tty: 'special-entry', pipe: 'special-entry' } },
  ),
  'zip: duplicates': readyCase(withEntry('main.py', { content: 'later = True\n' }), {
    files,
    skipped: { 'main.py': 'special-entry' },
  }),
  'zip: nested archives': readyCase(
    async () =>
      zipBytes([main, ['data.tgz', { content: await tarGz(tarEntry('inner.py')), isStored: true }]]),
    { files, skipped: { 'data.tgz': 'nested-archive' } },
  ),
  'zip: path climbs out': rejectedCase(
    'archive_unsafe',
    /evil\.py.{1,2} has a path with `\.\.`/,
    withEntry('../evil.py'),
  ),
  'zip: path climbs out by backslashes': rejectedCase(
    'archive_unsafe',
    /`\.\.`/,
    withEntry('a\\..\\..\\evil.py'),
  ),
  'zip: absolute path': rejectedCase('archive_unsafe', /absolute/, withEntry('/etc/cron.d/evil')),
  'zip: drive letter': rejectedCase('archive_unsafe', /drive letter/, withEntry('C:\\evil.py')),
  'zip: symlink climbs out': rejectedCase(
    'archive_unsafe',
    /`\.\.`/,
    withEntry('../link', { unixMode: 0o120777 }),
  ),
  'zip: NUL in a path': rejectedCase('archive_unsafe', /NUL/, withEntry('main.py\0.png')),
  'zip: bomb': rejectedCase(
    'archive_bomb',
    /unpacks to more than/,
    withEntry('zeros.txt', { content: new Uint8Array(20 * megabyte) }),
  ),
  'zip: bomb by its declared size': rejectedCase(
    'archive_bomb',
    /unpacks to more than/,
    withEntry('a.py', { zip64: true, declaredSize: 2 ** 52 }),
  ),
  'zip: bomb of overlapping entries': rejectedCase(
    'archive_invalid',
    /b\.py: its data overlaps/,
    createOverlap,
  ),
  'zip: more data than it declares': rejectedCase(
    'archive_invalid',
    /a\.txt: it unpacks to more than the 10 bytes/,
    withEntry('a.txt', { content: 'a'.repeat(megabyte), declaredSize: 10 }),
  ),
  'zip: encrypted': rejectedCase(
    'archive_invalid',
    /secret\.py: it is encrypted/,
    withEntry('secret.py', { content: code, isEncrypted: true }),
  ),
  'zip: unknown compression': rejectedCase(
    'archive_invalid',
    /a\.py: its compression method 14/,
    withEntry('a.py', { content: code, method: 14 }),
  ),
  'zip: wrong checksum': rejectedCase(
    'archive_invalid',
    /a\.py: its checksum/,
    withEntry('a.py', { content: code, hasWrongCrc: true }),
  ),
  'zip: damaged data': rejectedCase(
    'archive_invalid',
    /a\.py/,
    withEntry('a.py', { content: 'this is not what deflate makes', isStored: true, method: 8 }),
  ),
  'zip: cut in the data': rejectedCase('archive_invalid', /End of central directory not found/, () =>
    truncatedZip(() => 60),
  ),
  'zip: cut in the directory': rejectedCase('archive_invalid', /End of central directory/, () =>
    truncatedZip((size) => size - 30),
  ),
  'zip: cut in the end record': rejectedCase('archive_invalid', /End of central directory/, () =>
    truncatedZip((size) => size - 4),
  ),
  'zip: fewer entries than it declares': rejectedCase('archive_invalid', /after main\.py/, missingEntries),
  'zip: 0 bytes': rejectedCase('archive_invalid', /empty/, async () => new Uint8Array(0)),
  'zip: no entries': rejectedCase('archive_empty', /nothing to index/, () => zipBytes([])),
  'zip: plain text': rejectedCase('unsupported_media_type', /its first bytes are 64 65 66/, async () =>
    toBytes(code),
  ),
  'zip: a tar.gz': rejectedCase('unsupported_media_type', /gzip/, () =>
    tarGz(tarEntry('main.py', { content: code })),
  ),
  'zip: a program in front': rejectedCase('unsupported_media_type', /its first bytes are 4d 5a/, async () =>
    concat('MZ', new Uint8Array(100), await zipBytes([main])),
  ),
} satisfies Record<string, ArchiveCase>;

function createOverlap(): Promise<Uint8Array> {
  return zipBytes([
    main,
    ['a.py', { content: code, isStored: true }],
    ['b.py', { content: code, isStored: true, sharesDataOf: 1 }],
  ]);
}
