/** Lines of a file for the card of a node: files read once are kept, the last few of them. */
import { api } from '../../api.ts';
import { splitLines } from '../code/split-lines.ts';
import type { FilePlace } from '../files/file-address.ts';

interface Excerpt {
  readonly text: string;
  readonly language: string;
  readonly startLine: number;
  /** Lines the definition has beyond those here. */
  readonly more: number;
}

const most = 20;
const kept = new Map<string, Promise<{ readonly lines: readonly string[]; readonly language: string }>>();

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
    more: Math.max(0, Math.min(span.endLine, lines.length) - end),
  };
}

function readLines({ repositoryId, version }: FilePlace, path: string) {
  const key = [repositoryId, version ?? '', path].join('\n');
  const reading =
    kept.get(key) ??
    api
      .readFile(repositoryId, path, version)
      .then(({ text, language }) => ({ lines: splitLines(text), language }));
  kept.delete(key);
  kept.set(key, reading);
  reading.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  return reading;
}
