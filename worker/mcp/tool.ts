/** Defines what a tool of the MCP server is: its arguments, and a run that reads the API and returns items with links. */

import { z } from 'zod';
import type { Client } from '../contract/client.ts';
import { isFilePath } from './file-links.ts';

export interface ToolContext {
  /** Calls the API with the credentials of the MCP client. */
  readonly client: Client;
  /** Address of the server that links begin with. */
  readonly origin: string;
}

/** Something that a tool found: lines of a file, a commit or a repository. */
export interface ToolItem {
  /** One line of Markdown, such as `src/app.ts:10-42 (runApp)`. */
  readonly heading: string;
  /** Opens it in the app. `read_file` accepts the links of files. */
  readonly url: string;
  /** Lines that explain it, one line each. */
  readonly notes?: readonly string[];
  /** Texts of the repository or its host, such as documentation or a commit message. They are shown as quotations. */
  readonly quotes?: readonly string[];
  readonly code?: { readonly text: string; readonly language: string };
}

export interface ToolResult {
  /** What was found, as Markdown. It is shortened last. */
  readonly summary: string;
  /** Best first. Those that exceed the budget become links. */
  readonly items: readonly ToolItem[];
}

export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject<Shape>;
  /** A call starts a conversation, which is stored. Other tools only read. */
  readonly addsTurn?: true;
  /** @throws ProblemError of the API; AppError for arguments that contradict each other */
  readonly run: (context: ToolContext, input: z.output<z.ZodObject<Shape>>) => Promise<ToolResult>;
}

/** Infers the type of the arguments from their schema. */
export function defineTool<Shape extends z.ZodRawShape>(tool: Tool<Shape>): Tool<Shape> {
  return tool;
}

const defaultTokens = 4_000;
export const tokenLimits = { min: 200, max: 50_000 } as const;

/** Arguments that tools share. Their descriptions are short, because a model reads all of them. */
export const repositoryArgument = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('Name or id; may be omitted if there is only one.');
export const versionArgument = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('Branch, tag or commit. Default: newest.');
export const tokensArgument = z
  .int()
  .min(tokenLimits.min)
  .max(tokenLimits.max)
  .default(defaultTokens)
  .describe('Maximum length of the result.');
export const pathArgument = z
  .string()
  .min(1)
  .max(1_000)
  .refine(isFilePath, 'A path must not contain "." or ".." as a segment');
export const questionArgument = z.string().trim().min(1).max(4_000);
