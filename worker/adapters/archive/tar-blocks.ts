/**
 * Walks the blocks of a tar in front of modern-tar's decoder, which reads what the headers say. Three things the decoder
 * does not do are done here: it reports no type flag but the nine it knows and takes the others for files; it takes the
 * extension headers of GNU's sparse files for their content; and it refuses an archive without its two closing zero
 * blocks or with bytes after them, as `tar` itself does not. Bytes come out as they came in but for these.
 */

import type { ByteReader } from './byte-reader.ts';

const blockSize = 512;
const typeFlagAt = 156;
const sizeAt = 124;
const sizeLength = 12;
const magicAt = 257;
const prefixAt = 345;
const decoder = new TextDecoder();
/** In a GNU sparse header and in each of its extensions: whether another extension follows. */
const sparseExtendedAt = 482;
const extensionExtendedAt = 504;

/** pax and GNU headers that speak of the entry after them, or of all. */
const metadataFlags = 'xgLK';
/** Entries that have no content, whatever size they declare: links, devices, directories, pipes. */
const emptyFlags = '123456';
/** Names and attributes; a megabyte of them describes no file. */
const maxMetadataBytes = 1024 * 1024;

interface TarBlocks {
  readonly source: ByteReader;
  /** Passed before each entry: were the decoder to read ahead, an error would overtake the entries before it. */
  readonly turnstile: Turnstile;
  /** Receives the type flag of each entry before the entry's bytes come out. */
  readonly typeFlags: string[];
  /** Whether a file that has no header but its own is passed over here, which is far sooner done than in the decoder. */
  readonly isPassedOver: (path: string) => boolean;
}

/** @throws Error when the archive ends within a header or an entry. */
export async function* tarBlocks({
  source,
  turnstile,
  typeFlags,
  isPassedOver,
}: TarBlocks): AsyncGenerator<Uint8Array> {
  while (await turnstile.pass()) {
    let paxSize: number | undefined;
    let header = await source.take(blockSize);
    for (let path = plainPath(header); path !== undefined && isPassedOver(path); path = plainPath(header)) {
      await passOver(source, padded(readNumber(header)));
      header = await source.take(blockSize);
    }
    while (metadataFlags.includes(typeFlagOf(header))) {
      requireWhole(header, blockSize);
      const metadata = await readMetadata(source, readNumber(header));
      // The decoder, too, forgets a pax header's size when another header comes between.
      paxSize = typeFlagOf(header) === 'x' ? sizeInPax(metadata) : undefined;
      yield header;
      yield metadata;
      header = await source.take(blockSize);
    }
    // Two zero blocks end an archive; one, or the end of the data, is taken for it.
    if (header.every((byte) => byte === 0)) {
      yield new Uint8Array(2 * blockSize);
      return drain(source);
    }
    requireWhole(header, blockSize);
    const typeFlag = typeFlagOf(header);
    typeFlags.push(typeFlag);
    if (typeFlag === 'S') await skipSparseExtensions(source, header[sparseExtendedAt] === 1);
    yield header;
    yield* content(source, emptyFlags.includes(typeFlag) ? 0 : padded(paxSize ?? readNumber(header)));
  }
}

/** Of a file by POSIX, whose header says all of it; undefined for anything else. */
function plainPath(header: Uint8Array): string | undefined {
  if (header.length < blockSize || typeFlagOf(header) !== '0') return undefined;
  if (textAt(header, magicAt, 6) !== 'ustar') return undefined;
  const prefix = textAt(header, prefixAt, 155);
  const name = textAt(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

function textAt(header: Uint8Array, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return decoder.decode(end === -1 ? field : field.subarray(0, end));
}

async function passOver(source: ByteReader, length: number): Promise<void> {
  for (let left = length; left > 0;) {
    const part = await source.next(left);
    if (part === undefined) throw new Error(`it ends ${left} bytes early`);
    left -= part.length;
  }
}

/** Reads on to the end: only there does gzip tell whether its data was whole. */
async function drain(source: ByteReader): Promise<void> {
  while ((await source.next(Number.MAX_SAFE_INTEGER)) !== undefined);
}

function typeFlagOf(header: Uint8Array): string {
  return String.fromCharCode(header[typeFlagAt] ?? 0);
}

async function readMetadata(source: ByteReader, size: number): Promise<Uint8Array> {
  if (size > maxMetadataBytes) throw new Error(`a header declares ${size} bytes of attributes`);
  const metadata = await source.take(padded(size));
  requireWhole(metadata, padded(size));
  return metadata;
}

async function skipSparseExtensions(source: ByteReader, first: boolean): Promise<void> {
  for (let extended = first; extended;) {
    const extension = await source.take(blockSize);
    requireWhole(extension, blockSize);
    extended = extension[extensionExtendedAt] === 1;
  }
}

async function* content(source: ByteReader, length: number): AsyncGenerator<Uint8Array> {
  for (let left = length; left > 0;) {
    const part = await source.next(left);
    if (part === undefined) throw new Error(`it ends ${left} bytes early`);
    left -= part.length;
    yield part;
  }
}

function requireWhole(block: Uint8Array, length: number): void {
  if (block.length < length) throw new Error('it ends within a header');
}

function padded(size: number): number {
  return Math.ceil(size / blockSize) * blockSize;
}

/** Octal digits, or GNU's base-256; 0 for neither, which the decoder then refuses by its own reading. */
function readNumber(header: Uint8Array): number {
  const field = header.subarray(sizeAt, sizeAt + sizeLength);
  const [first = 0, ...rest] = field;
  if (first >= 0x80) return rest.reduce((value, byte) => value * 256 + byte, first & 0x7f);
  const digits = String.fromCharCode(...field)
    .replace(/\0.*$/s, '')
    .replaceAll(' ', '');
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : 0;
}

/** A pax record `<length> size=<bytes>\n` stands above the header's own size. */
function sizeInPax(metadata: Uint8Array): number | undefined {
  const records = new TextDecoder().decode(metadata);
  const size = /(?:^|\n)\d+ size=(\d+)\n/.exec(records)?.[1];
  return size === undefined ? undefined : Number(size);
}

export interface Turnstile {
  open(): void;
  /** Nobody passes any more; whoever waits is told so. */
  close(): void;
  /** Waits for the next opening; false once closed. One may wait at a time. */
  pass(): Promise<boolean>;
}

export function createTurnstile(): Turnstile {
  let openings = 0;
  let closed = false;
  let wake: (() => void) | undefined;
  return {
    open() {
      openings++;
      wake?.();
    },
    close() {
      closed = true;
      wake?.();
    },
    async pass() {
      if (openings === 0 && !closed) await new Promise<void>((resolve) => (wake = resolve));
      openings--;
      return !closed;
    },
  };
}
