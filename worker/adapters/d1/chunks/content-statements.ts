/** Writes contents with their chunks, symbols and references, and finds them by key and variant. */

import type { ContentKey, ContentVariant, ParsedContent } from '../../../core/code/parsed-file.ts';
import { encodeReferences, contentFlaws, areUsesTruncated } from './encode-references.ts';
import { createSlicedStatements } from '../sql/statements.ts';

type Rows = readonly (readonly unknown[])[];

/** Values of `?2` and `?3` in the statements that use `hasContentKey`. */
export const variantValues = ({ chunker, scope }: ContentVariant): readonly [string, string] => [
  chunker,
  scope,
];
/** SQL condition: the row of `content` has the key in these elements of the row `j` of values. */
export const hasContentKey = (hash: number, language: number): string =>
  `content.hash = j.value ->> ${hash} AND content.chunker = ?2 AND content.language = j.value ->> ${language} AND content.scope = ?3`;
export const contentOfRow = `CROSS JOIN content ON ${hasContentKey(0, 1)}`;
/** `chunk.hash`: the SHA-256 of the chunk's text, followed by its scope unless everyone shares it. */
const scopedHash = ({ hash }: { readonly hash: string }, { scope }: ContentVariant): string =>
  scope === '' ? hash : `${hash} ${scope}`;

const insertContent = `INSERT OR IGNORE INTO content
  (hash, chunker, language, encoding, bytes, lines, chunks, symbols, degraded, masks, scope)
  SELECT value ->> 0, ?2, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, ?3
  FROM json_each(?1)`;
/** Also restores damaged text. `WHERE true` keeps SQLite from parsing ON CONFLICT as a join constraint. */
const insertChunks = `INSERT INTO chunk (hash, raw) SELECT value ->> 0, value ->> 1 FROM json_each(?1) WHERE true
  ON CONFLICT (hash) DO UPDATE SET raw = excluded.raw WHERE raw <> excluded.raw`;
const insertContentChunks = `INSERT INTO content_chunk
  (content_id, ordinal, chunk_id, start_line, end_line, start_offset, kind, symbol, metadata)
  SELECT content.id, j.value ->> 2, chunk.id, j.value ->> 4, j.value ->> 5, j.value ->> 6, j.value ->> 7, j.value ->> 8, j.value ->> 9
  FROM json_each(?1) AS j ${contentOfRow} CROSS JOIN chunk ON chunk.hash = j.value ->> 3 WHERE true
  ON CONFLICT (content_id, ordinal) DO UPDATE SET chunk_id = excluded.chunk_id WHERE chunk_id <> excluded.chunk_id`;
const insertSymbols = `INSERT OR IGNORE INTO symbol
  (content_id, ordinal, name, qualified_name, kind, start_line, end_line, name_line, signature, documentation,
   documentation_start_line, documentation_end_line, exported, complexity)
  SELECT content.id, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6, j.value ->> 7, j.value ->> 8,
    j.value ->> 9, j.value ->> 10, j.value ->> 11, j.value ->> 12, j.value ->> 13, j.value ->> 14
  FROM json_each(?1) AS j ${contentOfRow}`;
const insertReferences = `INSERT OR IGNORE INTO content_reference (content_id, outline, uses)
  SELECT content.id, j.value -> 2, j.value -> 3 FROM json_each(?1) AS j ${contentOfRow}`;

/** Fails the transaction if content that existed when the part began is gone: `json()` fails on text that is not JSON. */
export function requireContent(
  database: D1Database,
  variant: ContentVariant,
  contents: readonly ContentKey[],
): D1PreparedStatement[] {
  const rows = contents.map((content) => [content.hash, content.language]);
  return createSlicedStatements(
    database,
    `SELECT json(iif(count(content.id) = count(*), '1', 'content was removed')) FROM json_each(?1) AS j
     LEFT JOIN content ON ${hasContentKey(0, 1)}`,
    rows,
    variantValues(variant),
  );
}

/** Inserting changes an existing row only to repair it. */
export function contentStatements(
  database: D1Database,
  variant: ContentVariant,
  contents: readonly ParsedContent[],
): D1PreparedStatement[] {
  const values = variantValues(variant);
  const chunks = new Map(
    contents.flatMap((content) =>
      content.chunks.map((chunk) => [scopedHash(chunk, variant), chunk.raw] as const),
    ),
  );
  const contentChunks: Rows = contents.flatMap((content) =>
    content.chunks.map((chunk) => [
      content.hash,
      content.language,
      chunk.ordinal,
      scopedHash(chunk, variant),
      chunk.startLine,
      chunk.endLine,
      chunk.startOffset,
      chunk.kind,
      chunk.symbol ?? null,
      JSON.stringify(chunk.metadata),
    ]),
  );
  const encoded = contents.map((content) => ({ content, encoded: encodeReferences(content.references) }));
  return [
    ...createSlicedStatements(database, insertContent, encoded.map(contentRow), values),
    ...createSlicedStatements(database, insertChunks, [...chunks]),
    ...createSlicedStatements(database, insertContentChunks, contentChunks, values),
    ...createSlicedStatements(database, insertSymbols, contents.flatMap(symbolRows), values),
    ...createSlicedStatements(database, insertReferences, encoded.flatMap(referenceRows), values),
  ];
}

interface Encoded {
  readonly content: ParsedContent;
  readonly encoded: ReturnType<typeof encodeReferences>;
}

function contentRow({ content, encoded }: Encoded): readonly unknown[] {
  return [
    content.hash,
    content.language,
    content.encoding,
    content.bytes,
    content.lines,
    content.chunks.length,
    content.symbols.length,
    (content.degraded ? contentFlaws.brokenSyntax : 0) +
      (encoded && areUsesTruncated(encoded) ? contentFlaws.referencesCut : 0),
    content.masks.length === 0 ? null : JSON.stringify(content.masks),
  ];
}

function symbolRows(content: ParsedContent): Rows {
  return content.symbols.map((symbol, ordinal) => [
    content.hash,
    content.language,
    ordinal,
    symbol.name,
    symbol.qualifiedName,
    symbol.kind,
    symbol.startLine,
    symbol.endLine,
    symbol.nameLine,
    symbol.signature,
    symbol.documentation,
    symbol.documentationLines?.startLine ?? null,
    symbol.documentationLines?.endLine ?? null,
    symbol.exported ? 1 : 0,
    symbol.complexity,
  ]);
}

function referenceRows({ content, encoded }: Encoded): Rows {
  return encoded === undefined ? [] : [[content.hash, content.language, ...encoded]];
}
