/** The tool that reads lines of a file, or lists a folder. */

import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import type { FileLines } from '../../core/repositories/file-address.ts';
import { countOf } from '../../core/text/count-of.ts';
import { countTokens, countTokensByLine, truncateToTokens } from '../../core/text/tokens.ts';
import { formatFileLink, formatLineRange, formatLocation, parseFileLink } from '../file-links.ts';
import { selectRepository } from '../select-repository.ts';
import {
  defineTool,
  pathArgument,
  repositoryArgument,
  tokensArgument,
  versionArgument,
  type ToolContext,
  type ToolResult,
} from '../tool.ts';

const line = z.int().min(1).max(100_000_000).optional();
/** Room for the notes, the fence of the code and the sentence about omitted items, with a reserve. */
const formatTokens = 80;

export const readFileTool = defineTool({
  name: 'read_file',
  description:
    'Reads a file or some of its lines, by path or by a link from another tool. A path that ends with / lists the folder; / is the root.',
  input: z.strictObject({
    link: z.string().min(1).max(4_000).optional().describe('A link to lines, instead of path and lines.'),
    path: pathArgument.optional(),
    startLine: line,
    endLine: line,
    repository: repositoryArgument,
    version: versionArgument,
    maxTokens: tokensArgument,
  }),
  async run(context, { link, path, startLine, endLine, repository, version, maxTokens }) {
    if (link !== undefined) return readLines(context, readLink(link), maxTokens);
    if (path === undefined) throw new AppError('invalid_request', 'Set `link` or `path`.');
    const { id, servedSnapshotId } = await selectRepository(context, repository);
    const shown = version ?? servedSnapshotId ?? undefined;
    if (path.endsWith('/'))
      return listFolder(context, { id, path: path.replace(/^\/+|\/+$/g, ''), version: shown });
    return readLines(context, { repositoryId: id, path, version: shown, startLine, endLine }, maxTokens);
  },
});

function readLink(link: string): FileLines {
  const lines = parseFileLink(link);
  if (lines !== undefined) return lines;
  throw new AppError(
    'invalid_request',
    `link: ${JSON.stringify(link.slice(0, 200))} does not lead to a file. Use a link that a tool returned, or \`path\`.`,
  );
}

async function readLines(
  { client, origin }: ToolContext,
  lines: FileLines,
  maxTokens: number,
): Promise<ToolResult> {
  const { repositoryId, path, version, startLine = 1 } = lines;
  const file = await client.readFile(repositoryId, path, version);
  const all = file.text.split('\n');
  if (startLine > file.lines)
    throw new AppError(
      'invalid_request',
      `startLine is ${startLine}, but ${path} has ${countOf(file.lines, 'line')}.`,
    );
  if (lines.endLine !== undefined && lines.endLine < startLine)
    throw new AppError('invalid_request', `endLine is ${lines.endLine}, before startLine ${startLine}.`);
  const requestedEnd = Math.min(lines.endLine ?? file.lines, file.lines);
  const describe = (endLine: number) => ({
    summary: `${startLine === endLine ? 'Line' : 'Lines'} ${formatLineRange({ startLine, endLine })} of ${file.lines}, at ${file.commit.slice(0, 12)}.`,
    heading: formatLocation({ path, startLine, endLine }),
    url: formatFileLink(origin, { ...lines, startLine, endLine }),
  });
  const left = maxTokens - formatTokens - countTokens(Object.values(describe(requestedEnd)).join('\n'));
  const endLine = fitLines(all, { startLine, endLine: requestedEnd, maxTokens: left });
  const { summary, ...item } = describe(endLine);
  const text = all.slice(startLine - 1, endLine).join('\n');
  // Only the first line can be too long: the others are omitted.
  const isCut = countTokens(text) > left;
  const shown = isCut ? truncateToTokens(text, Math.max(0, left)) : text;
  const notes = [
    ...(isCut ? [`Line ${endLine} is longer than maxTokens: its end is cut off.`] : []),
    ...(endLine === requestedEnd ? [] : [`Continues at line ${endLine + 1}: set startLine to it.`]),
  ];
  return { summary, items: [{ ...item, notes, code: { text: shown, language: file.language } }] };
}

/** @returns the last line that fits, at least the first */
function fitLines(
  all: readonly string[],
  { startLine, endLine, maxTokens }: { startLine: number; endLine: number; maxTokens: number },
): number {
  const totals = countTokensByLine(all.slice(startLine - 1, endLine));
  const fitting = totals.findLastIndex((total) => total <= maxTokens);
  return startLine - 1 + Math.max(1, fitting);
}

async function listFolder(
  { client, origin }: ToolContext,
  { id, path, version }: { readonly id: string; readonly path: string; readonly version: string | undefined },
): Promise<ToolResult> {
  const { entries } = await client.listFiles(id, path, version);
  return {
    summary: `${path === '' ? 'The root' : path} contains ${countOf(entries.length, 'entry', 'entries')}.`,
    items: entries.map((entry) => ({
      heading: entry.kind === 'folder' ? `${entry.path}/` : entry.path,
      url: formatFileLink(origin, { repositoryId: id, path: entry.path, version }),
    })),
  };
}
