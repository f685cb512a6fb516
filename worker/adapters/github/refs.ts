/** Lists and resolves branches, tags and commits of a repository on GitHub. */

import { AppError } from '../../core/errors.ts';
import { nearestRefs } from '../../core/repositories/suggestions.ts';
import type { HostedLocation } from '../../core/repositories/source.ts';
import { encodePath } from '../../core/text/encode-path.ts';
import type { CodeHost, HostAccess, HostedRef } from '../../ports/code-host.ts';
import type { GitHubCalls } from './api-calls.ts';
import { invalidResponseError } from './host-error.ts';
import { readList } from './read-json.ts';

const pageSize = 100;
const maxSuggestions = 5;
const fullCommitId = /^[0-9a-f]{40}$/;
const commitIdPrefix = /^[0-9a-f]{7,40}$/i;

export function refCalls(
  calls: GitHubCalls,
  describe: CodeHost['describe'],
): Pick<CodeHost, 'resolve' | 'splitRefAndPath' | 'refs'> {
  const refs: CodeHost['refs'] = async (location, limit, access) => {
    const [branches, tags] = await Promise.all([
      listNames(calls, { location, collection: 'branches', limit }, access),
      listNames(calls, { location, collection: 'tags', limit }, access),
    ]);
    return { branches, tags };
  };
  return {
    refs,
    async resolve(location, ref, access) {
      const requested = ref ?? (await describe(location, access)).defaultBranch;
      for (const candidate of listCandidates(requested)) {
        const resolved = await readCommitOfRef(calls, { location, ...candidate }, access);
        if (resolved !== undefined) return resolved;
      }
      throw await refNotFoundError(requested, () => refs(location, pageSize, access));
    },
    async splitRefAndPath(location, refAndPath, access) {
      const [firstSegment = ''] = refAndPath.split('/');
      for (const kind of ['heads', 'tags']) {
        const matching = await listMatchingRefs(
          calls,
          { location, prefix: `${kind}/${firstSegment}` },
          access,
        );
        const [longestRef] = matching
          .map((name) => name.slice(`refs/${kind}/`.length))
          .filter((name) => `${refAndPath}/`.startsWith(`${name}/`))
          .toSorted((a, b) => b.length - a.length);
        if (longestRef !== undefined)
          return { ref: longestRef, path: refAndPath.slice(longestRef.length + 1) };
      }
      if (commitIdPrefix.test(firstSegment))
        return { ref: firstSegment, path: refAndPath.slice(firstSegment.length + 1) };
      throw await refNotFoundError(firstSegment, () => refs(location, pageSize, access));
    },
  };
}

/** Lists a branch before a tag of the same name, and a commit last. A full commit id is only a candidate for a commit. */
function listCandidates(
  ref: string,
): readonly { readonly kind: HostedRef['kind']; readonly name: string; readonly apiRef: string }[] {
  const commit = { kind: 'commit', name: ref, apiRef: ref } as const;
  if (fullCommitId.test(ref)) return [commit];
  const branchAndTag = [
    { kind: 'branch', name: ref, apiRef: `heads/${ref}` },
    { kind: 'tag', name: ref, apiRef: `tags/${ref}` },
  ] as const;
  return commitIdPrefix.test(ref) ? [...branchAndTag, commit] : branchAndTag;
}

interface RefRequest {
  readonly location: HostedLocation;
  readonly kind: HostedRef['kind'];
  readonly name: string;
  readonly apiRef: string;
}

/** @returns undefined when the ref does not exist */
async function readCommitOfRef(
  calls: GitHubCalls,
  { location, kind, name, apiRef }: RefRequest,
  access: HostAccess & { readonly etag?: string | undefined },
): Promise<HostedRef | 'unchanged' | undefined> {
  const subject = `${location.owner}/${location.name} at ${name}`;
  const etagHeader = access.etag === undefined ? {} : { 'if-none-match': access.etag };
  const call = {
    route: 'GET /repos/{owner}/{repo}/commits/{ref}',
    // Requests only the id, because a commit's JSON contains its patches.
    parameters: {
      owner: location.owner,
      repo: location.name,
      ref: apiRef,
      headers: { accept: 'application/vnd.github.sha', ...etagHeader },
    },
    subject,
  };
  const answer = await calls.json(call, access).catch(ignoreUnknownRef);
  if (answer === 'none') return undefined;
  if (answer === undefined) return 'unchanged';
  const commit = decodeText(answer.data).trim();
  if (!fullCommitId.test(commit)) throw invalidResponseError(subject, 'it is not a commit id');
  const etag = answer.headers['etag'];
  return { kind, name, commit, etag: etag === undefined ? undefined : String(etag) };
}

function ignoreUnknownRef(thrown: unknown): 'none' {
  if (thrown instanceof AppError && thrown.code === 'ref_not_found') return 'none';
  throw thrown;
}

/** Octokit returns custom media types as bytes unless they name a character set. */
function decodeText(data: unknown): string {
  return data instanceof ArrayBuffer ? new TextDecoder().decode(data) : String(data);
}

async function listMatchingRefs(
  calls: GitHubCalls,
  { location, prefix }: { readonly location: HostedLocation; readonly prefix: string },
  access: HostAccess,
): Promise<readonly string[]> {
  const subject = `${location.owner}/${location.name}`;
  const path = encodePath(prefix);
  const call = {
    route: 'GET /repos/{owner}/{repo}/git/matching-refs/{+path}',
    parameters: { owner: location.owner, repo: location.name, path },
    subject,
  };
  const answer = await calls.json(call, access);
  return readList(answer?.data, subject).map((ref) => ref.text('ref'));
}

async function listNames(
  calls: GitHubCalls,
  {
    location,
    collection,
    limit,
  }: {
    readonly location: HostedLocation;
    readonly collection: 'branches' | 'tags';
    readonly limit: number;
  },
  access: HostAccess,
): Promise<readonly string[]> {
  const subject = `${location.owner}/${location.name}`;
  const names: string[] = [];
  for (let page = 1; names.length < limit; page += 1) {
    const call = {
      route: `GET /repos/{owner}/{repo}/${collection}`,
      parameters: { owner: location.owner, repo: location.name, per_page: Math.min(pageSize, limit), page },
      subject,
    };
    const refs = readList((await calls.json(call, access))?.data, subject);
    names.push(...refs.map((ref) => ref.text('name')));
    if (refs.length < Math.min(pageSize, limit)) break;
  }
  return names.slice(0, limit);
}

async function refNotFoundError(
  ref: string,
  listRefs: () => Promise<{ readonly branches: readonly string[]; readonly tags: readonly string[] }>,
): Promise<AppError> {
  const { branches, tags } = await listRefs();
  return new AppError('ref_not_found', `There is no branch, tag or commit ${JSON.stringify(ref)}.`, {
    details: { nearest: nearestRefs(ref, [...branches, ...tags]).slice(0, maxSuggestions) },
  });
}
