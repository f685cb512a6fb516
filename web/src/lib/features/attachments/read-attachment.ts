/**
 * A file as it goes along with a question: text alone, within the server's limits, under a name the server takes and no other file has.
 * What cannot go along is told in a sentence.
 */
import { attachmentLimits, type AttachedFile } from '../../api.ts';
import { formatBytes } from '../../format.ts';

export interface HeldFile extends AttachedFile {
  /** Of its text as UTF-8. */
  readonly bytes: number;
}

/** As much of a `File` as is read here. */
export interface ReadableFile {
  readonly name: string;
  readonly size: number;
  readonly arrayBuffer: () => Promise<ArrayBuffer>;
}

export const limitsInWords = `text files, up to ${attachmentLimits.files}, ${formatBytes(attachmentLimits.fileBytes)} each, ${formatBytes(attachmentLimits.bytes)} together`;

/** The file, or why it cannot go along. */
export async function readAttachment(
  file: ReadableFile,
  held: readonly HeldFile[],
): Promise<HeldFile | string> {
  const { files, fileBytes, bytes } = attachmentLimits;
  const shown = `“${cleanName(file.name)}”`;
  if (held.length >= files) return `${shown} was left out: a question takes ${files} files.`;
  if (file.size > fileBytes)
    return `${shown} is ${formatBytes(file.size)}: a file may be ${formatBytes(fileBytes)} at most.`;
  const text = decode(await file.arrayBuffer());
  if (text === undefined) return `${shown} is not text: only files of UTF-8 text can be attached.`;
  if (text === '') return `${shown} is empty.`;
  const size = new TextEncoder().encode(text).byteLength;
  if (bytesOf(held) + size > bytes)
    return `${shown} was left out: all files together may be ${formatBytes(bytes)}.`;
  return { name: freeName(cleanName(file.name), held), text, bytes: size };
}

export function bytesOf(held: readonly HeldFile[]): number {
  return held.reduce((sum, one) => sum + one.bytes, 0);
}

/** Undefined for what is not UTF-8, or holds what no text does. */
function decode(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** One line without what would end a citation or a piece of code. */
export function cleanName(name: string): string {
  const clean = name
    .replaceAll(/[\p{C}`[\]]+/gu, '-')
    .trim()
    .slice(0, 190);
  return clean === '' ? 'file' : clean;
}

function freeName(name: string, held: readonly HeldFile[]): string {
  const taken = new Set(held.map((one) => one.name));
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 2, free = name; ; number += 1) {
    if (!taken.has(free)) return free;
    free = `${stem} (${number})${extension}`;
  }
}
