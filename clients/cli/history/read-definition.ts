/**
 * Which name a line defines, by the words it begins with: `export async function run(` defines `run`. Of languages that put no word
 * before a definition none is known. Read word by word, so that it costs nothing beside the reading of the words.
 */

import { wordCode } from './word-code.ts';

interface DefinitionReader {
  /** @param code of the line's next word or sign. @param sign undefined of a word */
  read(code: number, sign: number | undefined): void;
  /** The code of the name; 0 where none is defined. */
  name(): number;
}

const defining = codesOf(
  'class const def enum fn fun func function interface let mod module namespace object protocol record struct trait type union val var',
);
const before = codesOf(
  `abstract async crate data declare default export extern final inline internal open operator override partial private protected pub public
   readonly sealed static super suspend unsafe virtual`,
);
/** Words before the one that defines; Go's receiver stands between it and the name. */
const mostBefore = 8;
const mostBetween = 12;
const [opening, closing, star, bang] = [40, 41, 42, 33];

export function createDefinitionReader(): DefinitionReader {
  let isDefining = false;
  let isDone = false;
  let depth = 0;
  let [read, between, found] = [0, 0, 0];
  const readBefore = (code: number, sign: number | undefined): void => {
    read += 1;
    if (sign === undefined && defining.has(code)) isDefining = true;
    else if (read > mostBefore || (sign !== opening && sign !== closing && !before.has(code))) isDone = true;
  };
  const readName = (code: number, sign: number | undefined): void => {
    between += 1;
    if (sign === opening) depth += 1;
    else if (sign === closing) depth -= 1;
    else if (depth === 0 && sign === undefined && !defining.has(code)) found = code;
    const isPassed = depth > 0 || sign === closing || sign === star || sign === bang || defining.has(code);
    isDone = found !== 0 || !isPassed || depth < 0 || between > mostBetween;
  };
  return {
    read: (code, sign) => {
      if (isDone) return;
      if (isDefining) readName(code, sign);
      else readBefore(code, sign);
    },
    name: () => found,
  };
}

function codesOf(words: string): ReadonlySet<number> {
  const bytes = words.split(/\s+/).map((word) => Buffer.from(word));
  return new Set(bytes.map((word) => wordCode(word, 0, word.length)));
}
