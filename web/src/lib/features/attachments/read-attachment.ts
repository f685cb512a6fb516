/**
 * Reads a file as an attachment: UTF-8 text within the server's limits, with a unique name that the server accepts. For a rejected file
 * it returns a sentence with the reason.
 */
import { attachmentLimits, type AttachedFile } from '../../api.ts';
import { formatBytes } from '../../format.ts';

export interface PendingAttachment extends AttachedFile {
  /** The size of the text in UTF-8. */
  readonly bytes: number;
}

/** The parts of a `File` that this module reads. */
export interface ReadableFile {
  readonly name: string;
  readonly size: number;
  readonly arrayBuffer: () => Promise<ArrayBuffer>;
}

export const attachmentLimitsText = `up to ${attachmentLimits.files} text files, ${formatBytes(attachmentLimits.fileBytes)} each, ${formatBytes(attachmentLimits.bytes)} in total`;

/** @returns the attachment, or the reason why it is rejected */
export async function readAttachment(
  file: ReadableFile,
  attached: readonly PendingAttachment[],
): Promise<PendingAttachment | string> {
  const { files, fileBytes, bytes } = attachmentLimits;
  const label = `“${sanitizeFileName(file.name)}”`;
  if (attached.length >= files)
    return `${label} was not attached: a question can have at most ${files} files.`;
  if (file.size > fileBytes)
    return `${label} is ${formatBytes(file.size)}, but the limit for a file is ${formatBytes(fileBytes)}.`;
  const text = decode(await file.arrayBuffer());
  if (text === undefined) return `${label} is not text. Only UTF-8 text files can be attached.`;
  if (text === '') return `${label} is empty.`;
  const size = new TextEncoder().encode(text).byteLength;
  if (totalBytes(attached) + size > bytes)
    return `${label} was not attached: the limit for all files together is ${formatBytes(bytes)}.`;
  return { name: createUniqueName(sanitizeFileName(file.name), attached), text, bytes: size };
}

export function totalBytes(attached: readonly PendingAttachment[]): number {
  return attached.reduce((sum, file) => sum + file.bytes, 0);
}

/** @returns undefined if the bytes are not UTF-8, or contain a null character */
function decode(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Replaces control characters, line breaks, backticks and brackets, which could end a citation or inline code. */
export function sanitizeFileName(name: string): string {
  const clean = name
    .replaceAll(/[\p{C}`[\]]+/gu, '-')
    .trim()
    .slice(0, 190);
  return clean === '' ? 'file' : clean;
}

function createUniqueName(name: string, attached: readonly PendingAttachment[]): string {
  const taken = new Set(attached.map((file) => file.name));
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 2, candidate = name; ; number += 1) {
    if (!taken.has(candidate)) return candidate;
    candidate = `${stem} (${number})${extension}`;
  }
}
