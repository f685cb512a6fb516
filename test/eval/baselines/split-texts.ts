/** Files in pieces of about 1,000 characters that know nothing of syntax, as LangChain's most used splitter cuts them. */

import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import type { Hit } from '../system.ts';
import type { FileText } from './tree-texts.ts';

export interface TextPiece extends Hit {
  readonly text: string;
}

const settings = { chunkSize: 1_000, chunkOverlap: 0 };

export async function splitTexts(files: readonly FileText[]): Promise<TextPiece[]> {
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
