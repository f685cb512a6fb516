/** The receipt as it was given: a file or standard input, the receipt alone or a whole answer with the receipt in it. */

import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { readReceipt } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipt.ts';
import { usageError } from '../command-error.ts';
import type { ToldAnswer } from './check-told.ts';
import { parseJson } from './parse-json.ts';

export interface Given {
  readonly receipt: Receipt;
  /** The answer it came in; undefined where it came alone. */
  readonly told: ToldAnswer | undefined;
}

const fix =
  'Give what the app downloads as receipt, an answer as --json prints it, or - to read either from a pipe.';

/** Far more than a receipt, or an answer with its sources, comes to. */
const maxBytes = 32_000_000;

/** @param from a path, or `-`. @throws CommandError where it is no receipt, or may be read as two */
export async function readGiven(from: string, workingDirectory: string): Promise<Given> {
  const value = strictlyParsed(from, await readText(from, workingDirectory, 'receipt'));
  const whole = value as (ToldAnswer & { readonly format?: unknown }) | null;
  // What says itself to be a receipt is held to that, whatever other one lies in it.
  const isAnswer = typeof whole?.receipt === 'object' && whole.receipt !== null && whole.format === undefined;
  const receipt = readReceipt(isAnswer ? whole.receipt : value);
  if (typeof receipt === 'string') throw usageError(`"${from}" holds no receipt. ${receipt}`, fix);
  // One shape, told twice: as it is signed and as it is on the wire.
  return { receipt: receipt as Receipt, told: isAnswer ? whole : undefined };
}

/** The text of an answer: as it is, or within the JSON of one. @throws CommandError */
export async function readAnswer(from: string, workingDirectory: string): Promise<string> {
  const given = await readText(from, workingDirectory, 'answer');
  const value = parsed(given) as { readonly answer?: unknown } | null | undefined;
  return typeof value?.answer === 'string' ? value.answer : given;
}

async function readText(from: string, workingDirectory: string, what: string): Promise<string> {
  const bytes = await readBytes(
    from === '-' ? process.stdin : createReadStream(resolve(workingDirectory, from)),
  );
  if (bytes === undefined)
    throw usageError(`There is no ${what} "${from}" that can be read.`, 'Check the path.');
  if (bytes === 'too large')
    throw usageError(`"${from}" is larger than any ${what} (${maxBytes / 1_000_000} MB).`, 'Check the path.');
  try {
    // Bytes that are no UTF-8 would all be read as the same character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usageError(`"${from}" is no text in UTF-8.`, 'Give it as it was downloaded or printed.');
  }
}

async function readBytes(stream: AsyncIterable<Buffer>): Promise<Buffer | 'too large' | undefined> {
  const pieces: Buffer[] = [];
  let total = 0;
  try {
    for await (const piece of stream) {
      total += piece.byteLength;
      if (total > maxBytes) return 'too large';
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch {
    return undefined;
  }
}

/** @throws CommandError */
function strictlyParsed(from: string, json: string): unknown {
  const value = parsed(json);
  if (value === undefined) throw usageError(`"${from}" holds no JSON.`, fix);
  try {
    return parseJson(json);
  } catch (thrown) {
    const why = thrown instanceof SyntaxError ? ` ${thrown.message}` : '';
    throw usageError(`"${from}" is JSON that can be read in more than one way.${why}`, fix);
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
