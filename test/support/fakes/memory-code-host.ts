/** A host of one repository whose files are given; what is called is written down, and any call can be made to fail. */

import { AppError } from '../../../worker/core/errors.ts';
import { openModeViewer } from '../../../worker/core/viewer.ts';
import type { HostedLocation } from '../../../worker/core/repositories/source.ts';
import type { Hosting } from '../../../worker/flows/github/hosting.ts';
import type { HostedFile, HostedRepository } from '../../../worker/ports/code-host.ts';
import { createMemorySource } from './memory-repository-source.ts';
import { noHosting } from './no-hosting.ts';
import type { Tree } from '../workbench/run-jobs.ts';

export interface MemoryHost {
  /** Of its default branch, and of any other ref. */
  commit: string;
  /** `main` unless it is renamed: then there is no `main` any more. */
  defaultBranch: string;
  files: Tree;
  isPrivate: boolean;
  /** The viewer's own; none where undefined. */
  token: string | undefined;
  /** Whether the deployment has one besides. */
  deploymentToken: string | undefined;
  /** Asked before a call is answered, by its name as it is written down. */
  fails: (call: string) => AppError | undefined;
  readonly calls: string[];
  readonly hosting: Hosting;
}

export const commitOf = (digit: number): string => String(digit).repeat(40);

export function createMemoryHost(files: Tree): MemoryHost {
  const host: Omit<MemoryHost, 'hosting'> = {
    commit: commitOf(1),
    defaultBranch: 'main',
    files,
    isPrivate: false,
    token: undefined,
    deploymentToken: undefined,
    fails: () => undefined,
    calls: [],
  };
  const called = (call: string): void => {
    host.calls.push(call);
    const failure = host.fails(call);
    if (failure !== undefined) throw failure;
  };
  const listed = (): readonly HostedFile[] =>
    Object.entries(host.files).map(([path, text]) => ({
      path,
      kind: 'file',
      bytes: new TextEncoder().encode(text).byteLength,
      blob: path,
    }));
  const codeHost: Hosting['codeHost'] = {
    ...noHosting.codeHost,
    async describe(place, { token }) {
      called('describe');
      if (host.isPrivate && token === undefined) throw new AppError('source_not_found', 'There is none.');
      return described(place, host);
    },
    async resolve(_place, ref) {
      called('resolve');
      if (ref === 'main' && host.defaultBranch !== ref) throw new AppError('ref_not_found', 'Renamed.');
      return { kind: 'branch', name: ref ?? host.defaultBranch, commit: host.commit, etag: undefined };
    },
    async tree() {
      called('tree');
      return { files: listed(), isWhole: true };
    },
    async file(_place, { commit, path }) {
      called(`file ${path}`);
      if (commit !== host.commit) throw new AppError('file_not_found', 'Another commit.');
      return new TextEncoder().encode(host.files[path] ?? '');
    },
    async archive() {
      called('archive');
      return new Blob([]).stream();
    },
    async searchCode(_place, words) {
      called(`search ${words.join(' ')}`);
      const holds = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
      return Object.entries(host.files).flatMap(([path, text]) => (holds(text) ? [path] : []));
    },
  };
  const openStream = () => createMemorySource(Object.entries(host.files));
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
        keep: () => Promise.resolve(),
        list: () => Promise.resolve([]),
        remove: () => Promise.resolve(false),
      },
    },
  });
}

function described(
  { owner, name }: HostedLocation,
  { isPrivate, defaultBranch }: Pick<MemoryHost, 'isPrivate' | 'defaultBranch'>,
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
