/** Builds zip files by hand, valid and invalid, including files that no library would write. */

import { compress, concat, crc32, toBytes, type Content } from './bytes.ts';

export interface ZipEntryOptions {
  readonly content?: Content;
  readonly isStored?: boolean;
  /** The number of the compression method in the header, if it differs from the real method. */
  readonly method?: number;
  readonly isEncrypted?: boolean;
  /** Writes sizes and checksum after the data, as a writer that cannot seek does. */
  readonly hasDataDescriptor?: boolean;
  readonly zip64?: boolean;
  readonly declaredSize?: number;
  readonly hasWrongCrc?: boolean;
  /** File type and permissions as Unix tools write them, such as 0o120777 for a symbolic link. */
  readonly unixMode?: number;
  /** Index of another entry, whose offset the directory states for this entry. */
  readonly sharesDataOf?: number;
}

interface PackedEntry {
  readonly local: Uint8Array;
  readonly directoryRecord: (offset: number) => Uint8Array;
  readonly sharesDataOf: number | undefined;
}

/** @param comment the archive's own comment, where `git archive` writes the commit */
export async function zipBytes(
  entries: readonly (readonly [name: Content, options?: ZipEntryOptions])[],
  { comment = '', zip64 = false }: { readonly comment?: string; readonly zip64?: boolean } = {},
): Promise<Uint8Array> {
  const packedEntries = await Promise.all(
    entries.map(([name, options]) => packEntry(toBytes(name), options ?? {})),
  );
  const offsets: number[] = [];
  let size = 0;
  for (const entry of packedEntries) {
    offsets.push(size);
    size += entry.local.length;
  }
  const directory = concat(
    ...packedEntries.map((entry, index) => entry.directoryRecord(offsets[entry.sharesDataOf ?? index] ?? 0)),
  );
  const end = endRecords({
    count: packedEntries.length,
    directoryOffset: size,
    directoryLength: directory.length,
    zip64,
  });
  return concat(
    ...packedEntries.map((entry) => entry.local),
    directory,
    end,
    u16(toBytes(comment).length),
    comment,
  );
}

async function packEntry(name: Uint8Array, options: ZipEntryOptions): Promise<PackedEntry> {
  const content = toBytes(options.content ?? '');
  const data = options.isStored ? content : await compress('deflate-raw', content);
  const crc = (crc32(content) + (options.hasWrongCrc ? 1 : 0)) >>> 0;
  const size = options.declaredSize ?? content.length;
  const flags = (options.isEncrypted ? 1 : 0) | (options.hasDataDescriptor ? 8 : 0) | 0x800;
  const method = options.method ?? (options.isStored ? 0 : 8);
  const sizes = (isAfterData: boolean) => {
    if (isAfterData) return concat(u32(0), u32(0), u32(0));
    if (options.zip64) return concat(u32(crc), u32(0xffffffff), u32(0xffffffff));
    return concat(u32(crc), u32(data.length), u32(size));
  };
  const extra = options.zip64 ? concat(u16(1), u16(16), u64(size), u64(data.length)) : new Uint8Array(0);
  const common = (isAfterData: boolean) =>
    concat(
      u16(45),
      u16(flags),
      u16(method),
      u32(0x5a000000),
      sizes(isAfterData),
      u16(name.length),
      u16(extra.length),
    );
  const descriptor = concat(u32(0x08074b50), u32(crc), u32(data.length), u32(size));
  const local = concat(
    u32(0x04034b50),
    common(options.hasDataDescriptor ?? false),
    name,
    extra,
    data,
    options.hasDataDescriptor ? descriptor : '',
  );
  // The creator system is Unix (3), so the upper half of the external attributes is a file mode.
  const attributes = u32(((options.unixMode ?? 0o100644) << 16) >>> 0);
  const directoryRecord = (offset: number) =>
    concat(
      u32(0x02014b50),
      u16(0x31e),
      common(false),
      u16(0),
      u16(0),
      u16(0),
      attributes,
      u32(offset),
      name,
      extra,
    );
  return { local, directoryRecord, sharesDataOf: options.sharesDataOf };
}

interface DirectoryPosition {
  readonly count: number;
  readonly directoryOffset: number;
  readonly directoryLength: number;
  readonly zip64: boolean;
}

/** Builds the end record up to the length of its comment. With `zip64`, the zip64 end record and its locator precede it. */
function endRecords({ count, directoryOffset, directoryLength, zip64 }: DirectoryPosition): Uint8Array {
  const sizes = zip64
    ? concat(u16(0xffff), u16(0xffff), u32(0xffffffff), u32(0xffffffff))
    : concat(u16(count), u16(count), u32(directoryLength), u32(directoryOffset));
  const end = concat(u32(0x06054b50), u16(0), u16(0), sizes);
  if (!zip64) return end;
  const wideSizes = concat(u64(count), u64(count), u64(directoryLength), u64(directoryOffset));
  const zip64End = concat(u32(0x06064b50), u64(44), u16(45), u16(45), u32(0), u32(0), wideSizes);
  const locator = concat(u32(0x07064b50), u32(0), u64(directoryOffset + directoryLength), u32(1));
  return concat(zip64End, locator, end);
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff);
}

function u32(value: number): Uint8Array {
  return concat(u16(value & 0xffff), u16(value >>> 16));
}

function u64(value: number): Uint8Array {
  return concat(u32(value >>> 0), u32(Math.floor(value / 2 ** 32)));
}
