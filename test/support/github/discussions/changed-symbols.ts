/** Finds commits that define or touch a symbol that still exists at HEAD. They are the subjects of discussions. */

import type { Readable } from 'node:stream';
import type { GitReader } from '../git-reader.ts';

export interface ChangedSymbol {
  readonly commit: string;
  readonly subject: string;
  /** The message after its first line. */
  readonly rest: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly committedAt: number;
  readonly path: string;
  /** 1-based line in the file at the commit. */
  readonly line: number;
  readonly symbol: string;
}

/** Only the newest commits are read, and only the start of each diff, since a commit may add a huge vendored tree. */
const maxCommits = 3000;
const maxCharacters = 200_000;
const maxSymbols = 20;
/** Number of commits per call of git. A larger number often reads commits that are not needed. */
const commitsPerCall = 50;

const extensions = [
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
/** Git lists only commits that touch source files. */
const sourcePatterns = extensions.map((extension) => `*.${extension}`);
const excludedPath =
  /(?:^|\/)(?:tests?|spec|vendor|dist|node_modules|fixtures|examples?)\/|[._](?:test|spec)\.|_test\./;
/** Definitions at the start of a line, and constants of a file. Names inside functions are too small to discuss. */
const definitionPattern =
  /^\+\s*(?:(?:export|default|async|abstract|pub(?:\(crate\))?|public|static|final)\s+)*(?:def|class|function|func(?: \([^)]*\))?|fn|interface|struct|trait|enum)\s+\*?([A-Za-z_]\w{4,60})|^\+(?:export\s+)?(?:const|type)\s+([A-Za-z_]\w{4,60})/;

/** Returns at most `limit` commits with one symbol each, and no symbol twice. `order` sorts the commits before they are read. */
export async function findChangedSymbols(
  git: GitReader,
  { limit, order }: { readonly limit: number; readonly order: <Item>(items: readonly Item[]) => Item[] },
): Promise<readonly ChangedSymbol[]> {
  const log = [
    'log',
    '--first-parent',
    `--max-count=${maxCommits}`,
    '--format=%H%x00%ct%x00%an%x00%s%x00%b%x01',
    '--',
    ...sourcePatterns,
  ];
  const records = ((await git.text(log)) ?? '').split('\x01').map((record) => record.trimStart().split('\0'));
  const commits = order(records.filter((record) => record.length === 5));
  const stillExists = createExistenceCheck(git);
  const symbols = new Map<string, ChangedSymbol>();
  for (let start = 0; start < commits.length && symbols.size < limit; start += commitsPerCall) {
    const batch = commits.slice(start, start + commitsPerCall);
    const definedSymbols = await findDefinedSymbols(
      git,
      batch.map(([commit = '']) => commit),
    );
    for (const [commit = '', seconds = '', author = '', subject = '', rest = ''] of batch) {
      for (const candidate of definedSymbols.get(commit) ?? []) {
        if (symbols.size >= limit || symbols.has(candidate.symbol) || !(await stillExists(candidate)))
          continue;
        symbols.set(candidate.symbol, {
          ...candidate,
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
  return [...symbols.values()];
}

interface DefinedSymbol {
  readonly path: string;
  readonly line: number;
  readonly symbol: string;
}

/** Returns the symbols that each commit defines in its source files, except tests. */
async function findDefinedSymbols(
  git: GitReader,
  commits: readonly string[],
): Promise<ReadonlyMap<string, readonly DefinedSymbol[]>> {
  const showArguments = [
    'show',
    // No line of a patch begins with this character.
    '--format=%x01%H',
    '--no-color',
    '-U0',
    '-m',
    '--first-parent',
    '--no-renames',
    '--no-ext-diff',
    ...commits,
    '--',
    ...sourcePatterns,
  ];
  const symbolsByCommit = new Map<string, DefinedSymbol[]>();
  let commit: DiffReader | undefined;
  for await (const line of splitLines(git.stream(showArguments))) {
    if (line.startsWith('\x01'))
      symbolsByCommit.set(line.slice(1), (commit = createDiffReader()).definedSymbols);
    else commit?.read(line);
  }
  return symbolsByCommit;
}

async function* splitLines(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of stream.setEncoding('utf8')) {
    const lines = `${rest}${String(piece)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

interface DiffReader {
  readonly definedSymbols: DefinedSymbol[];
  read(line: string): void;
}

function createDiffReader(): DiffReader {
  const definedSymbols: DefinedSymbol[] = [];
  let path = '';
  let line = 0;
  let characters = 0;
  return {
    definedSymbols,
    read(text) {
      characters += text.length + 1;
      if (characters > maxCharacters || definedSymbols.length === maxSymbols) return;
      if (text.startsWith('+++ ')) path = text.startsWith('+++ b/') ? text.slice(6) : '';
      else if (text.startsWith('@@ ')) line = Number(/\+(\d+)/.exec(text)?.[1] ?? 0);
      else if (text.startsWith('+')) {
        const [, defined, constant] = (text.length < 400 ? definitionPattern.exec(text) : undefined) ?? [];
        const symbol = defined ?? constant;
        if (symbol !== undefined && !excludedPath.test(path)) definedSymbols.push({ path, line, symbol });
        line += 1;
      }
    },
  };
}

/** Returns a function that checks whether a symbol still occurs in its file. */
function createExistenceCheck(git: GitReader): (symbol: DefinedSymbol) => Promise<boolean> {
  const files = new Map<string, Promise<string>>();
  return async ({ path, symbol }) => {
    const content =
      files.get(path) ?? git.object(`HEAD:${path}`).then((file) => file?.content.toString('utf8') ?? '');
    files.set(path, content);
    return new RegExp(`\\b${symbol}\\b`).test(await content);
  };
}
