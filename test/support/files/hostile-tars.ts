/** Tar archives that are malicious or damaged. */

import type { ErrorCode } from '../../../worker/core/errors.ts';
import type { ArchiveCase } from './archives.ts';
import { compress, concat, repeatPiece, toBytes, type Content } from './bytes.ts';
import { endOfTar, paxHeader, tarEntry, tarGz } from './tar-bytes.ts';

function refusedCase(
  outcome: ErrorCode,
  errorPattern: RegExp,
  bytes: () => Promise<Uint8Array>,
): ArchiveCase {
  return { format: 'tar.gz', outcome, errorPattern: errorPattern, bytes };
}

const code = 'def main():\n    return 1\n';
const main = tarEntry('main.py', { content: code });
const other = tarEntry('other.py', { content: code.repeat(100) });

const withEntry = (name: Content) => () => tarGz(main, tarEntry(name, { content: code }));

export const unsafeTars = {
  'tar: path climbs out': refusedCase(
    'archive_unsafe',
    /evil\.py.{1,2} has a path with `\.\.`/,
    withEntry('../evil.py'),
  ),
  'tar: path climbs out from inside': refusedCase(
    'archive_unsafe',
    /`\.\.`/,
    withEntry('a/b/../../../evil.py'),
  ),
  'tar: path climbs out by backslashes': refusedCase(
    'archive_unsafe',
    /`\.\.`/,
    withEntry('a\\..\\..\\evil.py'),
  ),
  'tar: absolute path': refusedCase('archive_unsafe', /absolute/, withEntry('/etc/cron.d/evil')),
  'tar: network path': refusedCase('archive_unsafe', /absolute/, withEntry('\\\\server\\share\\evil.py')),
  'tar: drive letter': refusedCase('archive_unsafe', /drive letter/, withEntry('C:\\evil.py')),
  'tar: folder climbs out': refusedCase('archive_unsafe', /`\.\.`/, () =>
    tarGz(main, tarEntry('../', { type: '5' })),
  ),
  'tar: symlink climbs out': refusedCase('archive_unsafe', /`\.\.`/, () =>
    tarGz(main, tarEntry('../link', { type: '2', linkName: 'main.py' })),
  ),
  'tar: NUL in a pax path': refusedCase('archive_unsafe', /NUL/, () =>
    tarGz(main, paxHeader({ path: 'main.py\0.png' }), tarEntry('short', { content: code })),
  ),
  'tar: bomb': refusedCase('archive_bomb', /unpacks to more than/, () => zeroTar(24)),
  'tar: bomb of gzip members': refusedCase('archive_bomb', /unpacks to more than/, manyMembers),
} satisfies Record<string, ArchiveCase>;

/** A file of zeros, generated as it is compressed: a megabyte takes a kilobyte. */
export function zeroTar(megabytes: number): Promise<Uint8Array> {
  const megabyte = new Uint8Array(1024 * 1024);
  const header = tarEntry('zeros.bin', { declaredSize: megabytes * megabyte.length });
  return compress('gzip', main, header, repeatPiece(megabyte, megabytes), endOfTar);
}

/** Half a gigabyte in 26 gzip members, all equal except the first. */
async function manyMembers(): Promise<Uint8Array> {
  const header = tarEntry('zeros.txt', { declaredSize: 25 * 20 * 1024 * 1024 });
  const zeros = await compress('gzip', repeatPiece(new Uint8Array(1024 * 1024), 20));
  return concat(await compress('gzip', main, header), ...Array.from({ length: 25 }, () => zeros));
}

const cutTar = (length: (whole: number) => number) => async () => {
  const tar = concat(main, other, endOfTar);
  return compress('gzip', tar.subarray(0, length(tar.length)));
};

const cutGzip = (length: (whole: number) => number) => async () => {
  const whole = await tarGz(main, other);
  return whole.subarray(0, length(whole.length));
};

async function flippedBit(): Promise<Uint8Array> {
  const whole = await tarGz(main, tarEntry('noise.txt', { content: noise(4000) }));
  const middle = Math.floor(whole.length / 2);
  return whole.map((byte, index) => (index === middle ? byte ^ 0x10 : byte));
}

async function wrongSum(): Promise<Uint8Array> {
  const whole = await tarGz(main);
  return whole.map((byte, index) => (index === whole.length - 6 ? byte ^ 1 : byte));
}

/** Pseudorandom letters, the same each time, that no compressor can shorten. */
function noise(length: number): string {
  let state = 1;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31);
  return Array.from({ length }, () => String.fromCharCode(97 + ((next() >> 16) % 26))).join('');
}

const damagedCase = (errorPattern: RegExp, bytes: () => Promise<Uint8Array>) =>
  refusedCase('archive_invalid', errorPattern, bytes);

export const damagedTars = {
  'tar: 0 bytes': damagedCase(/empty/, async () => new Uint8Array(0)),
  'tar: cut in the gzip header': damagedCase(
    /unexpected end/,
    cutGzip(() => 5),
  ),
  'tar: cut in the gzip data': damagedCase(
    /unexpected end/,
    cutGzip((whole) => whole - 30),
  ),
  'tar: cut in the gzip trailer': damagedCase(
    /after other\.py.*unexpected end/,
    cutGzip((whole) => whole - 4),
  ),
  'tar: cut in a header': damagedCase(
    /after main\.py: it ends within a header/,
    cutTar(() => 1024 + 100),
  ),
  'tar: cut in a body': damagedCase(
    /other\.py: it ends \d+ bytes early/,
    cutTar(() => 1024 + 600),
  ),
  'tar: a flipped bit': damagedCase(/damaged/, flippedBit),
  'tar: wrong gzip checksum': damagedCase(/incorrect data check/, wrongSum),
  'tar: wrong header checksum': damagedCase(/after main\.py.*checksum/, () =>
    tarGz(main, tarEntry('other.py', { content: code, wrongChecksum: true })),
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
  'tar: no entries': refusedCase('archive_empty', /nothing to index/, () => tarGz()),
  'tar: folders alone': refusedCase('archive_empty', /nothing to index/, () =>
    tarGz(tarEntry('src/', { type: '5' })),
  ),
  'tar: nothing packed': refusedCase('archive_empty', /nothing to index/, () => compress('gzip')),
  'tar: plain text': refusedCase('unsupported_media_type', /begins with 64 65 66/, async () => toBytes(code)),
  'tar: not compressed': refusedCase('unsupported_media_type', /not compressed/, async () =>
    concat(main, endOfTar),
  ),
  'tar: a zip': refusedCase('unsupported_media_type', /zip archive/, async () =>
    concat(Uint8Array.of(0x50, 0x4b, 3, 4), code),
  ),
} satisfies Record<string, ArchiveCase>;
