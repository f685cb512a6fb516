/** Reads the distinct words of the lines that commits changed, so that the server finds a change whose message uses other words. */

import type { ExportedCommit } from '../../../worker/contract/history/import-schema.ts';
import { fromByteString } from './git-path.ts';
import { readPatchLog, type PatchCollector, type PatchReading } from './read-patch-log.ts';
import { patchOptions } from './run-history-git.ts';

export type ChangedWords = NonNullable<ExportedCommit['words']>;

/** Limit of the wire format for each part. */
const maxPartLength = 6_000;
/** Longer lines are data or minified code. */
const maxLineBytes = 400;
const wordPattern = /[\p{L}_][\p{L}\p{N}_]*|\p{N}{2,8}/gu;
const maxWordLength = 40;
/** Files whose lines describe other changes, or that no person writes. */
const skippedFile =
  /(?:^|\/)(?:change(?:s|log|-log)?|history|news|release[-_ ]?notes?|authors|contributors|package-lock|yarn|pnpm-lock|poetry|cargo|gemfile|composer|go)(?:\.(?:md|mdx|markdown|rst|txt|json|lock|yaml|sum))?$|\.lock$|(?:^|\/)(?:dist|build|out|vendor|generated|node_modules)\/|\.min\./i;
/** Entries of a changelog that has one file per change. Their folders may also contain source code. */
const changelogEntry =
  /(?:^|\/)(?:changelog|changes|newsfragments|news)\/(?:.*\/)?(?:[+\d][^/]*|[^/.]+|[^/]*\.(?:md|mdx|markdown|rst|adoc|txt|ya?ml|toml|json))$/i;

const testFile = /(?:^|[/_.-])(?:tests?|__tests__|specs?|fixtures?|bench(?:es|marks?)?)(?:[/_.-]|$)/i;
const document = /\.(?:md|mdx|markdown|rst|adoc|txt)$/i;

type WordLists = Readonly<Record<keyof ChangedWords, WordList>>;

interface WordList {
  isFull(): boolean;
  add(word: string): void;
  join(): string;
}

/**
 * @returns the words by commit; merges, commits that changed no lines, and commits whose objects are missing are
 * missing. @throws Error with git's message when git fails for another reason
 */
export async function readChangedWords(
  ids: readonly string[],
  reading: PatchReading,
): Promise<ReadonlyMap<string, ChangedWords>> {
  const found = new Map<string, ChangedWords>();
  const log = readPatchLog(ids, { ...reading, options: patchOptions }, createCollector(reading.prefix));
  for await (const { id, result } of log)
    if (Object.values(result).some((part) => part !== '')) found.set(id, result);
  return found;
}

function createCollector(prefix: string): PatchCollector<ChangedWords> {
  let lists = createLists();
  let added: keyof ChangedWords | undefined;
  const read = (part: keyof ChangedWords | undefined, line: Buffer): void => {
    if (part === undefined || line.length > maxLineBytes || lists[part].isFull()) return;
    for (const word of line.toString().match(wordPattern) ?? [])
      if (word.length > 1 && word.length <= maxWordLength) lists[part].add(word);
  };
  return {
    receiver: {
      file: ({ oldPath, newPath, isBinary }) => {
        added = isBinary ? undefined : choosePart(fromByteString(newPath ?? oldPath ?? ''), prefix);
      },
      hunk: () => ({ removed: added === 'added', added: added !== undefined }),
      added: (bytes, start, end) => read(added, bytes.subarray(start, end)),
      removed: (bytes, start, end) => read('removed', bytes.subarray(start, end)),
      hunkEnd: () => undefined,
    },
    take: () => {
      const words = joinLists(lists);
      lists = createLists();
      return words;
    },
  };
}

/** @returns the part that words of added lines belong to; undefined for a file whose words are not read */
function choosePart(path: string, prefix: string): keyof ChangedWords | undefined {
  if (!path.startsWith(prefix)) return undefined;
  const indexedPath = path.slice(prefix.length);
  if (skippedFile.test(indexedPath) || changelogEntry.test(indexedPath)) return undefined;
  if (document.test(indexedPath)) return 'documents';
  return testFile.test(indexedPath) ? 'tests' : 'added';
}

function createLists(): WordLists {
  return { added: createList(), removed: createList(), tests: createList(), documents: createList() };
}

/** Creates a list of distinct words that ends before the word that exceeds the limit, so that it needs little memory. */
function createList(): WordList {
  const words = new Set<string>();
  let [length, isFull] = [0, false];
  return {
    isFull: () => isFull,
    add: (word) => {
      if (isFull || words.has(word)) return;
      const nextLength = length + (length === 0 ? 0 : 1) + word.length;
      if (nextLength > maxPartLength) isFull = true;
      else {
        words.add(word);
        length = nextLength;
      }
    },
    join: () => [...words].join(' '),
  };
}

function joinLists({ added, removed, tests, documents }: WordLists): ChangedWords {
  return {
    added: added.join(),
    removed: removed.join(),
    tests: tests.join(),
    documents: documents.join(),
  };
}
