/** Client calls for exhaustive lists. */
import { repositoryPath as repository } from '../request.ts';
import type { ListAnswer, ListName, ListParameters } from './schema.ts';

export function listCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    list: async (id: string, list: ListName, parameters: ListParameters) =>
      (await request(listPath(id, list, { ...parameters, format: 'json' }))).json() as Promise<ListAnswer>,
    listCsv: async (id: string, list: ListName, parameters: ListParameters): Promise<string> =>
      (await request(listPath(id, list, { ...parameters, format: 'csv' }))).text(),
  };
}

/** A parameter with several values is repeated. */
function listPath(id: string, list: ListName, parameters: ListParameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) query.append(name, String(item));
  return `${repository(id)}/lists/${list}?${query.toString()}`;
}
