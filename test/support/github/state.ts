/** The state of the local GitHub: repositories by name, former name and id, and the access of each token. */

import { createGitReader, type GitReader } from './git-reader.ts';
import {
  publishedLimits,
  type GitHubOptions,
  type Limits,
  type RepositoryData,
  type TokenData,
} from './options.ts';

export interface Hosted {
  readonly id: number;
  readonly data: RepositoryData;
  readonly git: GitReader;
  defaultBranch(): Promise<string>;
}

/** The caller's login with the access of its token; undefined for an anonymous caller. */
export type Viewer = TokenData | undefined;

export interface State {
  /** Base URL without a trailing slash. It is empty until the server listens. */
  url: string;
  codeloadUrl: string;
  readonly limits: Required<Omit<Limits, 'windowMs'>> & { readonly windowMs: number | undefined };
  /** Finds a repository by name, ignoring case. `isFormerName` is true for a former name. */
  find(owner: string, name: string): { readonly hosted: Hosted; readonly isFormerName: boolean } | undefined;
  byId(id: number): Hosted | undefined;
  all(): readonly Hosted[];
  /** Returns the owner of a token; undefined for an unknown or expired token. */
  getViewer(token: string): Viewer;
  /** Changes a repository's data, as its owner can on its page. */
  change(fullName: string, changes: Partial<RepositoryData>): void;
}

export function createState(options: GitHubOptions): State {
  const repositories = options.repositories.map((data, index) =>
    createHosted(data, 1000 + index, createGitReader(data.folder)),
  );
  const findIndexByName = (fullName: string): number =>
    repositories.findIndex(({ data }) => isSameName(`${data.owner}/${data.name}`, fullName));
  return {
    url: '',
    codeloadUrl: '',
    limits: { ...publishedLimits, windowMs: undefined, ...options.limits },
    find(owner, name) {
      const fullName = `${owner}/${name}`;
      const current = repositories[findIndexByName(fullName)];
      if (current !== undefined) return { hosted: current, isFormerName: false };
      const old = repositories.find(({ data }) =>
        data.renamedFrom?.some((from) => isSameName(from, fullName)),
      );
      return old === undefined ? undefined : { hosted: old, isFormerName: true };
    },
    byId: (id) => repositories.find((hosted) => hosted.id === id),
    all: () => repositories,
    getViewer: (token) => options.tokens?.find((known) => known.token === token && known.isExpired !== true),
    change(fullName, changes) {
      const index = findIndexByName(fullName);
      const hosted = repositories[index];
      if (hosted === undefined) throw new Error(`This GitHub has no repository ${fullName}.`);
      const isElsewhere = changes.folder !== undefined && changes.folder !== hosted.data.folder;
      if (isElsewhere) hosted.git.close();
      const git = isElsewhere ? createGitReader(changes.folder) : hosted.git;
      repositories[index] = createHosted({ ...hosted.data, ...changes }, hosted.id, git);
    },
  };
}

/** Returns whether the repository is visible to this viewer. */
export function mayRead(hosted: Hosted, viewer: Viewer): boolean {
  const { data } = hosted;
  return (
    data.isPrivate !== true ||
    (viewer?.canRead.some((name) => isSameName(name, getFullName(hosted))) ?? false)
  );
}

export function lacksContentAccess(hosted: Hosted, viewer: Viewer): boolean {
  return viewer?.lacksRight?.some((name) => isSameName(name, getFullName(hosted))) ?? false;
}

export const getFullName = ({ data }: Hosted): string => `${data.owner}/${data.name}`;

/** Derives a number from a login. The number never changes, like the id of an account. */
export function hashLogin(login: string): number {
  let hash = 7;
  for (const letter of login.toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 90_000_000;
  return hash + 1;
}

/** Creates an opaque id, as in GraphQL. REST returns the same id. */
export const nodeId = (kind: string, ...key: readonly (string | number)[]): string =>
  `${kind}_${Buffer.from(key.join(':')).toString('base64url')}`;

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function createHosted(data: RepositoryData, id: number, git: GitReader): Hosted {
  return { id, data, git, defaultBranch: async () => data.defaultBranch ?? git.head() };
}
