/**
 * Preprocesses the blocks of a tar for modern-tar's decoder, which has three faults. It treats unknown type flags as files, and the extension
 * headers of GNU's sparse files as content. It also rejects archives without two closing zero blocks or with bytes after them, which `tar`
 * accepts. All other bytes pass through.
 */

import type { ByteReader } from './byte-reader.ts';

const blockSize = 512;
const typeFlagAt = 156;
const sizeAt = 124;
const sizeLength = 12;
const magicAt = 257;
const prefixAt = 345;
const decoder = new TextDecoder();
/** Offsets of the flag that states whether another extension follows: in a GNU sparse header, and in each of its extensions. */
const sparseExtendedAt = 482;
const extensionExtendedAt = 504;

/** pax and GNU headers that describe the next entry, or all entries. */
const metadataFlags = 'xgLK';
/** Entries that have no content, even if they declare a size: links, devices, directories, pipes. */
const emptyFlags = '123456';
/** Maximum size of names and attributes. No real file needs a megabyte of them. */
const maxMetadataBytes = 1024 * 1024;

interface TarBlocks {
  readonly source: ByteReader;
  /** Holds back each entry until it is requested. If the decoder read ahead, an error would overtake the entries before it. */
  readonly turnstile: Turnstile;
  /** Receives the type flag of each entry before its bytes are emitted. */
  readonly typeFlags: string[];
  /** Whether to skip a file that has a single header. Skipping here is much faster than in the decoder. */
  readonly shouldSkip: (path: string) => boolean;
}

/** @throws Error when the archive ends within a header or an entry. */
export async function* tarBlocks({
  source,
  turnstile,
  typeFlags,
  shouldSkip,
}: TarBlocks): AsyncGenerator<Uint8Array> {
  while (await turnstile.pass()) {
    let paxSize: number | undefined;
    let header = await source.take(blockSize);
    for (
      let path = readPlainPath(header);
      path !== undefined && shouldSkip(path);
      path = readPlainPath(header)
    ) {
      await skipBytes(source, roundUpToBlock(readNumber(header)));
      header = await source.take(blockSize);
    }
    while (metadataFlags.includes(readTypeFlag(header))) {
      requireComplete(header, blockSize);
      const metadata = await readMetadata(source, readNumber(header));
      // Like the decoder, this ignores a pax header's size when another header follows it.
      paxSize = readTypeFlag(header) === 'x' ? readPaxSize(metadata) : undefined;
      yield header;
      yield metadata;
      header = await source.take(blockSize);
    }
    // Two zero blocks end an archive. One block or the end of the data is accepted too.
    if (header.every((byte) => byte === 0)) {
      yield new Uint8Array(2 * blockSize);
      return drain(source);
    }
    requireComplete(header, blockSize);
    const typeFlag = readTypeFlag(header);
    typeFlags.push(typeFlag);
    if (typeFlag === 'S') await skipSparseExtensions(source, header[sparseExtendedAt] === 1);
    yield header;
    yield* readContent(
      source,
      emptyFlags.includes(typeFlag) ? 0 : roundUpToBlock(paxSize ?? readNumber(header)),
    );
  }
}

/** Returns the path of a plain POSIX file, which a single header describes completely; undefined for any other entry. */
function readPlainPath(header: Uint8Array): string | undefined {
  if (header.length < blockSize || readTypeFlag(header) !== '0') return undefined;
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

async function skipBytes(source: ByteReader, length: number): Promise<void> {
  for (let remaining = length; remaining > 0;) {
    const part = await source.next(remaining);
    if (part === undefined) throw new Error(`it ends ${remaining} bytes early`);
    remaining -= part.length;
  }
}

/** Reads to the end, because gzip verifies its checksum only there. */
async function drain(source: ByteReader): Promise<void> {
  while ((await source.next(Number.MAX_SAFE_INTEGER)) !== undefined);
}

function readTypeFlag(header: Uint8Array): string {
  return String.fromCharCode(header[typeFlagAt] ?? 0);
}

async function readMetadata(source: ByteReader, size: number): Promise<Uint8Array> {
  if (size > maxMetadataBytes) throw new Error(`a header declares ${size} bytes of attributes`);
  const metadata = await source.take(roundUpToBlock(size));
  requireComplete(metadata, roundUpToBlock(size));
  return metadata;
}

async function skipSparseExtensions(source: ByteReader, hasExtension: boolean): Promise<void> {
  for (let hasNext = hasExtension; hasNext;) {
    const extension = await source.take(blockSize);
    requireComplete(extension, blockSize);
    hasNext = extension[extensionExtendedAt] === 1;
  }
}

async function* readContent(source: ByteReader, length: number): AsyncGenerator<Uint8Array> {
  for (let remaining = length; remaining > 0;) {
    const part = await source.next(remaining);
    if (part === undefined) throw new Error(`it ends ${remaining} bytes early`);
    remaining -= part.length;
    yield part;
  }
}

function requireComplete(block: Uint8Array, length: number): void {
  if (block.length < length) throw new Error('it ends within a header');
}

function roundUpToBlock(size: number): number {
  return Math.ceil(size / blockSize) * blockSize;
}

/** Reads octal digits or GNU's base-256. Returns 0 for anything else; the decoder then rejects the header. */
function readNumber(header: Uint8Array): number {
  const field = header.subarray(sizeAt, sizeAt + sizeLength);
  const [first = 0, ...rest] = field;
  if (first >= 0x80) return rest.reduce((value, byte) => value * 256 + byte, first & 0x7f);
  const digits = String.fromCharCode(...field)
    .replace(/\0.*$/s, '')
    .replaceAll(' ', '');
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : 0;
}

/** Reads the pax record `<length> size=<bytes>\n`, which overrides the header's own size. */
function readPaxSize(metadata: Uint8Array): number | undefined {
  const records = new TextDecoder().decode(metadata);
  const size = /(?:^|\n)\d+ size=(\d+)\n/.exec(records)?.[1];
  return size === undefined ? undefined : Number(size);
}

/** Lets one caller through per opening. It keeps a producer in step with its consumer although the streams between them read ahead. */
interface Turnstile {
  open(): void;
  /** Lets no more callers through, and wakes a waiting caller. */
  close(): void;
  /** Waits for the next opening; false once closed. Only one caller may wait at a time. */
  pass(): Promise<boolean>;
}

export function createTurnstile(): Turnstile {
  let openings = 0;
  let isClosed = false;
  let wake: (() => void) | undefined;
  return {
    open() {
      openings++;
      wake?.();
    },
    close() {
      isClosed = true;
      wake?.();
    },
    async pass() {
      if (openings === 0 && !isClosed) await new Promise<void>((resolve) => (wake = resolve));
      openings--;
      return !isClosed;
    },
  };
}
