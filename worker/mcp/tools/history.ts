/** The tool that finds why and when code changed: the commits, pull requests and issues behind lines, a symbol or a question. */

import { z } from 'zod';
import type { HistoryEntry, HistoryRequest } from '../../contract/history/schema.ts';
import { AppError } from '../../core/errors.ts';
import { countOf } from '../../core/text/count-of.ts';
import { formatLocation } from '../file-links.ts';
import { selectRepository } from '../select-repository.ts';
import {
  defineTool,
  pathArgument,
  questionArgument,
  repositoryArgument,
  tokensArgument,
  versionArgument,
  type ToolItem,
} from '../tool.ts';

const line = z.int().min(1).max(100_000_000).optional();
const maxBodyLength = 600;

const input = z.strictObject({
  question: questionArgument.optional(),
  path: pathArgument.optional(),
  startLine: line,
  endLine: line,
  symbol: z.string().trim().min(1).max(400).optional(),
  limit: z.int().min(1).max(50).default(10),
  repository: repositoryArgument,
  version: versionArgument,
  maxTokens: tokensArgument,
});

export const historyTool = defineTool({
  name: 'history',
  description:
    'Finds the commits with their pull requests and issues behind a question, or behind a path (with lines) or symbol. Set question, or path and symbol.',
  input,
  async run({ client, origin }, arguments_) {
    const request = toRequest(arguments_);
    const { id } = await selectRepository({ client }, arguments_.repository);
    const { entries } = await client.askHistory(id, request);
    return {
      summary: `${countOf(entries.length, 'commit')}${entries.length > 1 ? ', most relevant first' : ''}.`,
      items: entries.map((entry) => toItem(entry, origin)),
    };
  },
});

function toRequest({
  question,
  path,
  symbol,
  startLine,
  endLine,
  limit,
  version,
}: z.output<typeof input>): HistoryRequest {
  const isPlace = path !== undefined || symbol !== undefined;
  if (question !== undefined && isPlace)
    throw new AppError('invalid_request', 'Set `question`, or `path` and `symbol`, not both.');
  if (question !== undefined) return { question, limit, version };
  if (!isPlace) throw new AppError('invalid_request', 'Set `question`, `path` or `symbol`.');
  return { path, symbol, startLine, endLine, limit, version };
}

function toItem(entry: HistoryEntry, origin: string): ToolItem {
  const { commit, subject, body, author, date, pullRequest, linkedIssues = [], reason, lines, url } = entry;
  const links = [
    ...(pullRequest === undefined ? [] : [`Pull request #${pullRequest.number} ${pullRequest.title ?? ''}`]),
    ...linkedIssues.map(({ number, title }) => `Issue #${number} ${title}`),
  ];
  const places = lines.map(formatLocation);
  return {
    heading: `${commit.slice(0, 12)} ${subject}`,
    url: new URL(url, origin).href,
    notes: [
      `By ${author}, ${date}, ${reason}${places.length === 0 ? '' : `: ${places.slice(0, 5).join(', ')}`}`,
    ],
    quotes: [...links, ...(body.trim() === '' ? [] : [body.trim().slice(0, maxBodyLength)])],
  };
}
