/** Reads the receipt from a file or stdin: the receipt alone, or a whole answer that contains it. */

import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { readReceipt } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipts/schema.ts';
import { usageError } from '../command-error.ts';
import type { UntrustedAnswer } from './check-claims.ts';

export interface ReceiptInput {
  readonly receipt: Receipt;
  /** The answer that contains the receipt; undefined when the receipt is alone. */
  readonly answer: UntrustedAnswer | undefined;
}

const fix =
  'Pass a receipt that the app downloads, an answer as --json prints it, or - to read either from stdin.';

/** Far larger than any receipt or answer. */
const maxBytes = 32_000_000;

/** @param path a path, or `-`. @throws CommandError if the input contains no receipt or its JSON is ambiguous */
export async function readReceiptInput(path: string, workingDirectory: string): Promise<ReceiptInput> {
  const value = parseStrictly(path, await readText(path, workingDirectory, 'receipt'));
  const outer = value as (UntrustedAnswer & { readonly format?: unknown }) | null;
  // A value with its own `format` is itself the receipt, even if it contains another receipt.
  const isAnswer = typeof outer?.receipt === 'object' && outer.receipt !== null && outer.format === undefined;
  const receipt = readReceipt(isAnswer ? outer.receipt : value);
  if (typeof receipt === 'string') throw usageError(`"${path}" contains no receipt. ${receipt}`, fix);
  // Both schemas, the signed one and the wire one, describe the same shape.
  return { receipt: receipt as Receipt, answer: isAnswer ? outer : undefined };
}

/** Reads an answer's text, plain or inside the answer's JSON. @throws CommandError */
export async function readAnswer(path: string, workingDirectory: string): Promise<string> {
  const text = await readText(path, workingDirectory, 'answer');
  const value = tryParse(text) as { readonly answer?: unknown } | null | undefined;
  return typeof value?.answer === 'string' ? value.answer : text;
}

async function readText(path: string, workingDirectory: string, kind: string): Promise<string> {
  const bytes = await readBytes(
    path === '-' ? process.stdin : createReadStream(resolve(workingDirectory, path)),
  );
  if (bytes === undefined) throw usageError(`The ${kind} "${path}" cannot be read.`, 'Check the path.');
  if (bytes === 'too large')
    throw usageError(`"${path}" is larger than any ${kind} (${maxBytes / 1_000_000} MB).`, 'Check the path.');
  try {
    // Invalid bytes would all decode to the same character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usageError(`"${path}" is not UTF-8 text.`, 'Use the file exactly as it was downloaded or printed.');
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
function parseStrictly(path: string, json: string): unknown {
  const value = tryParse(json);
  if (value === undefined) throw usageError(`"${path}" contains no JSON.`, fix);
  try {
    return parseUnambiguousJson(json);
  } catch (thrown) {
    const reason = thrown instanceof SyntaxError ? ` ${thrown.message}` : '';
    throw usageError(`"${path}" is ambiguous JSON.${reason}`, fix);
  }
}

function tryParse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON that every program reads alike. With duplicate names or numbers beyond a double, another program could
 * see a value other than the signed one. @throws SyntaxError for invalid or ambiguous JSON, with the reason as a
 * sentence
 */
function parseUnambiguousJson(json: string): unknown {
  const value = JSON.parse(json) as unknown;
  rejectAmbiguousJson(json);
  return value;
}

const wholeNumberPattern = /^(?:0|-?[1-9]\d*)$/;
/** A token outside strings: a brace, a number or a literal. */
const tokenPattern = /[{}]|[^\s{}[\],:"]+/y;

/** Checks for duplicate names and ambiguous numbers in one pass. @param json valid JSON */
function rejectAmbiguousJson(json: string): void {
  const names: Set<string>[] = [];
  let at = 0;
  while (at < json.length) {
    if (json[at] === '"') {
      const end = findStringEnd(json, at);
      const next = skipSpace(json, end);
      if (json[next] === ':') recordName(names.at(-1), json.slice(at, end));
      at = next;
      continue;
    }
    tokenPattern.lastIndex = at;
    const token = tokenPattern.exec(json)?.[0] ?? '';
    if (token === '{') names.push(new Set());
    if (token === '}') names.pop();
    // Receipts contain only whole numbers; other numbers in a surrounding answer are not signed.
    if (/^[-\d]/.test(token) && Number.isSafeInteger(Number(token)) && !wholeNumberPattern.test(token))
      throw new SyntaxError(`It contains a whole number written as ${token.slice(0, 40)}.`);
    at += Math.max(1, token.length);
  }
}

function recordName(names: Set<string> | undefined, text: string): void {
  const name = JSON.parse(text) as string;
  if (names?.has(name) === true)
    throw new SyntaxError(`It has ${JSON.stringify(name).slice(0, 60)} twice in one object.`);
  names?.add(name);
}

/** Returns the position after the closing quotation mark. */
function findStringEnd(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === '\\') at += 1;
    else if (json[at] === '"') return at + 1;
  }
  return json.length;
}

function skipSpace(json: string, start: number): number {
  let at = start;
  while (at < json.length && ' \t\r\n'.includes(json[at] ?? '')) at += 1;
  return at;
}
