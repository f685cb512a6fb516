/** Finds files with syntax errors that name a definition where the graph has no edge. Their calls may be missing from an answer. */

import type { GraphEdge } from '../../core/code/edge.ts';
import { splitLines } from '../../core/text/decode-text.ts';
import { linkRules } from '../../indexing/linking/link-rules.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { Focus } from './find-focus.ts';
import type { GraphServices } from './graph-query.ts';

/** Maximum files read per query. Further files are not checked and count as naming the definition. */
const maxFilesRead = 40;

/** @param edges edges of the answer, whose lines are known uses */
export async function findMisparsedUses(
  { graphStore, chunkStore }: GraphServices,
  { key }: ResolvedSnapshot,
  { focus, edges }: { readonly focus: Focus; readonly edges: readonly GraphEdge[] },
): Promise<readonly string[]> {
  const { node } = focus;
  if (node.symbol === undefined) return [];
  const { family } = linkRules(node.language);
  const misparsed = (await graphStore.misparsedFiles(key)).filter(
    ({ language }) => linkRules(language).family === family,
  );
  if (misparsed.length === 0) return [];
  const paths = misparsed.map(({ path }) => path);
  const files = await chunkStore.readFiles(key, paths.slice(0, maxFilesRead));
  const definitions = [node, ...focus.others].map(({ path, nameLine }) => `${path}:${nameLine}`);
  const known = new Set([...definitions, ...edges.map(({ path, line }) => `${path}:${line}`)]);
  const naming = files.filter(({ path, text }) =>
    splitLines(text).some((line, index) => namesWord(line, node.name) && !known.has(`${path}:${index + 1}`)),
  );
  return [...naming.map(({ path }) => path), ...paths.slice(maxFilesRead)];
}

/** Whether a line contains the name as a whole word. */
function namesWord(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const around = [line.charAt(at - 1), line.charAt(at + name.length)];
    if (!around.some((character) => /[\p{L}\p{N}_$]/u.test(character))) return true;
  }
  return false;
}
