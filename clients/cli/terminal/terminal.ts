/**
 * Writes to the two output streams of the command line. Results go to stdout, progress and notes to stderr. With
 * `--json`, results go to stderr too, so that stdout contains only the JSON object.
 */

import { unsafeCharacters } from '../../../worker/contract/client.ts';

export type TextStyle = 'strong' | 'soft';

export interface Terminal {
  /** Whether stderr is a terminal whose last line can be overwritten. */
  readonly isInteractive: boolean;
  readonly columns: number;
  /** Prints one or more lines of the result. A style applies only where colors are shown. */
  print(text: string, style?: TextStyle): void;
  /** Prints progress or a warning. */
  note(text: string): void;
  /** Replaces the progress line; an empty text removes it. Does nothing without a terminal. */
  overwrite(text: string): void;
  /** Prints the JSON object on one line. */
  json(value: unknown): void;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** SGR sequences: bold and dim. */
const styleCodes = { strong: '\u001b[1m', soft: '\u001b[2m' } as const satisfies Record<TextStyle, string>;
const resetCode = '\u001b[0m';

/** @param streams.isPlain writes no control characters, whatever the streams are */
export function createTerminal(streams: {
  stdout: Output;
  stderr: Output;
  json: boolean;
  isPlain?: boolean;
  /** The user asks for text without colors, as in `NO_COLOR`. */
  hasNoColor?: boolean;
}): Terminal {
  const { stdout, stderr, isPlain = false, hasNoColor = false } = streams;
  const isInteractive = stderr.isTTY === true && !isPlain;
  const isColored = stdout.isTTY === true && !isPlain && !streams.json && !hasNoColor;
  let hasProgressLine = false;
  const clear = (): void => {
    if (hasProgressLine) stderr.write('\r\u001b[K');
    hasProgressLine = false;
  };
  const write = (output: Output, text: string): void => {
    clear();
    output.write(`${text}\n`);
  };
  return {
    isInteractive,
    columns: stderr.columns ?? 100,
    print: (text, style) => {
      const safe = text.replaceAll(unsafeCharacters, '');
      const styled = style === undefined || !isColored ? safe : styleCodes[style] + safe + resetCode;
      write(streams.json ? stderr : stdout, styled);
    },
    note: (text) => write(stderr, text.replaceAll(unsafeCharacters, '')),
    overwrite: (text) => {
      if (!isInteractive) return;
      clear();
      if (text === '') return;
      stderr.write(text.replaceAll(unsafeCharacters, '').slice(0, (stderr.columns ?? 100) - 1));
      hasProgressLine = true;
    },
    json: (value) => write(stdout, JSON.stringify(value).replaceAll(unsafeCharacters, toJsonEscape)),
  };
}

/** Writes a character as a JSON escape. `JSON.stringify` leaves some control characters as they are. */
function toJsonEscape(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
