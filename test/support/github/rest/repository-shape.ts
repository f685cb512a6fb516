/** Formats accounts and repositories for REST: https://docs.github.com/en/rest/repos/repos#get-a-repository. */

import type { GitReader } from '../git-reader.ts';
import { getFullName, nodeId, hashLogin, type Hosted } from '../state.ts';

type Json = Record<string, unknown>;

export function accountShape(api: string, login: string): Json {
  const url = `${api}/users/${login}`;
  return {
    login,
    id: hashLogin(login),
    node_id: nodeId('U', login),
    avatar_url: `https://avatars.githubusercontent.com/u/${hashLogin(login)}?v=4`,
    gravatar_id: '',
    url,
    html_url: `https://github.com/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: 'User',
    user_view_type: 'public',
    site_admin: false,
  };
}

/** Formats the account for `GET /user`, with the fields that only this route returns. */
export const viewerShape = (api: string, login: string): Json => ({
  ...accountShape(api, login),
  name: login,
  company: null,
  blog: '',
  location: null,
  email: null,
  hireable: null,
  bio: null,
  twitter_username: null,
  notification_email: null,
  public_repos: 0,
  public_gists: 0,
  followers: 0,
  following: 0,
  created_at: '2020-01-01T00:00:00Z',
  updated_at: '2024-01-01T00:00:00Z',
});

/** Returns the fields that a repository has in every response that contains it. */
export function minimalRepositoryShape(api: string, hosted: Hosted): Json {
  const { data } = hosted;
  const fullName = getFullName(hosted);
  return {
    id: hosted.id,
    node_id: nodeId('R', hosted.id),
    name: data.name,
    full_name: fullName,
    private: data.isPrivate ?? false,
    owner: accountShape(api, data.owner),
    html_url: `https://github.com/${fullName}`,
    description: data.description ?? null,
    fork: false,
    ...addresses(`${api}/repos/${fullName}`),
  };
}

/** Formats the response for one repository. */
export async function repositoryShape(api: string, hosted: Hosted): Promise<Json> {
  const { data, git } = hosted;
  const fullName = getFullName(hosted);
  const { newest, oldest, objectCounts } = await readStats(git);
  const pushedAt = utc(newest);
  return {
    ...minimalRepositoryShape(api, hosted),
    git_url: `git://github.com/${fullName}.git`,
    ssh_url: `git@github.com:${fullName}.git`,
    clone_url: `https://github.com/${fullName}.git`,
    svn_url: `https://github.com/${fullName}`,
    mirror_url: null,
    homepage: null,
    language: data.language ?? null,
    size: parseKilobytes(objectCounts ?? ''),
    default_branch: await hosted.defaultBranch(),
    archived: data.isArchived ?? false,
    visibility: data.isPrivate === true ? 'private' : 'public',
    created_at: utc(oldest),
    updated_at: pushedAt,
    pushed_at: pushedAt,
    ...featureFlags,
    ...counts(data.issues?.filter((issue) => issue.state === 'OPEN').length ?? 0),
  };
}

interface RepositoryStats {
  readonly newest: string | undefined;
  readonly oldest: string | undefined;
  readonly objectCounts: string | undefined;
}

const cachedStats = new WeakMap<
  GitReader,
  { readonly refs: string; readonly stats: Promise<RepositoryStats> }
>();

/** Reads the dates of the newest and the oldest commit, and the object counts. The result is cached until a ref moves, since git walks over all commits. */
async function readStats(git: GitReader): Promise<RepositoryStats> {
  const refs = JSON.stringify(await git.refs());
  const cached = cachedStats.get(git);
  if (cached?.refs === refs) return cached.stats;
  const stats = Promise.all([
    git.text(['log', '-1', '--all', '--format=%cI']),
    git.text(['log', '--max-parents=0', '--all', '--format=%cI', '-1']),
    git.text(['count-objects', '-v']),
  ]).then(([newest, oldest, objectCounts]) => ({ newest, oldest, objectCounts }));
  cachedStats.set(git, { refs, stats });
  return stats;
}

const featureFlags = {
  has_issues: true,
  has_projects: false,
  has_downloads: true,
  has_wiki: false,
  has_pages: false,
  has_discussions: false,
  disabled: false,
  license: null,
  allow_forking: true,
  is_template: false,
  web_commit_signoff_required: false,
  topics: [],
  permissions: { admin: false, maintain: false, push: false, triage: false, pull: true },
};

const counts = (open: number): Json => ({
  stargazers_count: 0,
  watchers_count: 0,
  forks_count: 0,
  open_issues_count: open,
  forks: 0,
  open_issues: open,
  watchers: 0,
  network_count: 0,
  subscribers_count: 0,
});

const addressSuffixes = {
  forks: '',
  keys: '{/key_id}',
  collaborators: '{/collaborator}',
  teams: '',
  hooks: '',
  issue_events: '{/number}',
  events: '',
  assignees: '{/user}',
  branches: '{/branch}',
  tags: '',
  blobs: '{/sha}',
  git_tags: '{/sha}',
  git_refs: '{/sha}',
  trees: '{/sha}',
  statuses: '{sha}',
  languages: '',
  stargazers: '',
  contributors: '',
  subscribers: '',
  subscription: '',
  commits: '{/sha}',
  git_commits: '{/sha}',
  comments: '{/number}',
  issue_comment: '{/number}',
  contents: '{+path}',
  compare: '{base}...{head}',
  merges: '',
  archive: '{archive_format}{/ref}',
  downloads: '',
  issues: '{/number}',
  pulls: '{/number}',
  milestones: '{/number}',
  notifications: '{?since,all,participating}',
  labels: '{/name}',
  releases: '{/id}',
  deployments: '',
} as const;

const addresses = (url: string): Json => ({
  url,
  ...Object.fromEntries(
    Object.entries(addressSuffixes).map(([name, ending]) => [`${name}_url`, `${url}/${name}${ending}`]),
  ),
});

const utc = (date: string | undefined): string =>
  date === undefined || date.trim() === '' ? '2020-01-01T00:00:00Z' : toUtc(date.trim());

/** Formats a time as GitHub does, in UTC without milliseconds: `2024-03-01T12:00:00Z`. */
export const toUtc = (date: string): string => `${new Date(date).toISOString().slice(0, 19)}Z`;

function parseKilobytes(objectCounts: string): number {
  const readCount = (name: string): number =>
    Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(objectCounts)?.[1] ?? 0);
  return readCount('size') + readCount('size-pack');
}
