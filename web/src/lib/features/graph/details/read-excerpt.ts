/** Reads lines of a file for the details of a node. The last few files are cached. */
import { api } from '../../../api.ts';
import { splitLines } from '../../code/split-lines.ts';
import type { FilePlace } from '../../files/file-address.ts';

interface Excerpt {
  readonly text: string;
  readonly language: string;
  readonly startLine: number;
  /** The number of lines of the definition after the excerpt. */
  readonly remainingLines: number;
}

const maxCachedFiles = 20;
const cachedFiles = new Map<
  string,
  Promise<{ readonly lines: readonly string[]; readonly language: string }>
>();

export async function readExcerpt(
  place: FilePlace,
  span: { readonly path: string; readonly startLine: number; readonly endLine: number },
  maxLines: number,
): Promise<Excerpt> {
  const { lines, language } = await readLines(place, span.path);
  const end = Math.min(span.endLine, span.startLine + maxLines - 1, lines.length);
  return {
    text: lines.slice(span.startLine - 1, end).join('\n'),
    language,
    startLine: span.startLine,
    remainingLines: Math.max(0, Math.min(span.endLine, lines.length) - end),
  };
}

function readLines({ repositoryId, version }: FilePlace, path: string) {
  const key = [repositoryId, version ?? '', path].join('\n');
  const reading =
    cachedFiles.get(key) ??
    api
      .readFile(repositoryId, path, version)
      .then(({ text, language }) => ({ lines: splitLines(text), language }));
  cachedFiles.delete(key);
  cachedFiles.set(key, reading);
  reading.catch(() => cachedFiles.delete(key));
  const [oldest] = cachedFiles.keys();
  if (cachedFiles.size > maxCachedFiles && oldest !== undefined) cachedFiles.delete(oldest);
  return reading;
}
