/**
 * The parse stage: files of one pack in, contents to store out. Secrets are found first and the chunker is given the
 * masked text, so that no signature, documentation or name can carry one; `raw` is then taken from the text itself.
 */

import type { ChunkBudget } from '../core/chunk.ts';
import type { SourceFile } from '../core/file.ts';
import { sha256 } from '../core/hash.ts';
import { languageOf } from '../core/language.ts';
import { lowerBound } from '../core/lower-bound.ts';
import { maskText } from '../core/mask-text.ts';
import type { LocatedMask, ParsedContent, ParsedFile } from '../core/parsed-file.ts';
import { countLines, decodeText, lineStarts } from '../core/text.ts';
import type { Parser } from '../ports/parser.ts';
import type { SecretScanner } from '../ports/secret-scanner.ts';
import { chunkFile } from './chunk-file.ts';

interface ParseTools {
  readonly parser: Parser;
  readonly secretScanner: SecretScanner;
  readonly budget: ChunkBudget;
}

interface HashedFile extends SourceFile {
  readonly hash: string;
  readonly language: string;
}

/** Names each file's content, so that what is stored already need not be parsed. */
export async function hashFiles(files: readonly SourceFile[]): Promise<readonly HashedFile[]> {
  return Promise.all(
    files.map(async (file) => ({ ...file, hash: await sha256(file.bytes), language: languageOf(file.path) })),
  );
}

/** @throws Error when a file is not text: the fetch stage lets no such file through. */
export async function parseFile(file: HashedFile, tools: ParseTools): Promise<ParsedFile> {
  const decoded = decodeText(file.bytes);
  if (decoded === undefined) throw new Error(`${file.path} is not text`);
  const { text, encoding } = decoded;
  const masks = await locateMasks(text, tools.secretScanner);
  const shown = maskText(text, masks);
  const cut = await chunkFile({ path: file.path, language: file.language, text: shown }, tools);
  let offset = 0;
  const chunks: ParsedContent['chunks'][number][] = [];
  for (const chunk of cut.chunks) {
    const raw = text.slice(offset, offset + chunk.raw.length);
    chunks.push({ ...chunk, raw, hash: await sha256(raw), startOffset: offset });
    offset += raw.length;
  }
  return {
    path: file.path,
    content: {
      hash: file.hash,
      language: file.language,
      encoding,
      bytes: file.bytes.byteLength,
      lines: countLines(text),
      degraded: cut.degraded,
      masks,
      chunks,
      symbols: cut.symbols,
      references: cut.references,
    },
  };
}

/** More keys than this in one file are a list of keys; each is stored with every chunk, so their number must be bounded. */
const mostMasks = 200;

/** The stretches to mask, each with the line it begins on; all of a list of keys is one stretch. */
async function locateMasks(text: string, scanner: SecretScanner): Promise<readonly LocatedMask[]> {
  const found = await scanner.scan(text);
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return [];
  const masks =
    found.length <= mostMasks ? found : [{ start: first.start, end: last.end, rule: 'many keys' }];
  const starts = lineStarts(text);
  return masks.map((mask) => ({
    ...mask,
    line: lowerBound(starts.length, (index) => (starts[index] ?? 0) <= mask.start),
  }));
}
