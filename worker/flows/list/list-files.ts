/** Lists files by path, language and role, with the skipped ones: they are in the repository, though not in the index. */

import type { ListQuery } from '../../core/answers/list-query.ts';
import { detectFileRole } from '../../core/files/file-role.ts';
import { detectLanguage } from '../../core/files/language.ts';
import type { ListedFile } from '../../ports/chunk-store.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { ListRow } from './list-outcome.ts';
import type { ListServices } from './scan-texts.ts';

export interface ListedFiles {
  readonly rows: readonly ListRow[];
  readonly limits: readonly string[];
}

export async function listFiles(
  { chunkStore, glob }: ListServices,
  { key }: ResolvedSnapshot,
  { files, query }: { readonly files: readonly ListedFile[]; readonly query: ListQuery },
): Promise<ListedFiles> {
  const matches = glob.matcher(query.paths ?? []);
  const indexed = files.map(({ path, language, role }) => toRow({ path, role, text: language, kind: role }));
  const { skipped } = await chunkStore.coverage(key);
  const others = skipped
    .map(({ path, reason }) =>
      toRow({ path, role: detectFileRole(path), text: detectLanguage(path), kind: `not indexed: ${reason}` }),
    )
    .filter(
      ({ path, role, text }) =>
        matches(path) && hasRole(role, query.only) && hasLanguage(text, query.languages),
    );
  return {
    rows: [...indexed, ...others].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    limits:
      others.length === 0
        ? []
        : [
            `${others.length.toLocaleString('en-US')} of these files ${others.length === 1 ? 'is' : 'are'} in the repository but not indexed`,
          ],
  };
}

function toRow(file: Pick<ListRow, 'path' | 'role' | 'text' | 'kind'>): ListRow {
  return { ...file, line: 1, symbol: undefined, times: 1 };
}

export function hasRole(role: ListedFile['role'], only: ListQuery['only']): boolean {
  return only === undefined || (role === 'test') === (only === 'tests');
}

export function hasLanguage(language: string, languages: readonly string[] = []): boolean {
  return languages.length === 0 || languages.includes(language);
}
