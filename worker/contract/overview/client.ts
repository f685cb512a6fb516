/** Client calls for a repository's overview. */
import { repositoryPath as repository } from '../request.ts';
import { queryString } from '../encode-request.ts';
import type { Overview } from './schema.ts';

export function overviewCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    overview: async (id: string, version?: string) =>
      (await request(`${repository(id)}/overview${queryString({ version })}`)).json() as Promise<Overview>,
    overviewMarkdown: async (id: string, version?: string): Promise<string> =>
      (await request(`${repository(id)}/overview${queryString({ version, format: 'markdown' })}`)).text(),
  };
}
