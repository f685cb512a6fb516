/** Reads the texts of a tree for the baselines, except binary files and files over a megabyte. Also splits texts into pieces. */

import { readTree } from '../../../clients/cli/source/read-tree.ts';
import type { CaseTree } from '../case-tree.ts';
import { listCommit } from '../open-commit.ts';
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import type { Hit } from '../system.ts';

export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** The server's default limit for the size of a file. */
const maxBytes = 1_000_000;

export async function readFileTexts({ clone, root }: CaseTree): Promise<FileText[]> {
  const { files } = await listCommit(clone, root);
  const texts: FileText[] = [];
  for await (const { path, kind, size, content } of readTree(clone.folder, {
    commit: clone.commit,
    files,
    skipped: [],
  })) {
    if (kind !== 'file' || size > maxBytes) continue;
    const pieces: Uint8Array[] = [];
    for await (const piece of content()) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    if (!bytes.includes(0)) texts.push({ path, text: bytes.toString('utf8') });
  }
  return texts;
}

export interface TextPiece extends Hit {
  readonly text: string;
}

const settings = { chunkSize: 1_000, chunkOverlap: 0 };

/** Splits files into pieces of about 1,000 characters with LangChain's most used splitter, which ignores syntax. */
export async function splitFiles(files: readonly FileText[]): Promise<TextPiece[]> {
  const splitter = new RecursiveCharacterTextSplitter(settings);
  const pieces: TextPiece[] = [];
  for (const { path, text } of files) {
    for (const { pageContent, metadata } of await splitter.createDocuments([text])) {
      const lines: { readonly from: number; readonly to: number } = metadata['loc'].lines;
      pieces.push({ path, text: pageContent, startLine: lines.from, endLine: lines.to });
    }
  }
  return pieces;
}
