/** The sources of a commit with their lines, and the names that one place alone of the tree defines. */

import { listTree, readTree } from '../../../clients/cli/source/read-tree.ts';
import type { TreeFile } from '../../../clients/cli/source/read-tree.ts';
import { isCode } from '../make/choose-commits.ts';
import { definitionLines, sourceEndings } from './definition-lines.ts';
import type { DefinitionLines } from './definition-lines.ts';

interface SourceDefinition extends DefinitionLines {
  readonly path: string;
}

export interface SourceFacts {
  /** Lines of the files that are the thing itself, by path. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
  /** Defined once in the whole tree, tests and examples counted, in a file that is the thing itself. */
  readonly definitions: readonly SourceDefinition[];
}

const shortestName = 5;
/** Files whose text is not a person's. */
const mostBytes = 400_000;

export async function readSources(folder: string, commit: string): Promise<SourceFacts> {
  const files = (await listTree(folder, commit, [])).filter(({ path }) => isSource(path));
  const lines = new Map<string, readonly string[]>();
  const counts = new Map<string, number>();
  const definitions: SourceDefinition[] = [];
  for await (const { path, text } of textsOf(folder, files)) {
    const isOwn = isCode(path);
    if (isOwn) lines.set(path, text.split('\n'));
    for (const definition of definitionLines(text)) {
      counts.set(definition.name, (counts.get(definition.name) ?? 0) + 1);
      if (isOwn) definitions.push({ ...definition, path });
    }
  }
  const isAskable = ({ name }: SourceDefinition): boolean =>
    counts.get(name) === 1 && name.length >= shortestName && !name.startsWith('__');
  return { lines, definitions: definitions.filter(isAskable) };
}

function isSource(path: string): boolean {
  return sourceEndings.includes(path.slice(path.lastIndexOf('.') + 1));
}

async function* textsOf(folder: string, files: readonly TreeFile[]) {
  for await (const { path, kind, size, content } of readTree(folder, files)) {
    if (kind !== 'file' || size > mostBytes) continue;
    const pieces: Uint8Array[] = [];
    for await (const piece of content()) pieces.push(piece);
    yield { path, text: Buffer.concat(pieces).toString('utf8') };
  }
}
