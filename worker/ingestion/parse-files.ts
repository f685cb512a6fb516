/**
 * Parse stage: converts the files of one pack to contents to store. The chunker sees only text with masked
 * secrets, so no signature, documentation or name can contain a secret. `raw` comes from the original text.
 */

import type { ChunkBudget } from '../core/code/chunk.ts';
import type { SourceFile } from '../core/files/file.ts';
import { sha256 } from '../core/text/hash.ts';
import { detectLanguage } from '../core/files/language.ts';
import { lowerBound } from '../core/text/lower-bound.ts';
import { maskText } from '../core/text/mask-text.ts';
import type { LocatedMask, ParsedContent, ParsedFile } from '../core/code/parsed-file.ts';
import { countLines, decodeText, lineStarts } from '../core/text/decode-text.ts';
import type { Parser } from '../ports/parser.ts';
import type { SecretScanner } from '../ports/secret-scanner.ts';
import { chunkFile } from './chunks/chunk-file.ts';

interface ParseTools {
  readonly parser: Parser;
  readonly secretScanner: SecretScanner;
  readonly budget: ChunkBudget;
}

interface HashedFile extends SourceFile {
  readonly hash: string;
  readonly language: string;
}

/** Hashes each file, so that content already stored is not parsed again. */
export async function hashFiles(files: readonly SourceFile[]): Promise<readonly HashedFile[]> {
  return Promise.all(
    files.map(async (file) => ({
      ...file,
      hash: await sha256(file.bytes),
      language: detectLanguage(file.path),
    })),
  );
}

/** @throws Error if a file is not text; the fetch stage excludes such files. */
export async function parseFile(file: HashedFile, tools: ParseTools): Promise<ParsedFile> {
  const decoded = decodeText(file.bytes);
  if (decoded === undefined) throw new Error(`${file.path} is not text`);
  const { text, encoding } = decoded;
  const masks = await locateMasks(text, tools.secretScanner);
  const masked = maskText(text, masks);
  const chunked = await chunkFile({ path: file.path, language: file.language, text: masked }, tools);
  let offset = 0;
  const chunks: ParsedContent['chunks'][number][] = [];
  for (const chunk of chunked.chunks) {
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
      degraded: chunked.degraded,
      masks,
      chunks,
      symbols: chunked.symbols,
      references: chunked.references,
    },
  };
}

/**
 * Maximum number of masks, because each is stored with every chunk. A file with more secrets is a list of keys.
 */
const maxMasks = 200;

/** Returns the spans to mask, each with its first line. A list of keys becomes one span. */
async function locateMasks(text: string, scanner: SecretScanner): Promise<readonly LocatedMask[]> {
  const secrets = await scanner.scan(text);
  const [first, last] = [secrets[0], secrets.at(-1)];
  if (first === undefined || last === undefined) return [];
  const masks =
    secrets.length <= maxMasks ? secrets : [{ start: first.start, end: last.end, rule: 'many keys' }];
  const starts = lineStarts(text);
  return masks.map((mask) => ({
    ...mask,
    line: lowerBound(starts.length, (index) => (starts[index] ?? 0) <= mask.start),
  }));
}
