/** Composes the answer to a question about the whole repository from its overview, one sentence with its places at a time. */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import type {
  CentralDefinition,
  EntryPoint,
  OverviewDefinition,
  OverviewFolder,
  PartLink,
  RepositoryOverview,
} from '../../core/repositories/overview.ts';
import { fitsInlineCode } from '../evidence-text/evidence-names.ts';
import { splitSentences } from './choose-quote.ts';
import { describeFiles, describeLanguages, describePart } from './overview-wording.ts';

export interface OverviewSentence {
  /** Without citations and full stop. */
  readonly text: string;
  readonly cites: readonly SpanPosition[];
  readonly isListItem: boolean;
  /** The first sentence after it begins a list, or it ends one. */
  readonly heading?: string;
}

type Topic = 'summary' | 'layout' | 'entry-points' | 'parts' | 'central';

const maxFolders = 10;
const maxTopFolders = 8;
const maxNames = 3;
const maxItems = 12;
const maxQuoted = 3;
const maxSummaryItems = 4;

/** @returns nothing if the overview contains nothing about the topic */
export function composeOverviewAnswer(
  topic: Topic,
  overview: RepositoryOverview,
): readonly OverviewSentence[] {
  switch (topic) {
    case 'layout':
      return layoutSentences(overview);
    case 'entry-points':
      return entrySentences(overview, maxItems);
    case 'parts':
      return linkSentences(overview, maxItems);
    case 'central':
      return centralSentences(overview, maxItems);
    case 'summary':
      return summarySentences(overview);
  }
}

function summarySentences(overview: RepositoryOverview): readonly OverviewSentence[] {
  const { layout } = overview;
  const main = mainSentence(overview);
  const folders = layout.mainFolder === '' ? layout.folders : layout.mainFolders;
  return [
    ...purposeSentences(overview),
    ...main,
    ...folders.slice(0, maxSummaryItems).map(folderSentence),
    ...withHeading('Entry points', entrySentences(overview, maxSummaryItems).slice(1)),
    ...withHeading('Most-referenced code', centralSentences(overview, maxSummaryItems)),
  ].filter(isWritable);
}

function withHeading(heading: string, sentences: readonly OverviewSentence[]): readonly OverviewSentence[] {
  return sentences.map((sentence, index) => (index === 0 ? { ...sentence, heading } : sentence));
}

/** Quotes the first sentences of the README. */
function purposeSentences({ purpose }: RepositoryOverview): readonly OverviewSentence[] {
  return purpose
    .filter(({ isListItem }) => !isListItem)
    .flatMap(({ text, ...place }) => splitSentences(text).map((sentence) => ({ sentence, place })))
    .filter(({ sentence }) => !/[“”]/.test(sentence))
    .slice(0, maxQuoted)
    .map(({ sentence, place }) => ({
      text: `\`${place.path}\` says: “${sentence}”`,
      cites: [toPlace(place)],
      isListItem: false,
    }));
}

function mainSentence({ layout, central }: RepositoryOverview): readonly OverviewSentence[] {
  const { files, mainFolder, folders } = layout;
  const where = mainFolder === '' ? '' : `, and the main folder is \`${mainFolder}/\``;
  const inMain = central.find(({ path }) => path.startsWith(`${mainFolder}/`));
  const place = inMain ?? folders[0]?.largestFile;
  if (place === undefined) return [];
  const text = `The index contains ${files.toLocaleString('en-US')} files of this repository${where}`;
  return [{ text, cites: [nameOrPlace(place)], isListItem: false }];
}

function layoutSentences(overview: RepositoryOverview): readonly OverviewSentence[] {
  const { folders, mainFolder, mainFolders, mainFiles } = overview.layout;
  const [mainPlace] = mainFolders;
  const files = mainFiles === 0 ? '' : `${describeFiles({ files: mainFiles })} and `;
  const direct = `\`${mainFolder}/\` directly contains ${files}these folders`;
  const below: readonly OverviewSentence[] =
    mainFolder === '' || mainPlace === undefined
      ? []
      : [
          { text: direct, cites: [mainPlace.largestFile], isListItem: false },
          ...mainFolders.slice(0, maxFolders).map(folderSentence),
        ];
  return [...mainSentence(overview), ...folders.slice(0, maxTopFolders).map(folderSentence), ...below].filter(
    isWritable,
  );
}

function folderSentence(folder: OverviewFolder): OverviewSentence {
  const { path, definitions, description, largestFile } = folder;
  const named = definitions.filter(({ name }) => fitsInlineCode(name)).slice(0, maxNames);
  const names = named.map(({ name }) => `\`${name}\``).join(', ');
  const quoted = description === undefined ? '' : `: “${description.text}”`;
  const defines = names === '' ? '' : `${description === undefined ? '' : ','} with ${names}`;
  const places = [...(description === undefined ? [] : [toPlace(description)]), ...named.map(nameOrPlace)];
  return {
    text: `\`${path}/\` contains ${describeFiles(folder)} (${describeLanguages(folder)})${quoted}${defines}`,
    cites: places.length === 0 ? [largestFile] : places,
    isListItem: true,
  };
}

function entrySentences(
  { entryPoints, moreEntryPoints }: RepositoryOverview,
  limit: number,
): readonly OverviewSentence[] {
  const [first] = entryPoints;
  if (first === undefined) return [];
  const total = entryPoints.length + moreEntryPoints;
  const text = `The index finds ${total === 1 ? 'one entry point' : `${total} entry points`} in manifests and code`;
  return [
    { text, cites: [toPlace(first)], isListItem: false },
    ...entryPoints.slice(0, limit).map((entry) => ({
      text: describeEntry(entry),
      cites: [toPlace(entry)],
      isListItem: true,
    })),
  ].filter(isWritable);
}

function describeEntry({ kind, name, target, path }: EntryPoint): string {
  const isFile = target === path;
  switch (kind) {
    case 'command':
      return `The command \`${name}\` runs \`${target}\`, as \`${path}\` states`;
    case 'script':
      return `The script \`${name}\` runs \`${target}\`, as \`${path}\` states`;
    case 'export':
      return isFile
        ? `\`${name}\` begins in \`${path}\``
        : `\`${name}\` is exported from \`${target}\`, as \`${path}\` states`;
    case 'main':
      return `\`${name}\` in \`${path}\` starts a program`;
  }
}

function linkSentences(
  { parts: { parts, links } }: RepositoryOverview,
  limit: number,
): readonly OverviewSentence[] {
  const directPaths = new Set(parts.filter(({ isDirect }) => isDirect).map(({ path }) => path));
  const name = (path: string): string => `\`${describePart(path, directPaths.has(path))}\``;
  return links
    .slice(0, limit)
    .map((link) => ({
      text: `${name(link.from)} refers to ${name(link.to)}: ${describeCounts(link)}`,
      cites: [{ path: link.example.path, startLine: link.example.line, endLine: link.example.line }],
      isListItem: true,
    }))
    .filter(isWritable);
}

function describeCounts({ imports, calls, uses }: PartLink): string {
  const counts: readonly (readonly [number, string])[] = [
    [imports, 'import'],
    [calls, 'call'],
    [uses, 'other use'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`)
    .join(', ');
}

function centralSentences({ central }: RepositoryOverview, limit: number): readonly OverviewSentence[] {
  return central
    .slice(0, limit)
    .map((definition) => ({
      text: describeCentral(definition),
      cites: [nameOrPlace(definition)],
      isListItem: true,
    }))
    .filter(isWritable);
}

function describeCentral({ name, kind, path, references, files }: CentralDefinition): string {
  const times = references === 1 ? 'once' : `${references.toLocaleString('en-US')} times`;
  const from = files === 1 ? 'one other source file' : `${files.toLocaleString('en-US')} other source files`;
  return `\`${name}\`, ${kind} in \`${path}\`, is referenced ${times} from ${from}`;
}

/** The line with the name of a definition, or the lines themselves. */
function nameOrPlace(place: SpanPosition | OverviewDefinition): SpanPosition {
  return 'nameLine' in place
    ? { path: place.path, startLine: place.nameLine, endLine: place.nameLine }
    : toPlace(place);
}

function toPlace({ path, startLine, endLine }: SpanPosition): SpanPosition {
  return { path, startLine, endLine };
}

/** A name or path with a backtick or a citation would be misread. */
function isWritable({ text }: OverviewSentence): boolean {
  return text.split('`').length % 2 === 1 && !/\n|\[chunk:/.test(text);
}
