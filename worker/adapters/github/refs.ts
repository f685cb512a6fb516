/** Lists and resolves branches, tags and commits of a repository on GitHub. */

import { AppError } from '../../core/errors.ts';
import { nearestRefs } from '../../core/repositories/suggestions.ts';
import type { HostedLocation } from '../../core/repositories/source.ts';
import type { CodeHost, HostAccess, HostedRef } from '../../ports/code-host.ts';
import type { GitHubCalls } from './api-calls.ts';
import { invalidResponse } from './host-error.ts';
import { readList } from './read-json.ts';

const pageSize = 100;
const maxSuggestions = 5;
const fullCommitId = /^[0-9a-f]{40}$/;
const commitIdPrefix = /^[0-9a-f]{7,40}$/i;

export function refCalls(
  calls: GitHubCalls,
  describe: CodeHost['describe'],
): Pick<CodeHost, 'resolve' | 'splitRefAndPath' | 'refs'> {
  const refs: CodeHost['refs'] = async (place, limit, access) => {
    const [branches, tags] = await Promise.all([
      listNames(calls, { place, of: 'branches', limit }, access),
      listNames(calls, { place, of: 'tags', limit }, access),
    ]);
    return { branches, tags };
  };
  return {
    refs,
    async resolve(place, ref, access) {
      const requested = ref ?? (await describe(place, access)).defaultBranch;
      for (const candidate of listCandidates(requested)) {
        const found = await readCommitOfRef(calls, { place, ...candidate }, access);
        if (found !== undefined) return found;
      }
      throw await notFound(requested, () => refs(place, pageSize, access));
    },
    async splitRefAndPath(place, refAndPath, access) {
      const [first = ''] = refAndPath.split('/');
      for (const kind of ['heads', 'tags']) {
        const matching = await matchingRefs(calls, { place, prefix: `${kind}/${first}` }, access);
        const [longest] = matching
          .map((name) => name.slice(`refs/${kind}/`.length))
          .filter((name) => `${refAndPath}/`.startsWith(`${name}/`))
          .toSorted((a, b) => b.length - a.length);
        if (longest !== undefined) return { ref: longest, path: refAndPath.slice(longest.length + 1) };
      }
      if (commitIdPrefix.test(first)) return { ref: first, path: refAndPath.slice(first.length + 1) };
      throw await notFound(first, () => refs(place, pageSize, access));
    },
  };
}

/** Tries a branch before a tag of the same name, and a commit last. A full commit id is only tried as a commit. */
function listCandidates(
  ref: string,
): readonly { readonly kind: HostedRef['kind']; readonly name: string; readonly apiRef: string }[] {
  const commit = { kind: 'commit', name: ref, apiRef: ref } as const;
  if (fullCommitId.test(ref)) return [commit];
  const named = [
    { kind: 'branch', name: ref, apiRef: `heads/${ref}` },
    { kind: 'tag', name: ref, apiRef: `tags/${ref}` },
  ] as const;
  return commitIdPrefix.test(ref) ? [...named, commit] : named;
}

interface RefRequest {
  readonly place: HostedLocation;
  readonly kind: HostedRef['kind'];
  readonly name: string;
  readonly apiRef: string;
}

/** @returns undefined when the ref does not exist */
async function readCommitOfRef(
  calls: GitHubCalls,
  { place, kind, name, apiRef }: RefRequest,
  access: HostAccess & { readonly etag?: string | undefined },
): Promise<HostedRef | 'unchanged' | undefined> {
  const subject = `${place.owner}/${place.name} at ${name}`;
  const ifChanged = access.etag === undefined ? {} : { 'if-none-match': access.etag };
  const call = {
    route: 'GET /repos/{owner}/{repo}/commits/{ref}',
    // Requests only the id, because a commit's JSON contains its patches.
    parameters: {
      owner: place.owner,
      repo: place.name,
      ref: apiRef,
      headers: { accept: 'application/vnd.github.sha', ...ifChanged },
    },
    subject,
  };
  const answer = await calls.json(call, access).catch(ignoreUnknownRef);
  if (answer === 'none') return undefined;
  if (answer === undefined) return 'unchanged';
  const commit = decodeText(answer.data).trim();
  if (!fullCommitId.test(commit)) throw invalidResponse(subject, 'it is not a commit id');
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

async function matchingRefs(
  calls: GitHubCalls,
  { place, prefix }: { readonly place: HostedLocation; readonly prefix: string },
  access: HostAccess,
): Promise<readonly string[]> {
  const subject = `${place.owner}/${place.name}`;
  const path = prefix.split('/').map(encodeURIComponent).join('/');
  const call = {
    route: 'GET /repos/{owner}/{repo}/git/matching-refs/{+path}',
    parameters: { owner: place.owner, repo: place.name, path },
    subject,
  };
  const answer = await calls.json(call, access);
  return readList(answer?.data, subject).map((ref) => ref.text('ref'));
}

async function listNames(
  calls: GitHubCalls,
  {
    place,
    of,
    limit,
  }: { readonly place: HostedLocation; readonly of: 'branches' | 'tags'; readonly limit: number },
  access: HostAccess,
): Promise<readonly string[]> {
  const subject = `${place.owner}/${place.name}`;
  const names: string[] = [];
  for (let page = 1; names.length < limit; page += 1) {
    const call = {
      route: `GET /repos/{owner}/{repo}/${of}`,
      parameters: { owner: place.owner, repo: place.name, per_page: Math.min(pageSize, limit), page },
      subject,
    };
    const found = readList((await calls.json(call, access))?.data, subject);
    names.push(...found.map((one) => one.text('name')));
    if (found.length < Math.min(pageSize, limit)) break;
  }
  return names.slice(0, limit);
}

async function notFound(
  ref: string,
  listed: () => Promise<{ readonly branches: readonly string[]; readonly tags: readonly string[] }>,
): Promise<AppError> {
  const { branches, tags } = await listed();
  return new AppError('ref_not_found', `There is no branch, tag or commit ${JSON.stringify(ref)}.`, {
    details: { nearest: nearestRefs(ref, [...branches, ...tags]).slice(0, maxSuggestions) },
  });
}
