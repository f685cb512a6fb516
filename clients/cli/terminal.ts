/**
 * The two streams of a terminal. Results go to stdout; progress and notes to stderr. When the last line of stdout is to
 * be JSON, results go to stderr too, so that nothing else is ever on stdout.
 */

import { unsafeCharacters } from '../../worker/contract/client.ts';

export interface Terminal {
  /** Whether stderr is a terminal whose last line can be written over. */
  readonly interactive: boolean;
  readonly columns: number;
  /** A line (or lines) of the result. */
  print(text: string): void;
  /** A line beside the result: progress, a warning. */
  note(text: string): void;
  /** Replaces the line being written over; an empty text takes it away. Does nothing where there is no terminal. */
  overwrite(text: string): void;
  /** The one JSON object, on one line. */
  json(value: unknown): void;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export function createTerminal(streams: { stdout: Output; stderr: Output; json: boolean }): Terminal {
  const { stdout, stderr } = streams;
  const interactive = stderr.isTTY === true;
  let overwritten = false;
  const clear = (): void => {
    if (overwritten) stderr.write('\r\u001b[K');
    overwritten = false;
  };
  const write = (output: Output, text: string): void => {
    clear();
    output.write(`${text}\n`);
  };
  return {
    interactive,
    columns: stderr.columns ?? 100,
    print: (text) => write(streams.json ? stderr : stdout, text.replaceAll(unsafeCharacters, '')),
    note: (text) => write(stderr, text.replaceAll(unsafeCharacters, '')),
    overwrite: (text) => {
      if (!interactive) return;
      clear();
      if (text === '') return;
      stderr.write(text.replaceAll(unsafeCharacters, '').slice(0, (stderr.columns ?? 100) - 1));
      overwritten = true;
    },
    json: (value) => write(stdout, JSON.stringify(value).replaceAll(unsafeCharacters, escaped)),
  };
}

/** As JSON writes a character by its number, which it leaves some controls without. */
function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
