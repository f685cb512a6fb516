/** Reads the distinct words of the lines that commits changed, so that the server finds a change whose message uses other words. */

import type { ExportedCommit } from '../../../worker/contract/history/import-schema.ts';
import { decodePath } from './git-path.ts';
import { createLineSplitter } from './lines/line-splitter.ts';
import { commitFormat, createPatchReader } from './lines/read-patches.ts';
import { patchOptions, streamGit } from './run-history-git.ts';

export type ChangedWords = NonNullable<ExportedCommit['words']>;

/** Limit of the wire format for each part. */
const maxPartLength = 6_000;
/** Longer lines are data or minified code. */
const maxLineBytes = 400;
const wordPattern = /[\p{L}_][\p{L}\p{N}_]*|\p{N}{2,8}/gu;
const maxWordLength = 40;
/** Files whose lines describe other changes, or that no person writes. */
const skippedFile =
  /(?:^|\/)(?:change(?:s|log|-log)?|history|news|release[-_ ]?notes?|authors|contributors|package-lock|yarn|pnpm-lock|poetry|cargo|gemfile|composer|go)(?:\.(?:md|mdx|markdown|rst|txt|json|lock|yaml|sum))?$|\.lock$|(?:^|\/)(?:dist|build|out|vendor|generated|node_modules)\/|\.min\.|(?:^|\/)(?:changelog|changes|newsfragments|news)\//i;

const testFile = /(?:^|[/_.-])(?:tests?|__tests__|specs?|fixtures?|bench(?:es|marks?)?)(?:[/_.-]|$)/i;
const document = /\.(?:md|mdx|markdown|rst|adoc|txt)$/i;

type WordSets = Record<keyof ChangedWords, Set<string>>;

/** @returns the words by commit; merges and commits that changed no lines are missing */
export async function readChangedWords(
  ids: readonly string[],
  {
    folder,
    prefix,
    signal,
  }: { readonly folder: string; readonly prefix: string; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, ChangedWords>> {
  const found = new Map<string, ChangedWords>();
  if (ids.length === 0) return found;
  const git = streamGit(
    folder,
    ['log', '--no-walk=unsorted', '--stdin', '--diff-merges=off', commitFormat, ...patchOptions],
    signal,
  );
  git.stdin.end(`${ids.join('\n')}\n`);
  let sets = createSets();
  const reader = createPatchReader(createReceiver(prefix, () => sets));
  let current: string | undefined;
  const endCommit = (): void => {
    reader.end();
    if (current !== undefined && Object.values(sets).some(({ size }) => size > 0))
      found.set(current, joinSets(sets));
    sets = createSets();
  };
  try {
    const lines = createLineSplitter();
    for await (const piece of git.stdout as AsyncIterable<Buffer>) {
      lines.load(piece);
      while (lines.next()) {
        const header = reader.header(lines.bytes, lines.start, lines.end);
        if (header === undefined) reader.readLine(lines.bytes, lines.start, lines.end);
        else {
          endCommit();
          current = header.id;
        }
      }
    }
    endCommit();
    await git.ended;
    signal.throwIfAborted();
    return found;
  } finally {
    git.stop();
  }
}

function createReceiver(prefix: string, sets: () => WordSets): Parameters<typeof createPatchReader>[0] {
  let added: keyof ChangedWords | undefined;
  const read = (part: keyof ChangedWords | undefined, line: Buffer): void => {
    if (part === undefined || line.length > maxLineBytes) return;
    for (const word of line.toString().match(wordPattern) ?? [])
      if (word.length > 1 && word.length <= maxWordLength) sets()[part].add(word);
  };
  return {
    file: ({ oldPath, newPath, isBinary }) => {
      added = isBinary ? undefined : choosePart(decodePath(newPath ?? oldPath ?? ''), prefix);
    },
    hunk: () => ({ removed: added === 'added', added: added !== undefined }),
    added: (bytes, start, end) => read(added, bytes.subarray(start, end)),
    removed: (bytes, start, end) => read('removed', bytes.subarray(start, end)),
    hunkEnd: () => undefined,
  };
}

/** @returns the part that words of added lines belong to; undefined for a file whose words are not read */
function choosePart(path: string, prefix: string): keyof ChangedWords | undefined {
  if (!path.startsWith(prefix) || skippedFile.test(path)) return undefined;
  if (document.test(path)) return 'documents';
  return testFile.test(path.slice(prefix.length)) ? 'tests' : 'added';
}

function createSets(): WordSets {
  return { added: new Set(), removed: new Set(), tests: new Set(), documents: new Set() };
}

function joinSets({ added, removed, tests, documents }: WordSets): ChangedWords {
  return {
    added: joinWords(added),
    removed: joinWords(removed),
    tests: joinWords(tests),
    documents: joinWords(documents),
  };
}

function joinWords(words: ReadonlySet<string>): string {
  const text = [...words].join(' ');
  return text.length <= maxPartLength ? text : text.slice(0, text.lastIndexOf(' ', maxPartLength));
}
