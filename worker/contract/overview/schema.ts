/** The overview of a repository on the wire. */
import { z } from '@hono/zod-openapi';
import { entryPointKinds } from '../../core/repositories/overview.ts';

const position = { path: z.string(), startLine: z.int(), endLine: z.int() };

const quotedTextSchema = z
  .object({ ...position, text: z.string() })
  .openapi('QuotedText', { description: 'A text of the cited lines, without markup.' });

const definitionFields = {
  ...position,
  name: z.string().openapi({ description: 'Qualified name.' }),
  kind: z.string(),
  nameLine: z.int(),
};

const overviewFolderSchema = z
  .object({
    path: z.string(),
    files: z.int().openapi({ description: 'Indexed files in the folder and its subfolders.' }),
    lines: z.int(),
    role: z.string().openapi({ description: 'The role of most of its files.' }),
    languages: z.array(z.object({ language: z.string(), files: z.int() })),
    definitions: z
      .array(z.object(definitionFields))
      .openapi({ description: 'Its definitions that most source files refer to.' }),
    description: quotedTextSchema.optional().openapi({
      description: 'The first sentence of its README, manifest or module documentation.',
    }),
    largestFile: z.object(position),
  })
  .openapi('OverviewFolder');

export const overviewSchema = z
  .object({
    repository: z.object({ id: z.string(), name: z.string() }),
    snapshot: z.object({ id: z.string(), ref: z.string().nullable(), commit: z.string() }),
    purpose: z.array(quotedTextSchema.extend({ isListItem: z.boolean() })).openapi({
      description: 'The first paragraphs of the README; empty if it has none.',
    }),
    layout: z.object({
      files: z.int(),
      rootFiles: z.int().openapi({ description: 'Files directly at the root.' }),
      folders: z.array(overviewFolderSchema).openapi({ description: 'Folders at the root.' }),
      moreFolders: z.int(),
      mainFolder: z.string().openapi({
        description: 'The folder that contains most of the code; empty for the root.',
      }),
      mainFolders: z.array(overviewFolderSchema),
      moreMainFolders: z.int(),
      mainFiles: z.int().openapi({ description: 'Files directly in the main folder.' }),
    }),
    entryPoints: z.array(
      z.object({
        ...position,
        kind: z.enum(entryPointKinds),
        name: z.string(),
        target: z.string().openapi({ description: 'The file, function or command that it leads to.' }),
      }),
    ),
    moreEntryPoints: z.int(),
    central: z
      .array(
        z.object({
          ...definitionFields,
          signature: z.string(),
          documentation: z.string().openapi({ description: 'The first sentence of its documentation.' }),
          references: z.int().openapi({ description: 'Proven references from other source files.' }),
          files: z.int().openapi({ description: 'The source files that contain them.' }),
        }),
      )
      .openapi({ description: 'Most-referenced definitions, by the number of referring source files.' }),
    parts: z
      .object({
        parts: z.array(
          z.object({
            path: z.string().openapi({ description: 'A folder, a file, or the root if empty.' }),
            files: z.int(),
            lines: z.int(),
            isDirect: z.boolean().openapi({ description: 'Only the files directly in the folder.' }),
          }),
        ),
        moreParts: z.int(),
        links: z.array(
          z.object({
            from: z.string(),
            to: z.string(),
            imports: z.int().openapi({ description: 'Pairs of files of which one imports the other.' }),
            calls: z.int(),
            uses: z.int().openapi({ description: 'Uses of types and values, and inheritance.' }),
            example: z
              .object({ path: z.string(), line: z.int() })
              .openapi({ description: 'The line of one of the references.' }),
          }),
        ),
      })
      .openapi({ description: 'Packages or folders, and the proven references between them.' }),
    changes: z.object({
      commits: z
        .array(
          z.object({ commit: z.string(), subject: z.string(), author: z.string(), authoredAt: z.string() }),
        )
        .openapi({ description: 'The last commits, newest first.' }),
      notes: z
        .array(z.string())
        .openapi({ description: 'Where the known history ends, and how to import it.' }),
    }),
    questions: z.array(z.object({ question: z.string(), about: z.string() })),
    totalMs: z.number(),
  })
  .openapi('Overview');

export type Overview = z.infer<typeof overviewSchema>;
export type OverviewFolder = z.infer<typeof overviewFolderSchema>;
