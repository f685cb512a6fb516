/** The texts of a tree, for systems that read files themselves: no binary files, none over a megabyte. */

import { readTree } from '../../../clients/cli/source/read-tree.ts';
import type { CaseTree } from '../case-tree.ts';
import { listCommit } from '../open-commit.ts';

export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** As the server's own default. */
const maxBytes = 1_000_000;

export async function readTexts({ clone, root }: CaseTree): Promise<FileText[]> {
  const { files } = await listCommit(clone, root);
  const texts: FileText[] = [];
  for await (const { path, kind, size, content } of readTree(clone.folder, files)) {
    if (kind !== 'file' || size > maxBytes) continue;
    const pieces: Uint8Array[] = [];
    for await (const piece of content()) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    if (!bytes.includes(0)) texts.push({ path, text: bytes.toString('utf8') });
  }
  return texts;
}
