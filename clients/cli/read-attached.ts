/** Files that go with a question, read and held to what a server takes before anything is sent. */

import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { attachmentLimits } from '../../worker/contract/client.ts';
import { usageError } from './command-error.ts';

interface AttachedText {
  readonly name: string;
  readonly text: string;
}

const { files: mostFiles, fileBytes, bytes } = attachmentLimits;
const kilobytes = (count: number): string => `${Math.ceil(count / 1_000).toLocaleString('en-GB')} kB`;

/** @throws CommandError naming the file that cannot be sent, and why */
export async function readAttached(
  paths: readonly string[],
  workingDirectory: string,
): Promise<readonly AttachedText[]> {
  if (paths.length > mostFiles)
    throw usageError(`${paths.length} files are too many for one question.`, `Send ${mostFiles} at most.`);
  const attached: AttachedText[] = [];
  let total = 0;
  for (const path of paths) {
    const { name, body } = await read(path, workingDirectory);
    total += body.byteLength;
    if (body.byteLength > fileBytes)
      throw usageError(
        `"${path}" holds more than ${kilobytes(fileBytes)}.`,
        `A file may hold ${kilobytes(fileBytes)}: send the part you ask about.`,
      );
    // Two files of one name are told apart by the paths they were given as.
    const isTaken = attached.some((one) => one.name === name);
    attached.push({ name: isTaken ? path : name, text: textOf(path, body) });
  }
  if (total > bytes)
    throw usageError(
      `The files hold ${kilobytes(total)} together.`,
      `They may hold ${kilobytes(bytes)}: leave one out.`,
    );
  return attached;
}

/** A byte more than it may hold at most: what never ends is not read to its end. */
async function read(path: string, workingDirectory: string): Promise<{ name: string; body: Buffer }> {
  try {
    const stream = createReadStream(resolve(workingDirectory, path), { end: fileBytes });
    return { name: basename(path), body: await buffer(stream) };
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'it cannot be read';
    throw usageError(`"${path}" cannot be read (${reason}).`, 'Name a file of text after --file.');
  }
}

function textOf(path: string, body: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    if (text !== '' && !text.includes('\u0000')) return text;
  } catch {
    // Told below, like any other that is no text.
  }
  throw usageError(
    body.byteLength === 0 ? `"${path}" is empty.` : `"${path}" is no text in UTF-8.`,
    'Name a file of text after --file.',
  );
}
