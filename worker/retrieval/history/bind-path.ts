/**
 * Finds the file or folder that a question is about, written as a path ("_utils.py", "tests/fixtures") or described in words ("the publish
 * script", "the serverless guide"). The repository's own paths decide what is a path; the other words choose between several.
 */

import { identifierParts } from '../../core/text/terms.ts';

export interface BoundPath {
  readonly path: string;
  readonly isFolder: boolean;
  /** Written as a path, so it is certain. Otherwise words describe it. */
  readonly isWritten: boolean;
  /** The path as the question writes it; empty if words describe it. */
  readonly written: string;
}

interface Candidate extends BoundPath {
  readonly score: number;
}

/** A path in the question, and the words around it. */
interface Mention {
  readonly token: string;
  readonly isQuoted: boolean;
  readonly context: Context;
}

interface Context {
  readonly words: ReadonlySet<string>;
  /** Words after a denial: "not the tests". */
  readonly denied: ReadonlySet<string>;
  readonly isAtRoot: boolean;
}

/** Nouns for a kind of file or folder, with what its path must look like. */
const fileKinds: readonly (readonly [RegExp, (path: string, isFolder: boolean) => boolean])[] = [
  [/^(?:folder|directory|dir|subfolder|subdirectory|subpackage|crate)$/, (_, isFolder) => isFolder],
  [/^(?:package|workspace)$/, (_, isFolder) => isFolder],
  [/^module$/, (path, isFolder) => isFolder || isSourcePath(path)],
  [/^file$/, (_, isFolder) => !isFolder],
  [
    /^script$/,
    (path, isFolder) =>
      !isFolder && (/(?:^|\/)scripts?\//.test(path) || /\.(?:sh|ps1|bat)$|(?:^|\/)[^.]+$/.test(path)),
  ],
  [
    /^(?:guide|page|doc|document|documentation|tutorial|article|chapter)$/,
    (path, isFolder) => !isFolder && /\.(?:md|mdx|rst|txt|adoc)$/i.test(path),
  ],
  [
    /^(?:config|configuration|settings|workflow|manifest|lockfile)$/,
    (path, isFolder) =>
      !isFolder && /\.(?:ya?ml|json|toml|ini|cfg|conf|lock)$|(?:^|\/)\.[\w.-]+$/i.test(path),
  ],
  [
    /^(?:test|spec|benchmark|example|fixture)$/,
    (path) => /(?:^|[/_.-])(?:tests?|specs?|bench(?:es|marks?)?|examples?|fixtures?)(?:[/_.-]|$)/i.test(path),
  ],
  [
    /^(?:middleware|source|stub|header|component|hook|plugin)$/,
    (path, isFolder) => !isFolder && isSourcePath(path),
  ],
];
const rootPattern =
  /\b(?:at|in|of|from) the (?:repo(?:sitory)?(?:['’]s)? )?(?:root|top(?:[- ]level)?)\b|\btop[- ]level\b|\broot (?:file|folder|directory)\b/i;
const deniedPattern = /\b(?:not|rather than|instead of|and not|except|excluding)\b([^,.;?)]{0,40})/gi;
/** Words that are no description: they name neither a file nor a place. */
const emptyWords = new Set(
  `a about an and any anyone anything at be been by can change changed commit did do does edit edited for from get give had has have history i in is it its last latest
   me most my new newest of on one or our please recent recently s show that the their there this to touched up update updated us was we were what when which who whom
   whose with you`.split(/\s+/),
);
const folderNoun = /^(?:folder|directory|dir|subfolder|package|tree)$/;
const fileNoun = /^(?:file|script|page|guide|module)$/;
const nounBonus = 0.8;
const minDescribedScore = 1.6;
/** A name of several words that the question writes as one. */
const joinedShare = 0.9;

/** @returns undefined if the question mentions no path of the repository */
export function bindPath(
  text: string,
  files: readonly { readonly path: string; readonly role?: string }[],
): BoundPath | undefined {
  const folders = listFolders(files);
  const context = readContext(text);
  const written = readMentions(text, context)
    .flatMap((mention) => resolveMention(mention, files, folders))
    .toSorted((a, b) => b.score - a.score);
  if (written[0] !== undefined) return toBoundPath(written[0]);
  const described = describedCandidates(text, files, folders, context);
  return described === undefined ? undefined : toBoundPath(described);
}

function toBoundPath({ path, isFolder, isWritten, written }: Candidate): BoundPath {
  return { path, isFolder, isWritten, written };
}

function listFolders(files: readonly { readonly path: string }[]): readonly string[] {
  const folders = new Set<string>();
  for (const { path } of files)
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
  return [...folders];
}

function readContext(text: string): Context {
  const denied = new Set<string>();
  for (const [, clause = ''] of text.matchAll(deniedPattern))
    for (const word of plainWords(clause)) denied.add(word);
  const words = new Set(plainWords(text).filter((word) => !denied.has(word)));
  return { words, denied, isAtRoot: rootPattern.test(text) };
}

function plainWords(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => toSingular(word.toLowerCase()));
}

function toSingular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Splits at white space and quotation marks, and keeps what may be a path. */
function readMentions(text: string, context: Context): readonly Mention[] {
  const quoted = new Set(
    [...text.matchAll(/[`"“']([^`"”'\s]{2,200})[`"”']/g)].map(([, inner = '']) => inner),
  );
  const tokens = text.split(/[\s`"“”‘’'<>,;]+/).map(trimToken);
  return [...new Set(tokens)].flatMap((token) => {
    const looksLikePath = /[/.]/.test(token) || /^_\w/.test(token) || quoted.has(token);
    const isPath = looksLikePath && /[\p{L}\p{N}]/u.test(token) && !/^v?\d+(?:\.\w+)*$|\(|:\/\//.test(token);
    return isPath ? [{ token: token.replace(/^\.\//, ''), isQuoted: quoted.has(token), context }] : [];
  });
}

function trimToken(token: string): string {
  return token
    .replace(/^[([{*]+/, '')
    .replace(/(?::\d+(?:-\d+)?)?[)\]}*?!:]*\.?[)\]}*?!:]*$/, '')
    .replace(/['’]s$/, '');
}

function resolveMention(
  { token, context }: Mention,
  files: readonly { readonly path: string; readonly role?: string }[],
  folders: readonly string[],
): readonly Candidate[] {
  const asFolder = token.replace(/\/+$/, '');
  const lower = asFolder.toLowerCase();
  const rate = (path: string): number => {
    const own = path.toLowerCase();
    if (path === asFolder) return 30;
    if (own === lower) return 28;
    if (path.endsWith(`/${asFolder}`)) return 20;
    if (own.endsWith(`/${lower}`)) return 18;
    return 0;
  };
  const bonus = Math.min(10, lower.length / 4) + (lower.includes('/') ? 6 : 0);
  const isFolderAlone = token.endsWith('/');
  const fileCandidates = isFolderAlone
    ? []
    : files.flatMap(({ path, role }): Candidate[] => {
        const rating = rate(path) || rateWithoutExtension(path, lower);
        const score = rating + bonus + rateContext(path, token, context) + (role === 'source' ? 0.4 : 0);
        return rating === 0 ? [] : [{ path, isFolder: false, isWritten: true, written: token, score }];
      });
  const folderCandidates = folders.flatMap((path): Candidate[] => {
    const rating = rate(path);
    const score = rating + bonus + rateContext(path, token, context);
    return rating === 0 ? [] : [{ path, isFolder: true, isWritten: true, written: token, score }];
  });
  return [...fileCandidates, ...folderCandidates];
}

/** "lib/route" and "_urlparse" name a file without its extension. A single plain word does not. */
function rateWithoutExtension(path: string, lower: string): number {
  if (!/[/_-]/.test(lower)) return 0;
  const own = path.toLowerCase().replace(/\.[^./]+$/, '');
  if (own === lower) return 16;
  return own.endsWith(`/${lower}`) ? 14 : 0;
}

/** Prefers the path whose other words the question mentions, and the less nested one. */
function rateContext(path: string, token: string, { words, denied, isAtRoot }: Context): number {
  const own = new Set(identifierWords(token));
  const segments = new Set(identifierWords(path).filter((word) => !own.has(word)));
  let score = 0;
  for (const word of segments) {
    if (words.has(word)) score += 1.5;
    if (denied.has(word)) score -= 4;
  }
  const depth = path.split('/').length;
  return score + (isAtRoot && depth === 1 ? 8 : 0) - depth / 5;
}

function identifierWords(text: string): readonly string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((part) => (/\p{N}/u.test(part) ? [part] : identifierParts(part)))
    .map((part) => toSingular(part.toLowerCase()));
}

function describedCandidates(
  text: string,
  files: readonly { readonly path: string; readonly role?: string }[],
  folders: readonly string[],
  context: Context,
): Candidate | undefined {
  const spoken = plainWords(text).filter((word) => !context.denied.has(word));
  const kinds = fileKinds.filter(([noun]) => spoken.some((word) => noun.test(word)));
  const rated = [
    ...files.map(({ path }) => ({ path, isFolder: false })),
    ...folders.map((path) => ({ path, isFolder: true })),
  ].flatMap(({ path, isFolder }): Candidate[] => {
    const score = rateDescription({ path, isFolder }, spoken, kinds, context);
    return score < minDescribedScore ? [] : [{ path, isFolder, isWritten: false, written: '', score }];
  });
  const [best, second] = rated.toSorted((a, b) => b.score - a.score || a.path.length - b.path.length);
  // Two equally good descriptions describe neither.
  return best !== undefined && (second === undefined || best.score > second.score) ? best : undefined;
}

/** Adds up the words of the name, which must all be in the question, those of its folders, and the kind of file. */
function rateDescription(
  { path, isFolder }: { readonly path: string; readonly isFolder: boolean },
  spoken: readonly string[],
  kinds: typeof fileKinds,
  { denied, isAtRoot }: Context,
): number {
  const segments = path.split('/');
  const name = (segments.at(-1) ?? '').replace(/^[._]+/, '');
  const stem = identifierWords(isFolder ? name : name.replace(/\.[\w.]+$/, '')).filter(
    (word, at) => at > 0 || !/^\d+$/.test(word),
  );
  const run = rateRun(spoken, stem);
  if (stem.length === 0 || stem.some((word) => emptyWords.has(word)) || run === 0) return 0;
  const parents = new Set(
    segments
      .slice(0, -1)
      .flatMap(identifierWords)
      .filter((word) => !stem.includes(word)),
  );
  let support = 0;
  for (const word of parents) {
    if (spoken.includes(word)) support += 0.7;
    if (denied.has(word)) support -= 2;
  }
  for (const [noun, fits] of kinds) {
    const isOwnWord = stem.some((word) => noun.test(word));
    if (!isOwnWord || stem.length > 1) support += fits(path, isFolder) ? 0.8 : -0.3;
  }
  // "The examples directory": the noun beside the name says what it is.
  const nounAfter =
    spoken[
      spoken.findIndex((_, at) => stem.every((part, index) => spoken[at + index] === part)) + stem.length
    ];
  if (run === 1 && (isFolder ? folderNoun : fileNoun).test(nounAfter ?? '')) support += nounBonus;
  if (support <= 0) return 0;
  const generic = stem.every((word) => fileKinds.some(([noun]) => noun.test(word)));
  const base = generic ? 0.3 : Math.min(3, stem.join('').length / 5);
  return base * run + support + (isAtRoot && segments.length === 1 ? 2 : 0) - segments.length / 20;
}

/** Rates whether the words occur in this order without others between them: 1, a little less if written as one word, 0 if not. */
function rateRun(spoken: readonly string[], run: readonly string[]): number {
  if (run.length === 0) return 0;
  if (spoken.some((_, at) => run.every((part, index) => spoken[at + index] === part))) return 1;
  return spoken.includes(run.join('')) ? joinedShare : 0;
}

function isSourcePath(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|cc?|cpp|h|hpp|swift|scala|vue|svelte|ex|exs)$/.test(
    path,
  );
}
