/** Files of a snapshot on the wire: a level of the tree, a file's text, matching paths, and symbols. */
import { z } from '@hono/zod-openapi';

const treeEntrySchema = z.object({
  name: z.string(),
  path: z.string(),
  kind: z.enum(['folder', 'file']),
  language: z.string().nullable(),
  lines: z.int().nullable(),
  files: z.int().nullable().openapi({ description: 'For a folder, the number of files below it.' }),
});

const isBeingIndexed = z.literal(true).optional().openapi({
  description:
    'Set while the version is indexed for the first time. Its files and definitions can be browsed as they are read, but not searched or cited.',
});

export const fileTreeSchema = z
  .object({
    path: z.string(),
    commit: z.string(),
    entries: z.array(treeEntrySchema),
    isBeingIndexed,
  })
  .openapi('FileTree');

export const pathMatchesSchema = z
  .object({
    total: z.int(),
    truncated: z.boolean().openapi({
      description:
        'There are more paths. If `approximate`, the time limit may also have ended before every path was compared.',
    }),
    isBeingIndexed,
    approximate: z.boolean().openapi({
      description:
        'No path contains every word. The files are the closest ones: they contain the beginnings of words, or a word without some letters or with typos.',
    }),
    files: z.array(
      z.object({
        path: z.string(),
        language: z.string(),
        lines: z.int(),
        ranges: z
          .array(z.object({ start: z.int(), end: z.int() }))
          .openapi({ description: 'Matched parts of `path`: UTF-16 offsets, end exclusive.' }),
      }),
    ),
  })
  .openapi('PathMatches');

const pageOutlineSchema = z
  .object({
    url: z.string().openapi({ description: 'Address of the page.' }),
    headings: z.array(
      z.object({
        line: z.int().openapi({ description: 'Line in the file, starting at 1.' }),
        level: z.int().openapi({ description: 'Heading level, from 1 (outermost).' }),
        title: z.string(),
        url: z.string().openapi({ description: 'Address with the fragment of the heading, if it has one.' }),
      }),
    ),
  })
  .openapi({ description: 'For web documentation, the page that the file was created from.' });

export const fileSchema = z
  .object({
    path: z.string(),
    commit: z.string(),
    hash: z.string().openapi({ description: 'SHA-256 of the file’s bytes.' }),
    language: z.string(),
    encoding: z.string(),
    lines: z.int(),
    text: z.string().openapi({ description: 'Content of the file, unchanged except for masked secrets.' }),
    masked: z.array(z.object({ line: z.int(), rule: z.string() })),
    isBeingIndexed,
    page: pageOutlineSchema.optional(),
    retained: z
      .object({
        indexedAt: z.string().openapi({ description: 'When the version was indexed, in ISO 8601.' }),
        removedAt: z.string().openapi({ description: 'When the version was replaced or removed.' }),
      })
      .optional()
      .openapi({
        description:
          'Set if the version was removed. The file stays readable until the last conversation that cites it is deleted.',
      }),
  })
  .openapi('File');

export const symbolListSchema = z
  .object({
    symbols: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        qualifiedName: z.string(),
        kind: z.string(),
        path: z.string(),
        startLine: z.int(),
        endLine: z.int(),
        nameLine: z.int(),
        signature: z.string(),
        documentation: z.string(),
        exported: z.boolean(),
        complexity: z.int(),
      }),
    ),
    isBeingIndexed,
    notes: z.array(z.string()).optional().openapi({
      description: 'Files whose stored definitions differ from the indexed ones, and how to repair them.',
    }),
  })
  .openapi('SymbolList');

export type FileTree = z.infer<typeof fileTreeSchema>;
export type TreeEntry = z.infer<typeof treeEntrySchema>;
export type PathMatches = z.infer<typeof pathMatchesSchema>;
export type FileText = z.infer<typeof fileSchema>;
export type SymbolList = z.infer<typeof symbolListSchema>;
