/** Files of a snapshot on the wire: a level of the tree, a file's text, matching paths, and symbols. */
import { z } from '@hono/zod-openapi';

const treeEntrySchema = z.object({
  name: z.string(),
  path: z.string(),
  kind: z.enum(['folder', 'file']),
  language: z.string().nullable(),
  lines: z.int().nullable(),
  files: z.int().nullable().openapi({ description: 'Files below, for a folder.' }),
});

export const fileTreeSchema = z
  .object({ path: z.string(), commit: z.string(), entries: z.array(treeEntrySchema) })
  .openapi('FileTree');

export const pathMatchesSchema = z
  .object({
    total: z.int(),
    truncated: z.boolean(),
    files: z.array(z.object({ path: z.string(), language: z.string(), lines: z.int() })),
  })
  .openapi('PathMatches');

const pageOutlineSchema = z
  .object({
    url: z.string().openapi({ description: 'Where the page stands.' }),
    headings: z.array(
      z.object({
        line: z.int().openapi({ description: 'Of the file, from 1.' }),
        level: z.int().openapi({ description: 'From 1, the outermost.' }),
        title: z.string(),
        url: z.string().openapi({ description: 'With the fragment of the heading where it has one.' }),
      }),
    ),
  })
  .openapi({ description: 'Of documentation on the web: the page the file was made from.' });

export const fileSchema = z
  .object({
    path: z.string(),
    commit: z.string(),
    hash: z.string().openapi({ description: 'SHA-256 of the file’s bytes.' }),
    language: z.string(),
    encoding: z.string(),
    lines: z.int(),
    text: z.string().openapi({ description: 'The file, byte for byte but for masked secrets.' }),
    masked: z.array(z.object({ line: z.int(), rule: z.string() })),
    page: pageOutlineSchema.optional(),
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
    notes: z.array(z.string()).optional().openapi({
      description: 'Files whose stored definitions are not those that were indexed, and how to repair them.',
    }),
  })
  .openapi('SymbolList');

export type FileTree = z.infer<typeof fileTreeSchema>;
export type TreeEntry = z.infer<typeof treeEntrySchema>;
export type PathMatches = z.infer<typeof pathMatchesSchema>;
export type FileText = z.infer<typeof fileSchema>;
export type SymbolList = z.infer<typeof symbolListSchema>;
