/** Commits of a repository with a name each of them defines or touches, still there today: what its discussions can be about. */

import type { Readable } from 'node:stream';
import type { GitReader } from './git-reader.ts';

export interface ChangedSymbol {
  readonly commit: string;
  readonly subject: string;
  /** Of the message after its first line. */
  readonly rest: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly committedAt: number;
  readonly path: string;
  /** 1-based, in the file as the commit left it. */
  readonly line: number;
  readonly symbol: string;
}

/** Commits looked at are the newest, and of a commit's diff only its beginning: a vendored tree has no end. */
const mostCommits = 3000;
const mostLetters = 200_000;
const mostNamed = 20;
/** Commits of one call of git: more would often be read for nothing. */
const atOnce = 50;

const endings = [
  'ts',
  'tsx',
  'mts',
  'js',
  'jsx',
  'mjs',
  'py',
  'go',
  'rs',
  'rb',
  'java',
  'kt',
  'cs',
  'php',
  'c',
  'cc',
  'cpp',
  'h',
  'swift',
  'scala',
  'svelte',
  'vue',
];
/** Git is asked of source files alone: a commit that touches none is none for us. */
const sources = endings.map((ending) => `*.${ending}`);
const aside =
  /(?:^|\/)(?:tests?|spec|vendor|dist|node_modules|fixtures|examples?)\/|[._](?:test|spec)\.|_test\./;
/** Definitions at the start of a line, and constants of a whole file: what is named inside a function is too small to talk about. */
const definition =
  /^\+\s*(?:(?:export|default|async|abstract|pub(?:\(crate\))?|public|static|final)\s+)*(?:def|class|function|func(?: \([^)]*\))?|fn|interface|struct|trait|enum)\s+\*?([A-Za-z_]\w{4,60})|^\+(?:export\s+)?(?:const|type)\s+([A-Za-z_]\w{4,60})/;

/** As many as there are, at most `limit`, in the order of `order`, no name twice. */
export async function changedSymbols(
  git: GitReader,
  { limit, order }: { readonly limit: number; readonly order: <Item>(items: readonly Item[]) => Item[] },
): Promise<readonly ChangedSymbol[]> {
  const log = [
    'log',
    '--first-parent',
    `--max-count=${mostCommits}`,
    '--format=%H%x00%ct%x00%an%x00%s%x00%b%x01',
    '--',
    ...sources,
  ];
  const records = ((await git.text(log)) ?? '').split('\x01').map((record) => record.trimStart().split('\0'));
  const commits = order(records.filter((record) => record.length === 5));
  const today = createPresence(git);
  const found = new Map<string, ChangedSymbol>();
  for (let at = 0; at < commits.length && found.size < limit; at += atOnce) {
    const some = commits.slice(at, at + atOnce);
    const named = await symbolsOf(
      git,
      some.map(([commit = '']) => commit),
    );
    for (const [commit = '', seconds = '', author = '', subject = '', rest = ''] of some) {
      for (const one of named.get(commit) ?? []) {
        if (found.size >= limit || found.has(one.symbol) || !(await today(one))) continue;
        found.set(one.symbol, {
          ...one,
          commit,
          author,
          subject,
          rest: rest.trim(),
          committedAt: Number(seconds) * 1000,
        });
        break;
      }
    }
  }
  return [...found.values()];
}

interface Named {
  readonly path: string;
  readonly line: number;
  readonly symbol: string;
}

/** Names each commit defines in its source files, tests aside. */
async function symbolsOf(
  git: GitReader,
  commits: readonly string[],
): Promise<ReadonlyMap<string, readonly Named[]>> {
  const shown = [
    'show',
    // No line of a patch begins so.
    '--format=%x01%H',
    '--no-color',
    '-U0',
    '-m',
    '--first-parent',
    '--no-renames',
    '--no-ext-diff',
    ...commits,
    '--',
    ...sources,
  ];
  const named = new Map<string, Named[]>();
  let commit: DiffReader | undefined;
  for await (const line of linesOf(git.stream(shown))) {
    if (line.startsWith('\x01')) named.set(line.slice(1), (commit = createDiffReader()).named);
    else commit?.read(line);
  }
  return named;
}

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of stream.setEncoding('utf8')) {
    const lines = `${rest}${String(piece)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

interface DiffReader {
  readonly named: Named[];
  read(line: string): void;
}

function createDiffReader(): DiffReader {
  const named: Named[] = [];
  let path = '';
  let at = 0;
  let letters = 0;
  return {
    named,
    read(text) {
      letters += text.length + 1;
      if (letters > mostLetters || named.length === mostNamed) return;
      if (text.startsWith('+++ ')) path = text.startsWith('+++ b/') ? text.slice(6) : '';
      else if (text.startsWith('@@ ')) at = Number(/\+(\d+)/.exec(text)?.[1] ?? 0);
      else if (text.startsWith('+')) {
        const [, defined, constant] = (text.length < 400 ? definition.exec(text) : undefined) ?? [];
        const symbol = defined ?? constant;
        if (symbol !== undefined && !aside.test(path)) named.push({ path, line: at, symbol });
        at += 1;
      }
    },
  };
}

/** Whether a name still stands in its file. */
function createPresence(git: GitReader): (named: Named) => Promise<boolean> {
  const files = new Map<string, Promise<string>>();
  return async ({ path, symbol }) => {
    const content =
      files.get(path) ?? git.object(`HEAD:${path}`).then((file) => file?.content.toString('utf8') ?? '');
    files.set(path, content);
    return new RegExp(`\\b${symbol}\\b`).test(await content);
  };
}
