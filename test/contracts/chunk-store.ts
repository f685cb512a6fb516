/**
 * Contract of every chunk store: files are returned byte for byte, content is stored once and deleted with the last snapshot that
 * references it, repeated parts write nothing twice, and no read sees another generation.
 */

import { describe } from 'vitest';
import { readsChunks } from './chunk-store/chunks.ts';
import { readsFiles } from './chunk-store/files.ts';
import { sharesContent } from './chunk-store/shared-content.ts';
import type { ChunkStoreSubject } from './chunk-store/subject.ts';
import { findsSymbols } from './chunk-store/symbols.ts';
import { writesParts } from './chunk-store/parts.ts';

export function chunkStoreContract(open: () => Promise<ChunkStoreSubject>): void {
  describe('files', () => readsFiles(open));
  describe('chunks', () => readsChunks(open));
  describe('symbols', () => findsSymbols(open));
  describe('content', () => sharesContent(open));
  describe('a part', () => writesParts(open));
}
