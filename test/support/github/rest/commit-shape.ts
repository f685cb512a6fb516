/** Formats commits and their changed files for REST: https://docs.github.com/en/rest/commits/commits#get-a-commit. */

import {
  parseNoreplyLogin,
  readCommitChanges,
  type FileChange,
  type GitCommit,
  type GitPerson,
} from '../commits.ts';
import { getFullName, nodeId, type Hosted } from '../state.ts';
import { accountShape, toUtc } from './repository-shape.ts';

type Json = Record<string, unknown>;

export function commitShape(api: string, hosted: Hosted, commit: GitCommit): Json {
  const repository = `${api}/repos/${getFullName(hosted)}`;
  const page = `https://github.com/${getFullName(hosted)}`;
  const unsigned = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };
  return {
    sha: commit.sha,
    node_id: nodeId('C', hosted.id, commit.sha),
    commit: {
      author: person(commit.author),
      committer: person(commit.committer),
      message: commit.message,
      tree: { sha: commit.tree, url: `${repository}/git/trees/${commit.tree}` },
      url: `${repository}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: unsigned,
    },
    url: `${repository}/commits/${commit.sha}`,
    html_url: `${page}/commit/${commit.sha}`,
    comments_url: `${repository}/commits/${commit.sha}/comments`,
    author: account(api, commit.author),
    committer: account(api, commit.committer),
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${repository}/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
  };
}

const account = (api: string, { email }: GitPerson): Json | null => {
  const login = parseNoreplyLogin(email);
  return login === undefined ? null : accountShape(api, login);
};

const person = ({ name, email, date }: GitPerson): Json => ({ name, email, date: toUtc(date) });

/** Formats a commit with its statistics, and the files that it changes relative to its first parent. */
export async function commitWithFiles(
  api: string,
  hosted: Hosted,
  commit: GitCommit,
): Promise<{ readonly shape: Json; readonly files: readonly Json[] }> {
  const changes = await readCommitChanges(hosted.git, commit);
  const additions = sum(changes.map((change) => change.lines?.added ?? 0));
  const deletions = sum(changes.map((change) => change.lines?.deleted ?? 0));
  const stats = { total: additions + deletions, additions, deletions };
  return {
    shape: { ...commitShape(api, hosted, commit), stats },
    files: changes.map((change) => fileShape(api, hosted, { change, sha: commit.sha })),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Formats one changed file without its patch, which GitHub also omits for large files. */
export function fileShape(
  api: string,
  hosted: Hosted,
  { change, sha }: { readonly change: FileChange; readonly sha: string },
): Json {
  const page = `https://github.com/${getFullName(hosted)}`;
  const path = escapePath(change.path);
  const { added, deleted } = change.lines ?? { added: 0, deleted: 0 };
  return {
    sha: change.blob,
    filename: change.path,
    status: change.status,
    additions: added,
    deletions: deleted,
    changes: added + deleted,
    blob_url: `${page}/blob/${sha}/${path}`,
    raw_url: `${page}/raw/${sha}/${path}`,
    contents_url: `${api}/repos/${getFullName(hosted)}/contents/${path}?ref=${sha}`,
    ...(change.previousPath === undefined ? {} : { previous_filename: change.previousPath }),
  };
}

export const escapePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
