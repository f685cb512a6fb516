/** Plain SQLite full-text search over pieces of files: a baseline that anybody can build in a day. */

import { DatabaseSync } from 'node:sqlite';
import { identifierParts } from '../../../worker/core/text/terms.ts';
import type { Hit } from '../system.ts';
import type { TextPiece } from './tree-texts.ts';

const maxHits = 100;
/** Maximum number of words per question. */
const maxTerms = 200;

interface FullTextOptions {
  /** Adds the parts of identifiers, and stems words with the Porter stemmer. */
  readonly usesPartsAndStems: boolean;
}

/** @returns a function that ranks the pieces that contain any word of a question, by BM25 */
export function createFullTextSearch(
  pieces: readonly TextPiece[],
  { usesPartsAndStems }: FullTextOptions,
): (query: string) => Hit[] {
  const database = new DatabaseSync(':memory:');
  const tokenizer = usesPartsAndStems ? 'porter unicode61' : 'unicode61';
  database.exec(`CREATE VIRTUAL TABLE pieces USING fts5 (text, tokenize = '${tokenizer}')`);
  const insert = database.prepare('INSERT INTO pieces (rowid, text) VALUES (?, ?)');
  database.exec('BEGIN');
  for (const [index, { text }] of pieces.entries())
    insert.run(index, usesPartsAndStems ? appendIdentifierParts(text) : text);
  database.exec('COMMIT');
  const select = database.prepare('SELECT rowid FROM pieces WHERE pieces MATCH ? ORDER BY rank LIMIT ?');
  return (query) => {
    const words = new Set(
      (usesPartsAndStems ? appendIdentifierParts(query) : query).toLowerCase().match(/[\p{L}\p{N}_]+/gu),
    );
    if (words.size === 0) return [];
    const match = [...words].slice(0, maxTerms).map((word) => `"${word}"`);
    return select.all(match.join(' OR '), maxHits).flatMap(({ rowid }) => pieces[Number(rowid)] ?? []);
  };
}

/** Appends the parts of each compound identifier to the text. */
function appendIdentifierParts(text: string): string {
  const parts = (text.match(/[\p{L}_][\p{L}\p{N}_]{2,199}/gu) ?? [])
    .map(identifierParts)
    .filter((identifier) => identifier.length > 1);
  return `${text}\n${parts.flat().join(' ')}`;
}
