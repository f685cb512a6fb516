/** A code host with one repository whose files the test sets. It records its calls, and the test can make any call fail. */

import { AppError } from '../../../worker/core/errors.ts';
import { openModeViewer } from '../../../worker/core/viewer.ts';
import type { HostedLocation } from '../../../worker/core/repositories/source.ts';
import type { Hosting } from '../../../worker/flows/github/hosting.ts';
import type { HostedFile, HostedRepository } from '../../../worker/ports/code-host.ts';
import { createMemoryRepositorySource } from './memory-repository-source.ts';
import { noHosting } from './no-hosting.ts';
import type { Tree } from '../workbench/run-jobs.ts';

export interface MemoryCodeHost {
  /** The commit of every ref. */
  commit: string;
  /** `main` by default. After a rename, `main` no longer exists. */
  defaultBranch: string;
  files: Tree;
  isPrivate: boolean;
  /** The viewer's own token, if any. */
  token: string | undefined;
  /** The deployment's token, if any. */
  deploymentToken: string | undefined;
  /** Called with the recorded name of each call before the call is answered. A returned error makes the call fail. */
  failureFor: (call: string) => AppError | undefined;
  readonly calls: string[];
  readonly hosting: Hosting;
}

export const fakeCommitId = (digit: number): string => String(digit).repeat(40);

export function createMemoryCodeHost(files: Tree): MemoryCodeHost {
  const host: Omit<MemoryCodeHost, 'hosting'> = {
    commit: fakeCommitId(1),
    defaultBranch: 'main',
    files,
    isPrivate: false,
    token: undefined,
    deploymentToken: undefined,
    failureFor: () => undefined,
    calls: [],
  };
  const recordCall = (call: string): void => {
    host.calls.push(call);
    const failure = host.failureFor(call);
    if (failure !== undefined) throw failure;
  };
  const listFiles = (): readonly HostedFile[] =>
    Object.entries(host.files).map(([path, text]) => ({
      path,
      kind: 'file',
      bytes: new TextEncoder().encode(text).byteLength,
      blob: path,
    }));
  const codeHost: Hosting['codeHost'] = {
    ...noHosting.codeHost,
    async describe(place, { token }) {
      recordCall('describe');
      if (host.isPrivate && token === undefined)
        throw new AppError('source_not_found', 'The repository is private.');
      return describeRepository(place, host);
    },
    async resolve(_place, ref) {
      recordCall('resolve');
      if (ref === 'main' && host.defaultBranch !== ref)
        throw new AppError('ref_not_found', 'The branch was renamed.');
      return { kind: 'branch', name: ref ?? host.defaultBranch, commit: host.commit, etag: undefined };
    },
    async tree() {
      recordCall('tree');
      return { files: listFiles(), isWhole: true };
    },
    async file(_place, { commit, path }) {
      recordCall(`file ${path}`);
      if (commit !== host.commit) throw new AppError('file_not_found', 'The host has another commit.');
      return new TextEncoder().encode(host.files[path] ?? '');
    },
    async archive() {
      recordCall('archive');
      return new Blob([]).stream();
    },
    async searchCode(_place, words) {
      recordCall(`search ${words.join(' ')}`);
      const matches = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
      return Object.entries(host.files).flatMap(([path, text]) => (matches(text) ? [path] : []));
    },
  };
  const openStream = () => createMemoryRepositorySource(Object.entries(host.files));
  return Object.assign(host, {
    hosting: {
      ...noHosting,
      codeHost,
      openStream,
      get deploymentToken() {
        return host.deploymentToken;
      },
      tokenStore: {
        read: async ({ id }: { readonly id: string }) => (id === openModeViewer.id ? host.token : undefined),
        store: () => Promise.resolve(),
        list: () => Promise.resolve([]),
        remove: () => Promise.resolve(false),
      },
    },
  });
}

function describeRepository(
  { owner, name }: HostedLocation,
  { isPrivate, defaultBranch }: Pick<MemoryCodeHost, 'isPrivate' | 'defaultBranch'>,
): HostedRepository {
  return {
    id: '7',
    owner,
    name,
    isPrivate,
    isArchived: false,
    defaultBranch,
    description: '',
    kilobytes: 100,
    url: `https://github.com/${owner}/${name}`,
  };
}
