/** `/search/code`: searches content and paths of one repository's default branch. https://docs.github.com/en/rest/search/search#search-code */

import { json, type Reply } from '../reply.ts';
import { getFullName, mayRead, type Hosted, type State, type Viewer } from '../state.ts';
import { readTree } from '../trees.ts';
import { escapePath } from './commit-shape.ts';
import { linkHeader, onPage, readPage } from './pages.ts';
import { invalidSearch, needsToken } from './problems.ts';
import { minimalRepositoryShape } from './repository-shape.ts';

/** Larger files are not searched. */
const maxFileBytes = 384 * 1024;
/** GitHub's limits for the results of one search and for the length of a query without its qualifiers. */
const maxResults = 1000;
const maxQueryLength = 256;

interface SearchResult {
  readonly path: string;
  readonly sha: string;
  readonly count: number;
}

export async function searchCode(state: State, viewer: Viewer, url: URL): Promise<Reply> {
  if (viewer === undefined) throw needsToken();
  const query = url.searchParams.get('q')?.trim() ?? '';
  if (query === '') throw invalidSearch('', 'missing');
  const words = query.split(/\s+/);
  const fullName = words.find((word) => word.startsWith('repo:'))?.slice('repo:'.length) ?? '';
  const [owner = '', name = ''] = fullName.split('/');
  const hosted = state.find(owner, name)?.hosted;
  if (hosted === undefined || !mayRead(hosted, viewer))
    throw invalidSearch(
      'The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.',
      'invalid',
    );
  const searchWords = words.filter((word) => !/^\w+:/.test(word)).map((word) => word.replace(/^"|"$/g, ''));
  if (searchWords.length === 0)
    throw invalidSearch('Search text is required when searching source code.', 'invalid');
  if (searchWords.join(' ').length > maxQueryLength)
    throw invalidSearch('The search is longer than 256 characters.', 'invalid');
  const results = await findFiles(hosted, searchWords);
  const page = readPage(url.searchParams);
  const items = onPage(results, page).map((result) => formatResult(state.url, hosted, result));
  return json(
    { total_count: results.length, incomplete_results: false, items },
    linkHeader(url, page, results.length),
  );
}

/** Returns the files that contain every word in their content or path. Files with the most matching lines come first. */
async function findFiles(hosted: Hosted, words: readonly string[]): Promise<readonly SearchResult[]> {
  const commit = await hosted.git.resolveCommit(await hosted.defaultBranch());
  const entries = commit === undefined ? [] : ((await readTree(hosted.git, commit, true)) ?? []);
  const countsByWord = await Promise.all(words.map((word) => countLines(hosted, commit ?? '', word)));
  return entries
    .filter((entry) => entry.type === 'blob' && (entry.bytes ?? 0) <= maxFileBytes)
    .map(({ path, sha }) => {
      const wordCounts = words.map(
        (word, index) =>
          (countsByWord[index]?.get(path) ?? 0) + (path.toLowerCase().includes(word.toLowerCase()) ? 1 : 0),
      );
      return {
        path,
        sha,
        count: wordCounts.includes(0) ? 0 : wordCounts.reduce((total, count) => total + count, 0),
      };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1))
    .slice(0, maxResults);
}

/** Counts the lines of each file that contain the word, ignoring case. */
async function countLines(
  hosted: Hosted,
  commit: string,
  word: string,
): Promise<ReadonlyMap<string, number>> {
  const output = await hosted.git.text(['grep', '-z', '-c', '-i', '-I', '-F', '-e', word, commit], true);
  const parts = (output ?? '').split('\n').filter((line) => line !== '');
  return new Map(
    parts.map((line) => {
      const [revisionPath = '', count = '0'] = line.split('\0');
      return [revisionPath.slice(commit.length + 1), Number(count)];
    }),
  );
}

function formatResult(
  api: string,
  hosted: Hosted,
  { path, sha, count }: SearchResult,
): Record<string, unknown> {
  const repository = `${api}/repos/${getFullName(hosted)}`;
  return {
    name: path.split('/').at(-1),
    path,
    sha,
    url: `${repository}/contents/${escapePath(path)}`,
    git_url: `${repository}/git/blobs/${sha}`,
    html_url: `https://github.com/${getFullName(hosted)}/blob/HEAD/${escapePath(path)}`,
    repository: minimalRepositoryShape(api, hosted),
    score: count,
  };
}
