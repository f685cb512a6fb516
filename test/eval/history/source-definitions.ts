/** Reads the source files of a commit, and finds the names that are defined exactly once in the tree. */

import { listTree, readTree } from '../../../clients/cli/source/read-tree.ts';
import type { TreeFile } from '../../../clients/cli/source/read-tree.ts';
import { isCode } from '../make/choose-commits.ts';
import { findDefinitions, sourceExtensions } from './definition-lines.ts';
import type { DefinitionLines } from './definition-lines.ts';

interface SourceDefinition extends DefinitionLines {
  readonly path: string;
}

export interface SourceFacts {
  /** Lines of product code by path, without tests and examples. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
  /** Definitions in product code whose name is unique in the whole tree, including tests and examples. */
  readonly definitions: readonly SourceDefinition[];
}

const minNameLength = 5;
/** Larger files are usually generated. */
const maxBytes = 400_000;

export async function readSources(folder: string, commit: string): Promise<SourceFacts> {
  const files = (await listTree(folder, commit, [])).filter(({ path }) => isSource(path));
  const lines = new Map<string, readonly string[]>();
  const counts = new Map<string, number>();
  const definitions: SourceDefinition[] = [];
  for await (const { path, text } of readTexts(folder, commit, files)) {
    const isProductCode = isCode(path);
    if (isProductCode) lines.set(path, text.split('\n'));
    for (const definition of findDefinitions(text)) {
      counts.set(definition.name, (counts.get(definition.name) ?? 0) + 1);
      if (isProductCode) definitions.push({ ...definition, path });
    }
  }
  const isAskable = ({ name }: SourceDefinition): boolean =>
    counts.get(name) === 1 && name.length >= minNameLength && !name.startsWith('__');
  return { lines, definitions: definitions.filter(isAskable) };
}

function isSource(path: string): boolean {
  return sourceExtensions.includes(path.slice(path.lastIndexOf('.') + 1));
}

async function* readTexts(folder: string, commit: string, files: readonly TreeFile[]) {
  for await (const { path, kind, size, content } of readTree(folder, { commit, files, skipped: [] })) {
    if (kind !== 'file' || size > maxBytes) continue;
    const pieces: Uint8Array[] = [];
    for await (const piece of content()) pieces.push(piece);
    yield { path, text: Buffer.concat(pieces).toString('utf8') };
  }
}
