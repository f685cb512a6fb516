/** Reads the files that `wherefore ask --file` attaches to a question, and refuses those that the server would refuse. */

import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { attachmentLimits } from '../../../worker/contract/client.ts';
import { usageError } from '../command-error.ts';

interface TextAttachment {
  readonly name: string;
  readonly text: string;
}

const { files: maxFiles, fileBytes, bytes } = attachmentLimits;
const formatKilobytes = (count: number): string => `${Math.ceil(count / 1_000).toLocaleString('en-GB')} kB`;

/**
 * Reads attached files and checks the server's limits before anything is sent. @throws CommandError with the file
 * that cannot be sent and the reason
 */
export async function readAttachments(
  paths: readonly string[],
  workingDirectory: string,
): Promise<readonly TextAttachment[]> {
  if (paths.length > maxFiles)
    throw usageError(`${paths.length} files are too many for one question.`, `Attach ${maxFiles} at most.`);
  const attachments: TextAttachment[] = [];
  let total = 0;
  for (const path of paths) {
    const { name, body } = await readFileBytes(path, workingDirectory);
    total += body.byteLength;
    if (body.byteLength > fileBytes)
      throw usageError(
        `"${path}" is larger than ${formatKilobytes(fileBytes)}.`,
        `The limit per file is ${formatKilobytes(fileBytes)}: attach only the relevant part.`,
      );
    // Two files with the same name are distinguished by their paths.
    const isTaken = attachments.some((attachment) => attachment.name === name);
    attachments.push({ name: isTaken ? path : name, text: decodeAttachment(path, body) });
  }
  if (total > bytes)
    throw usageError(
      `The files are ${formatKilobytes(total)} in total.`,
      `The limit is ${formatKilobytes(bytes)}: attach fewer files.`,
    );
  return attachments;
}

/** Reads one byte more than the limit at most, so an endless file is not read to its end. */
async function readFileBytes(
  path: string,
  workingDirectory: string,
): Promise<{ name: string; body: Buffer }> {
  try {
    const stream = createReadStream(resolve(workingDirectory, path), { end: fileBytes });
    return { name: basename(path), body: await buffer(stream) };
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'it cannot be read';
    throw usageError(`"${path}" cannot be read (${reason}).`, 'Pass a text file to --file.');
  }
}

function decodeAttachment(path: string, body: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    if (text !== '' && !text.includes('\u0000')) return text;
  } catch {
    // Reported below, like any other file that is not text.
  }
  throw usageError(
    body.byteLength === 0 ? `"${path}" is empty.` : `"${path}" is not UTF-8 text.`,
    'Pass a text file to --file.',
  );
}
