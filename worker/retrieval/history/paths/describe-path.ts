/** Finds the file or folder that a question describes in words: "the publish script", "the serverless guide". */

import { findUsualNames, rateUsualName } from './usual-file-names.ts';
import { identifierWords, plainWords, type PathContext } from './path-words.ts';

export interface Place {
  readonly path: string;
  readonly isFolder: boolean;
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

/** @returns the one place that the words describe best; undefined if none is described, or two are equally well */
export function describePath(
  text: string,
  places: readonly Place[],
  context: PathContext,
): Place | undefined {
  const spoken = plainWords(text).filter((word) => !context.denied.has(word));
  const kinds = fileKinds.filter(([noun]) => spoken.some((word) => noun.test(word)));
  const usual = findUsualNames(text);
  const rated = places.flatMap((place) => {
    const score = Math.max(
      rateDescription(place, spoken, kinds, context),
      rateUsualName(place, spoken, usual, context),
    );
    return score < minDescribedScore ? [] : [{ ...place, score }];
  });
  const [best, second] = rated.toSorted((a, b) => b.score - a.score || a.path.length - b.path.length);
  // Two equally good descriptions describe neither.
  const isClear = best !== undefined && (second === undefined || best.score > second.score);
  return isClear ? { path: best.path, isFolder: best.isFolder } : undefined;
}

/** Adds up the words of the name, which must all be in the question, those of its folders, and the kind of file. */
function rateDescription(
  { path, isFolder }: Place,
  spoken: readonly string[],
  kinds: typeof fileKinds,
  { denied, isAtRoot }: PathContext,
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
