/** Builds tar blocks by hand, valid and invalid, including blocks that no library would write. */

import { compress, concat, toBytes, type Content } from './bytes.ts';
import type { Tree } from '../workbench/run-jobs.ts';

interface TarEntryOptions {
  readonly content?: Content;
  /** The type flag; `0` is a file. */
  readonly type?: string;
  readonly linkName?: string;
  /** The size in the header, if it differs from the real size. Sizes of 8 GiB and more are written in base 256. */
  readonly declaredSize?: number | bigint;
  readonly hasWrongChecksum?: boolean;
  /** `ustar` by default, `gnu` for GNU tar's format, `v7` for a header without a magic number. */
  readonly magic?: 'ustar' | 'gnu' | 'v7';
  readonly prefix?: string;
  /** Bytes that replace parts of the header, by offset. */
  readonly bytes?: Readonly<Record<number, Content>>;
}

const magics = { ustar: 'ustar\x0000', gnu: 'ustar  \0', v7: '' };

/** Builds one entry: header, content and padding. A name given as bytes is written unchanged. */
export function tarEntry(name: Content, options: TarEntryOptions = {}): Uint8Array {
  const content = toBytes(options.content ?? '');
  const header = new Uint8Array(512);
  const put = (offset: number, value: Content) => header.set(toBytes(value), offset);
  put(0, name);
  put(100, '0000644\0');
  put(108, '0000000\0');
  put(116, '0000000\0');
  put(124, numberField(options.declaredSize ?? content.length));
  put(136, '14700000000\0');
  put(156, options.type ?? '0');
  put(157, options.linkName ?? '');
  put(257, magics[options.magic ?? 'ustar']);
  put(345, options.prefix ?? '');
  for (const [offset, value] of Object.entries(options.bytes ?? {})) put(Number(offset), value);
  put(148, '        ');
  const sum = header.reduce((total, byte) => total + byte, options.hasWrongChecksum ? 1 : 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return concat(header, content, new Uint8Array(-content.length & 511));
}

/** Builds a header with pax attributes for the next entry (`x`) or all further entries (`g`). */
export function paxHeader(records: Readonly<Record<string, string>>, type: 'x' | 'g' = 'x'): Uint8Array {
  const content = Object.entries(records).map(([key, value]) => paxRecord(key, value));
  return tarEntry('PaxHeaders/0', { type, content: content.join('') });
}

/** Builds GNU's header for names over 100 bytes: `L` for the name, `K` for the target of a link. */
export function gnuLongHeader(value: string, type: 'L' | 'K' = 'L'): Uint8Array {
  return tarEntry('././@LongLink', { type, content: `${value}\0`, magic: 'gnu' });
}

export const endOfTar = new Uint8Array(1024);

/** Builds a complete, compressed archive of the entries. */
export function tarGz(...entries: readonly Content[]): Promise<Uint8Array> {
  return compress('gzip', ...entries, endOfTar);
}

/** Formats a pax record. Its length includes the digits of the length. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const length = toBytes(rest).length;
  const digits = String(length + String(length).length).length;
  return `${length + digits}${rest}`;
}

function numberField(size: number | bigint): Uint8Array {
  if (size < 8 * 1024 ** 3) return toBytes(`${size.toString(8).padStart(11, '0')}\0`);
  const field = new Uint8Array(12);
  new DataView(field.buffer).setBigUint64(4, BigInt(size));
  field[0] = 0x80;
  return field;
}

/** Packs a tree of files into an archive with a top folder, as users upload it. */
export function packTree(tree: Tree): Promise<Uint8Array> {
  const entries = Object.entries(tree).map(([path, content]) => tarEntry(`tree/${path}`, { content }));
  return tarGz(...entries);
}
