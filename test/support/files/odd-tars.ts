/** Unusual but valid tar archives. Each of them is indexed, and the files that cannot be indexed are listed as skipped. */

import type { ArchiveCase } from './archives.ts';
import { compress, concat, type Content } from './bytes.ts';
import { endOfTar, gnuLongHeader, paxHeader, tarEntry, tarGz } from './tar-bytes.ts';
import { zipBytes } from './zip-bytes.ts';

type ReadyOutcome = Pick<ArchiveCase, 'files' | 'skipped'>;

function readyCase(bytes: () => Promise<Uint8Array>, expected: ReadyOutcome): ArchiveCase {
  return { format: 'tar.gz', outcome: 'ready', bytes, ...expected };
}

const code = 'def main():\n    return 1\n';
const main = tarEntry('main.py', { content: code });
const files = { 'main.py': code };
/** Longer than the name field (100 bytes) and the prefix field (155 bytes) together. */
const longPath = `src/${'a-long-folder-name/'.repeat(16)}deep.py`;
const longTarget = `${'up/'.repeat(60)}target.py`;
const commit = '0123456789abcdef0123456789abcdef01234567';

async function nestedArchives(): Promise<Uint8Array> {
  const inner = await tarGz(tarEntry('inner.py', { content: 'inner = 1\n' }));
  const zip = await zipBytes([['inner.py', { content: 'inner = 1\n' }]]);
  return tarGz(
    main,
    tarEntry('data.tar.gz', { content: inner }),
    tarEntry('data.zip', { content: zip }),
    tarEntry('blob', { content: zip }),
  );
}

async function gzipMembers(...parts: readonly Content[]): Promise<Uint8Array> {
  return concat(...(await Promise.all(parts.map((part) => compress('gzip', part)))));
}

/** A GNU sparse entry with one extension header: 16 bytes of data in a file of a gigabyte. */
const sparseEntry = concat(
  tarEntry('sparse.img', {
    type: 'S',
    magic: 'gnu',
    declaredSize: 16,
    bytes: { 482: '\x01', 483: '10000000000' },
  }),
  new Uint8Array(512),
  '0123456789abcdef',
  new Uint8Array(496),
);

const longLine = `${'word '.repeat(199_999)}end`;

export const oddTars = {
  'tar: one file': readyCase(() => tarGz(main), { files }),
  'tar: a wrapper folder, its entry missing': readyCase(
    () => tarGz(tarEntry('flask-1a2b3c/main.py', { content: code })),
    {
      files,
    },
  ),
  'tar: a wrapper folder, as git archive makes it': readyCase(
    () =>
      tarGz(
        paxHeader({ comment: commit }, 'g'),
        tarEntry('flask-1a2b3c/', { type: '5' }),
        tarEntry('flask-1a2b3c/main.py', { content: code }),
        tarEntry('flask-1a2b3c/docs/index.md', { content: '# Docs\n' }),
      ),
    { files: { ...files, 'docs/index.md': '# Docs\n' } },
  ),
  'tar: paths begin with a dot': readyCase(
    () =>
      tarGz(tarEntry('./', { type: '5' }), tarEntry('./main.py', { content: code }), tarEntry('.//a/./b.py')),
    { files: { ...files, 'a/b.py': '' } },
  ),
  'tar: pax long name': readyCase(
    () => tarGz(main, paxHeader({ path: longPath }), tarEntry('short', { content: code })),
    {
      files: { ...files, [longPath]: code },
    },
  ),
  'tar: GNU long name': readyCase(
    () => tarGz(main, gnuLongHeader(longPath), tarEntry('short', { content: code })),
    {
      files: { ...files, [longPath]: code },
    },
  ),
  'tar: GNU long link': readyCase(
    () => tarGz(main, gnuLongHeader(longTarget, 'K'), tarEntry('link', { type: '2' })),
    {
      files,
      skipped: { link: 'symlink' },
    },
  ),
  'tar: prefix field': readyCase(() => tarGz(tarEntry('deep.py', { prefix: 'src/app', content: code })), {
    files: { 'src/app/deep.py': code },
  }),
  'tar: pax size over the header’s': readyCase(
    () =>
      tarGz(
        paxHeader({ size: String(code.length) }),
        tarEntry('main.py', { content: code, declaredSize: 0 }),
      ),
    { files },
  ),
  'tar: v7 header': readyCase(() => tarGz(tarEntry('main.py', { magic: 'v7', type: '\0', content: code })), {
    files,
  }),
  'tar: backslashes': readyCase(() => tarGz(main, tarEntry('src\\win.py', { content: code })), {
    files: { ...files, 'src/win.py': code },
  }),
  'tar: name in Latin-1': readyCase(
    () => tarGz(main, tarEntry(Uint8Array.of(0xe9, 0x2e, 0x70, 0x79), { content: code })),
    {
      files: { ...files, '\ufffd.py': code },
    },
  ),
  'tar: several gzip members': readyCase(() => gzipMembers(main, endOfTar), { files }),
  'tar: no closing blocks': readyCase(() => compress('gzip', main), { files }),
  'tar: bytes after the end': readyCase(() => compress('gzip', main, endOfTar, 'left over'), { files }),
  'tar: symlinks': readyCase(
    () =>
      tarGz(
        main,
        tarEntry('inside.py', { type: '2', linkName: 'main.py' }),
        tarEntry('outside', { type: '2', linkName: '../../etc' }),
        tarEntry('outside/passwd', { content: 'root\n' }),
      ),
    {
      files: { ...files, 'outside/passwd': 'root\n' },
      skipped: { 'inside.py': 'symlink', outside: 'symlink' },
    },
  ),
  'tar: hard links, devices, pipes and labels': readyCase(
    () =>
      tarGz(
        tarEntry('volume', { type: 'V', magic: 'gnu' }),
        main,
        tarEntry('hard', { type: '1', linkName: '/etc/passwd' }),
        tarEntry('tty', { type: '3' }),
        tarEntry('sda', { type: '4' }),
        tarEntry('pipe', { type: '6' }),
      ),
    {
      files,
      skipped: {
        volume: 'special-entry',
        hard: 'special-entry',
        tty: 'special-entry',
        sda: 'special-entry',
        pipe: 'special-entry',
      },
    },
  ),
  'tar: sparse files': readyCase(
    () =>
      tarGz(
        sparseEntry,
        paxHeader({ 'GNU.sparse.major': '1', 'GNU.sparse.minor': '0', 'GNU.sparse.name': 'holes.img' }),
        tarEntry('GNUSparseFile.0/holes.img', { content: '1\n0\n4\ndata' }),
        main,
      ),
    { files, skipped: { 'sparse.img': 'special-entry', 'holes.img': 'special-entry' } },
  ),
  'tar: duplicates': readyCase(() => tarGz(main, tarEntry('main.py', { content: 'later = True\n' })), {
    files,
    skipped: { 'main.py': 'special-entry' },
  }),
  'tar: nested archives': readyCase(nestedArchives, {
    files,
    skipped: { 'data.tar.gz': 'nested-archive', 'data.zip': 'nested-archive', blob: 'nested-archive' },
  }),
  'tar: text of every kind': readyCase(
    () =>
      tarGz(
        tarEntry('empty.py'),
        tarEntry('crlf.py', { content: 'a = 1\r\nb = 2\r\n' }),
        tarEntry('bom.py', { content: '\ufeffa = 1\n' }),
        tarEntry('latin.py', { content: concat('# caf', Uint8Array.of(0xe9), '\n') }),
        tarEntry('wide.txt', { content: Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0) }),
        tarEntry('nul.py', { content: 'a\0b\n' }),
        tarEntry('line.txt', { content: longLine }),
      ),
    {
      files: {
        'empty.py': '',
        'crlf.py': 'a = 1\r\n',
        'bom.py': '\ufeffa = 1\n',
        'latin.py': '# café\n',
        'wide.txt': '\ufeffa\n',
        'line.txt': 'word word ',
      },
      skipped: { 'nul.py': 'binary' },
    },
  ),
} satisfies Record<string, ArchiveCase>;
