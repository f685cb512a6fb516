/**
 * Contract of every chunk store: files are returned byte for byte, content is stored once per scope and deleted with the last snapshot
 * that references it, repeated parts write nothing twice, and no read sees another generation.
 */

import { describe } from 'vitest';
import { chunkSuite } from './chunk-store/chunks.ts';
import { fileSuite } from './chunk-store/files.ts';
import { scopeSuite } from './chunk-store/scopes.ts';
import { sharedContentSuite } from './chunk-store/shared-content.ts';
import type { ChunkStoreSubject } from './chunk-store/subject.ts';
import { symbolSuite } from './chunk-store/symbols.ts';
import { partSuite } from './chunk-store/parts.ts';

export function chunkStoreContract(open: () => Promise<ChunkStoreSubject>): void {
  describe('files', () => fileSuite(open));
  describe('chunks', () => chunkSuite(open));
  describe('symbols', () => symbolSuite(open));
  describe('content', () => sharedContentSuite(open));
  describe('content of a scope', () => scopeSuite(open));
  describe('a part', () => partSuite(open));
}
