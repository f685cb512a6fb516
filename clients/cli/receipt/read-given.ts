/** The receipt as it was given: a file or standard input, the receipt alone or a whole answer with the receipt in it. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { readReceipt } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipt.ts';
import { usageError } from '../command-error.ts';

export interface Given {
  readonly receipt: Receipt;
  /** The answer's text, where it came along. */
  readonly answer: string | undefined;
}

const fix =
  'Give what the app downloads as receipt, an answer as --json prints it, or - to read either from a pipe.';

/** @param from a path, or `-`. @throws CommandError where it is no receipt */
export async function readGiven(from: string, workingDirectory: string): Promise<Given> {
  const json = await readText(from, workingDirectory, 'receipt');
  const value = parsed(json);
  if (value === undefined) throw usageError(`"${from}" holds no JSON.`, fix);
  const whole = value as { readonly receipt?: unknown; readonly answer?: unknown } | null;
  const isAnswer = typeof whole?.receipt === 'object' && whole.receipt !== null;
  const receipt = readReceipt(isAnswer ? whole.receipt : value);
  if (typeof receipt === 'string') throw usageError(`"${from}" holds no receipt. ${receipt}`, fix);
  // One shape, told twice: as it is signed and as it is on the wire.
  return {
    receipt: receipt as Receipt,
    answer: isAnswer && typeof whole.answer === 'string' ? whole.answer : undefined,
  };
}

/** The text of an answer: as it is, or within the JSON of one. @throws CommandError */
export async function readAnswer(from: string, workingDirectory: string): Promise<string> {
  const given = await readText(from, workingDirectory, 'answer');
  const value = parsed(given) as { readonly answer?: unknown } | null | undefined;
  return typeof value?.answer === 'string' ? value.answer : given;
}

async function readText(from: string, workingDirectory: string, what: string): Promise<string> {
  if (from === '-') return text(process.stdin);
  const read = await readFile(resolve(workingDirectory, from), 'utf8').catch(() => undefined);
  if (read === undefined)
    throw usageError(`There is no ${what} "${from}" that can be read.`, 'Check the path.');
  return read;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
