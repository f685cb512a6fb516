/**
 * Reads build files, which are untrusted. A file that is too long, nested too deeply or invalid is treated as missing, and results contain only
 * own keys and plain values.
 */

import { getNodeValue, parseTree, type ParseError } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import type { ManifestReader } from '../../ports/parser.ts';

/** Maximum characters, ten times the length of the longest known package.json files. */
const maxCharacters = 1_000_000;

const parsers: readonly { readonly name: RegExp; readonly parse: (text: string) => unknown }[] = [
  { name: /^(?:package|jsr|composer)\.json$/, parse: parseJson },
  { name: /^(?:[tj]sconfig(?:\.[\w.-]+)?|[\w.-]+\.tsconfig|deno)\.json$|^deno\.jsonc$/, parse: parseJson },
  { name: /^(?:Cargo|pyproject)\.toml$/, parse: (text) => toPlainJson(parseToml(text)) },
  { name: /^go\.mod$/, parse: parseGoModule },
];

export function createManifestReader(): ManifestReader {
  return {
    reads: (path) => findParser(path) !== undefined,
    read(path, text) {
      if (text.length > maxCharacters) return undefined;
      try {
        return findParser(path)?.(text.replace(/^\uFEFF/, ''));
      } catch {
        // Untrusted files may be invalid or nested deeper than the stack allows.
        return undefined;
      }
    },
  };
}

function findParser(path: string): ((text: string) => unknown) | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return parsers.find((parser) => parser.name.test(name))?.parse;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseJsonWithComments(text);
  }
}

function parseJsonWithComments(text: string): unknown {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  return tree === undefined || errors.length > 0 ? undefined : toPlainJson(getNodeValue(tree));
}

/** Converts to plain JSON values: dates as text, own keys only. */
function toPlainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

interface GoModule {
  readonly module: string;
  /** Maps a module's path to its replacement, another module's path or a folder; versions are omitted. */
  readonly replace: Readonly<Record<string, string>>;
}

/** Reads `module`, and `replace` as a line or a block, from a go.mod (https://go.dev/ref/mod). @returns undefined when the file declares no module */
function parseGoModule(text: string): GoModule | undefined {
  let module: string | undefined;
  let block = '';
  const replacements: (readonly [string, string])[] = [];
  for (const line of text.split('\n')) {
    const words = splitWords(line);
    const [first = '', second = ''] = words;
    if (block !== '' && first === ')') block = '';
    else if (block === '' && second === '(') block = first;
    else if (block === '' && first === 'module') module ??= second;
    else if (block === 'replace') replacements.push(...parseReplacement(words));
    else if (block === '' && first === 'replace') replacements.push(...parseReplacement(words.slice(1)));
    // Blocks on one line, `module ( … )`, do not occur in practice.
  }
  return module === undefined || module === ''
    ? undefined
    : { module, replace: Object.fromEntries(replacements) };
}

/** Reads `old v1.2.3 => new v1.2.3`; versions are optional. */
function parseReplacement(words: readonly string[]): readonly (readonly [string, string])[] {
  const [from, to] = [words[0], words[words.indexOf('=>') + 1]];
  return from === undefined || to === undefined || !words.includes('=>') ? [] : [[from, to]];
}

function splitWords(line: string): readonly string[] {
  return line
    .replace(/\/\/.*$/, '')
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^["`](.*)["`]$/, '$1'));
}
