/** Registers the files of repositories as resources: `wherefore://<repository id>/<path>`. A folder, which ends with `/`, is a list of its entries. */

import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import { ProblemError } from '../contract/request.ts';
import { AppError } from '../core/errors.ts';
import { encodePath } from '../core/text/encode-path.ts';
import { describeProblem } from './describe-problem.ts';
import { decodeComponent, isFilePath, isRepositoryId } from './file-links.ts';
import type { ToolContext } from './tool.ts';

const maxListed = 200;

export function registerResources(server: McpServer, { client }: Pick<ToolContext, 'client'>): void {
  const root = new ResourceTemplate('wherefore://{repository}/', {
    list: async () => {
      const all = await explainErrors(undefined, () => client.listRepositories());
      const repositories = all.slice(0, maxListed);
      return {
        resources: repositories.map(({ id, name }) => ({
          uri: formatUri(id, ''),
          name,
          description: `The files of ${name}.`,
          mimeType: 'text/markdown',
        })),
      };
    },
  });
  const file = new ResourceTemplate('wherefore://{repository}/{+path}', { list: undefined });
  const description = 'A file of a repository, or a folder if the address ends with a slash.';
  const read = (uri: URL): Promise<ReadResourceResult> => explainErrors(uri, () => readResource(client, uri));
  server.registerResource('repository', root, { description: 'The root folder of a repository.' }, read);
  server.registerResource('file', file, { description }, read);
}

/** @throws ProtocolError whose message the client receives, with the code of the protocol for what is not there */
async function explainErrors<Result>(uri: URL | undefined, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (thrown) {
    const [description, status] = [describeProblem(thrown), statusOf(thrown)];
    if (uri !== undefined && status === 404) throw new ResourceNotFoundError(uri.href, description);
    const { InternalError, InvalidRequest } = ProtocolErrorCode;
    throw new ProtocolError(status < 500 ? InvalidRequest : InternalError, description);
  }
}

/** The HTTP status of the API for the same problem. */
function statusOf(thrown: unknown): number {
  if (thrown instanceof ProblemError) return thrown.problem.status;
  return thrown instanceof AppError ? thrown.status : 500;
}

async function readResource(client: ToolContext['client'], uri: URL): Promise<ReadResourceResult> {
  const [id, path] = [decodeComponent(uri.host), decodeComponent(uri.pathname.replace(/^\//, ''))];
  if (!isRepositoryId(id) || !isFilePath(path))
    throw new AppError('file_not_found', `${uri.href.slice(0, 200)} is not the address of a file.`);
  if (path === '' || path.endsWith('/')) {
    const { entries } = await client.listFiles(id, path.replace(/\/+$/, ''));
    const lines = entries.map(({ kind, path: entry }) => {
      const own = kind === 'folder' ? `${entry}/` : entry;
      return `- [${own}](${formatUri(id, own)})`;
    });
    return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: lines.join('\n') }] };
  }
  const { text } = await client.readFile(id, path);
  return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
}

/** Ids of repositories are lower-case, as a host of an address must be. */
function formatUri(id: string, path: string): string {
  return `wherefore://${encodeURIComponent(id)}/${encodePath(path)}`;
}
