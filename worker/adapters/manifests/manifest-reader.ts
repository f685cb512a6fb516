/**
 * Reads build files. They come from strangers: one that is too long, nested too deep or broken is as if it were not there, and what is
 * read holds nothing but own keys and plain values.
 */

import { getNodeValue, parseTree, type ParseError } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import type { ManifestReader } from '../../ports/manifest-reader.ts';

/** Characters; the longest package.json known are a tenth of it. */
const longest = 1_000_000;

const parsers: readonly { readonly name: RegExp; readonly parse: (text: string) => unknown }[] = [
  { name: /^(?:package|jsr)\.json$/, parse: parseJson },
  { name: /^(?:[tj]sconfig(?:\.[\w.-]+)?|[\w.-]+\.tsconfig|deno)\.json$|^deno\.jsonc$/, parse: parseJson },
  { name: /^(?:Cargo|pyproject)\.toml$/, parse: (text) => plain(parseToml(text)) },
  { name: /^go\.mod$/, parse: parseGoModule },
];

export function createManifestReader(): ManifestReader {
  return {
    reads: (path) => parserOf(path) !== undefined,
    read(path, text) {
      if (text.length > longest) return undefined;
      try {
        return parserOf(path)?.(text.replace(/^\uFEFF/, ''));
      } catch {
        // Broken, or nested deeper than a stack holds: an expected outcome of files nobody warrants.
        return undefined;
      }
    },
  };
}

function parserOf(path: string): ((text: string) => unknown) | undefined {
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
  return tree === undefined || errors.length > 0 ? undefined : plain(getNodeValue(tree));
}

/** As JSON holds it: dates as text, no key but own ones. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

interface GoModule {
  readonly module: string;
  /** From a module's path to what stands for it, a path of another module or a folder; versions left out. */
  readonly replace: Readonly<Record<string, string>>;
}

/** @returns undefined where the file names no module. */
export function parseGoModule(text: string): GoModule | undefined {
  let module: string | undefined;
  let block = '';
  const replaced: (readonly [string, string])[] = [];
  for (const line of text.split('\n')) {
    const words = wordsOf(line);
    const [first = '', second = ''] = words;
    if (block !== '' && first === ')') block = '';
    else if (block === '' && second === '(') block = first;
    else if (block === '' && first === 'module') module ??= second;
    else if (block === 'replace') replaced.push(...replacement(words));
    else if (block === '' && first === 'replace') replaced.push(...replacement(words.slice(1)));
    // A block of one line, `module ( … )`, is written by nobody.
  }
  return module === undefined || module === ''
    ? undefined
    : { module, replace: Object.fromEntries(replaced) };
}

/** `old v1.2.3 => new v1.2.3`, versions where there are any. */
function replacement(words: readonly string[]): readonly (readonly [string, string])[] {
  const [from, to] = [words[0], words[words.indexOf('=>') + 1]];
  return from === undefined || to === undefined || !words.includes('=>') ? [] : [[from, to]];
}

function wordsOf(line: string): readonly string[] {
  return line
    .replace(/\/\/.*$/, '')
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^["`](.*)["`]$/, '$1'));
}
