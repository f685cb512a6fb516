/** Malicious and damaged tar archives. */

import type { ErrorCode } from '../../../worker/core/errors.ts';
import type { ArchiveCase } from './archives.ts';
import { compress, concat, repeatPiece, toBytes, type Content } from './bytes.ts';
import { endOfTar, paxHeader, tarEntry, tarGz } from './tar-bytes.ts';

function rejectedCase(
  outcome: ErrorCode,
  errorPattern: RegExp,
  bytes: () => Promise<Uint8Array>,
): ArchiveCase {
  return { format: 'tar.gz', outcome, errorPattern, bytes };
}

const code = 'def main():\n    return 1\n';
const main = tarEntry('main.py', { content: code });
const other = tarEntry('other.py', { content: code.repeat(100) });

const withEntry = (name: Content) => () => tarGz(main, tarEntry(name, { content: code }));

export const unsafeTars = {
  'tar: path climbs out': rejectedCase(
    'archive_unsafe',
    /evil\.py.{1,2} has a path with `\.\.`/,
    withEntry('../evil.py'),
  ),
  'tar: path climbs out from inside': rejectedCase(
    'archive_unsafe',
    /`\.\.`/,
    withEntry('a/b/../../../evil.py'),
  ),
  'tar: path climbs out by backslashes': rejectedCase(
    'archive_unsafe',
    /`\.\.`/,
    withEntry('a\\..\\..\\evil.py'),
  ),
  'tar: absolute path': rejectedCase('archive_unsafe', /absolute/, withEntry('/etc/cron.d/evil')),
  'tar: network path': rejectedCase('archive_unsafe', /absolute/, withEntry('\\\\server\\share\\evil.py')),
  'tar: drive letter': rejectedCase('archive_unsafe', /drive letter/, withEntry('C:\\evil.py')),
  'tar: folder climbs out': rejectedCase('archive_unsafe', /`\.\.`/, () =>
    tarGz(main, tarEntry('../', { type: '5' })),
  ),
  'tar: symlink climbs out': rejectedCase('archive_unsafe', /`\.\.`/, () =>
    tarGz(main, tarEntry('../link', { type: '2', linkName: 'main.py' })),
  ),
  'tar: NUL in a pax path': rejectedCase('archive_unsafe', /NUL/, () =>
    tarGz(main, paxHeader({ path: 'main.py\0.png' }), tarEntry('short', { content: code })),
  ),
  'tar: bomb': rejectedCase('archive_bomb', /unpacks to more than/, () => zeroTar(24)),
  'tar: bomb of gzip members': rejectedCase('archive_bomb', /unpacks to more than/, manyMembers),
} satisfies Record<string, ArchiveCase>;

/** Creates an archive with a file of zeros, generated while it is compressed. A megabyte of zeros takes a kilobyte. */
export function zeroTar(megabytes: number): Promise<Uint8Array> {
  const megabyte = new Uint8Array(1024 * 1024);
  const header = tarEntry('zeros.bin', { declaredSize: megabytes * megabyte.length });
  return compress('gzip', main, header, repeatPiece(megabyte, megabytes), endOfTar);
}

/** Creates an archive of half a gigabyte in 26 gzip members, of which all but the first are equal. */
async function manyMembers(): Promise<Uint8Array> {
  const header = tarEntry('zeros.txt', { declaredSize: 25 * 20 * 1024 * 1024 });
  const zeros = await compress('gzip', repeatPiece(new Uint8Array(1024 * 1024), 20));
  return concat(await compress('gzip', main, header), ...Array.from({ length: 25 }, () => zeros));
}

const truncatedTar = (length: (size: number) => number) => async () => {
  const tar = concat(main, other, endOfTar);
  return compress('gzip', tar.subarray(0, length(tar.length)));
};

const truncatedGzip = (length: (size: number) => number) => async () => {
  const archive = await tarGz(main, other);
  return archive.subarray(0, length(archive.length));
};

async function flippedBit(): Promise<Uint8Array> {
  const archive = await tarGz(main, tarEntry('noise.txt', { content: noise(4000) }));
  const middle = Math.floor(archive.length / 2);
  return archive.map((byte, index) => (index === middle ? byte ^ 0x10 : byte));
}

async function wrongGzipChecksum(): Promise<Uint8Array> {
  const archive = await tarGz(main);
  return archive.map((byte, index) => (index === archive.length - 6 ? byte ^ 1 : byte));
}

/** Returns pseudorandom letters that compress badly and are the same on every run. */
function noise(length: number): string {
  let state = 1;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31);
  return Array.from({ length }, () => String.fromCharCode(97 + ((next() >> 16) % 26))).join('');
}

const damagedCase = (errorPattern: RegExp, bytes: () => Promise<Uint8Array>) =>
  rejectedCase('archive_invalid', errorPattern, bytes);

export const damagedTars = {
  'tar: 0 bytes': damagedCase(/empty/, async () => new Uint8Array(0)),
  'tar: cut in the gzip header': damagedCase(
    /unexpected end/,
    truncatedGzip(() => 5),
  ),
  'tar: cut in the gzip data': damagedCase(
    /unexpected end/,
    truncatedGzip((size) => size - 30),
  ),
  'tar: cut in the gzip trailer': damagedCase(
    /after other\.py.*unexpected end/,
    truncatedGzip((size) => size - 4),
  ),
  'tar: cut in a header': damagedCase(
    /after main\.py: it ends within a header/,
    truncatedTar(() => 1024 + 100),
  ),
  'tar: cut in a body': damagedCase(
    /other\.py: it ends \d+ bytes early/,
    truncatedTar(() => 1024 + 600),
  ),
  'tar: a flipped bit': damagedCase(/damaged/, flippedBit),
  'tar: wrong gzip checksum': damagedCase(/incorrect data check/, wrongGzipChecksum),
  'tar: wrong header checksum': damagedCase(/after main\.py.*checksum/, () =>
    tarGz(main, tarEntry('other.py', { content: code, hasWrongChecksum: true })),
  ),
  'tar: not a tar inside': damagedCase(/at its start: Invalid tar/, () => compress('gzip', code.repeat(100))),
  'tar: size of 8 exabytes': damagedCase(/number too large/, () =>
    tarGz(main, tarEntry('huge.py', { declaredSize: 2n ** 63n - 1n })),
  ),
  'tar: size of 8 petabytes': damagedCase(/huge\.py: it ends \d+ bytes early/, () =>
    tarGz(main, tarEntry('huge.py', { declaredSize: 2n ** 53n - 1n })),
  ),
  'tar: pax size of 8 petabytes': damagedCase(/huge\.py: it ends \d+ bytes early/, () =>
    tarGz(main, paxHeader({ size: '9007199254740991' }), tarEntry('huge.py')),
  ),
  'tar: gigabytes of attributes': damagedCase(
    /after main\.py: a header declares \d+ bytes of attributes/,
    () => tarGz(main, tarEntry('PaxHeaders/0', { type: 'x', declaredSize: 7 * 1024 ** 3 })),
  ),
  'tar: path of 5,000 characters': damagedCase(/5000 characters/, () =>
    tarGz(main, paxHeader({ path: 'a'.repeat(5000) }), tarEntry('short')),
  ),
  'tar: no entries': rejectedCase('archive_empty', /nothing to index/, () => tarGz()),
  'tar: folders alone': rejectedCase('archive_empty', /nothing to index/, () =>
    tarGz(tarEntry('src/', { type: '5' })),
  ),
  'tar: nothing packed': rejectedCase('archive_empty', /nothing to index/, () => compress('gzip')),
  'tar: plain text': rejectedCase('unsupported_media_type', /its first bytes are 64 65 66/, async () =>
    toBytes(code),
  ),
  'tar: not compressed': rejectedCase('unsupported_media_type', /uncompressed/, async () =>
    concat(main, endOfTar),
  ),
  'tar: a zip': rejectedCase('unsupported_media_type', /zip archive/, async () =>
    concat(Uint8Array.of(0x50, 0x4b, 3, 4), code),
  ),
} satisfies Record<string, ArchiveCase>;
