/**
 * Reads a git repository for the local GitHub. Refs are read at every call, since a test may move them; objects with a hash are cached.
 * Git may print up to 256 MiB. The caches hold 2,000 outputs and 2,000 objects of up to 1 MiB each, and drop the oldest first.
 */

import { execFile, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { createGitObjects, type GitObject } from './git-objects.ts';

const maxBytes = 256 * 1024 * 1024;
const maxCachedBytes = 1024 * 1024;
const maxCached = 2000;

const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  // Git must not fetch missing objects of a partial clone from another host.
  GIT_NO_LAZY_FETCH: '1',
};
const settings = ['-c', 'safe.directory=*', '-c', 'core.quotePath=false', '-c', 'gc.auto=0'];

export interface GitRef {
  /** The full name, such as `refs/heads/main`. */
  readonly ref: string;
  readonly type: 'commit' | 'tag';
  /** Hash of the tag object for an annotated tag, otherwise of the commit. */
  readonly sha: string;
  readonly commit: string;
}

export interface GitReader {
  /** Returns git's output, or undefined if git failed. Caches the output if `isImmutable`. */
  read(args: readonly string[], isImmutable?: boolean): Promise<Buffer | undefined>;
  text(args: readonly string[], isImmutable?: boolean): Promise<string | undefined>;
  /** Reads an object by its hash, a ref or an expression. Returns undefined if git finds none. Caches it if the name begins with a full hash. */
  object(name: string): Promise<GitObject | undefined>;
  /** Runs git with this standard input and extra environment variables. @throws Error when git fails */
  write(
    args: readonly string[],
    input?: string | Uint8Array,
    extraEnvironment?: NodeJS.ProcessEnv,
  ): Promise<string>;
  /** Lists branches and tags, sorted by name. */
  refs(): Promise<readonly GitRef[]>;
  /** Returns the branch that HEAD points to. */
  head(): Promise<string>;
  /** Resolves a branch, tag, full ref or hash prefix to a commit, in GitHub's order. */
  resolveCommit(ref: string): Promise<string | undefined>;
  /** Streams git's output. The stream ends with an error if git fails. */
  stream(args: readonly string[]): Readable;
  /** Ends running processes; the next call starts them again. */
  close(): void;
}

export function createGitReader(folder: string): GitReader {
  const cachedOutput = createCache<Buffer>((output) => output.length);
  const cachedObject = createCache<GitObject>(({ content }) => content.length);
  const objects = createGitObjects(() =>
    spawn('git', [...settings, 'cat-file', '--batch'], {
      cwd: folder,
      env: environment,
      stdio: ['pipe', 'pipe', 'ignore'],
    }),
  );
  const read: GitReader['read'] = async (args, isImmutable = false) =>
    isImmutable ? cachedOutput(args.join('\0'), () => run(folder, args)) : run(folder, args);
  const text: GitReader['text'] = async (args, isImmutable) =>
    (await read(args, isImmutable))?.toString('utf8');
  const object: GitReader['object'] = async (name) =>
    startsWithHash.test(name) ? cachedObject(name, () => objects.read(name)) : objects.read(name);
  return {
    read,
    text,
    object,
    close: objects.close,
    write: (args, input, extraEnvironment) => runWithInput(folder, args, { input, extraEnvironment }),
    refs: async () => readRefs((await text(refArguments)) ?? ''),
    head: async () => (await text(['symbolic-ref', '--short', 'HEAD']))?.trim() ?? 'main',
    resolveCommit: (ref) => resolveRef(object, ref),
    stream: (args) => {
      const child = spawn('git', [...settings, ...args], {
        cwd: folder,
        env: environment,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      child.on('close', (code) => {
        if (code !== 0) child.stdout.destroy(new Error(`git ${args[0] ?? ''} failed`));
      });
      child.stdout.on('close', () => child.kill());
      return child.stdout;
    },
  };
}

const startsWithHash = /^[0-9a-f]{40}(?![0-9a-f])/;

/** Creates a cache. A missing value is not cached, since it may exist later. */
function createCache<Value>(
  measure: (value: Value) => number,
): (key: string, make: () => Promise<Value | undefined>) => Promise<Value | undefined> {
  const values = new Map<string, Value>();
  return async (key, make) => {
    const cachedValue = values.get(key);
    if (cachedValue !== undefined) return cachedValue;
    const value = await make();
    if (value === undefined || measure(value) > maxCachedBytes) return value;
    values.set(key, value);
    if (values.size > maxCached) values.delete(values.keys().next().value ?? '');
    return value;
  };
}

const refArguments = [
  'for-each-ref',
  '--format=%(refname) %(objecttype) %(objectname) %(*objectname)',
  'refs/heads',
  'refs/tags',
];

function readRefs(output: string): readonly GitRef[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' '))
    .map(([ref = '', type, sha = '', peeled]) => ({
      ref,
      type: type === 'tag' ? 'tag' : 'commit',
      sha,
      commit: peeled === undefined || peeled === '' ? sha : peeled,
    }));
}

async function resolveRef(object: GitReader['object'], ref: string): Promise<string | undefined> {
  // No ref may contain these characters (git-check-ref-format), and GitHub does not support git's revision expressions.
  if (ref === '' || ref.startsWith('-') || /[\s~^:?*[\\]|\.\.|@\{/.test(ref)) return undefined;
  const names = [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/${ref}`, ref];
  const candidates = ref === 'HEAD' || ref.startsWith('refs/') ? [ref] : names;
  for (const name of candidates) {
    if (name === ref && !/^(HEAD|refs\/.+|[0-9a-f]{4,40})$/i.test(ref)) continue;
    const commit = await object(`${name}^{commit}`);
    if (commit !== undefined) return commit.sha;
  }
  return undefined;
}

function run(folder: string, args: readonly string[]): Promise<Buffer | undefined> {
  const runOptions = { cwd: folder, env: environment, maxBuffer: maxBytes, encoding: 'buffer' as const };
  return new Promise((settle) => {
    execFile('git', [...settings, ...args], runOptions, (error, output) =>
      settle(error === null ? output : undefined),
    );
  });
}

function runWithInput(
  folder: string,
  args: readonly string[],
  options: {
    readonly input?: string | Uint8Array | undefined;
    readonly extraEnvironment?: NodeJS.ProcessEnv | undefined;
  },
): Promise<string> {
  return new Promise((settle, fail) => {
    const child = execFile(
      'git',
      [...settings, ...args],
      { cwd: folder, env: { ...environment, ...options.extraEnvironment }, maxBuffer: maxBytes },
      (error, output) => (error === null ? settle(output.trim()) : fail(error)),
    );
    // Git may end before it reads its input.
    child.stdin?.on('error', () => undefined).end(options.input ?? '');
  });
}
