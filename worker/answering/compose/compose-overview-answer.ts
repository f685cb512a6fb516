/** Composes the answer to a question about the whole repository from its overview, one sentence with its places at a time. */

import type {
  CentralDefinition,
  EntryPoint,
  OverviewFolder,
  PartLink,
  RepositoryOverview,
} from '../../core/repositories/overview.ts';
import { fitsInlineCode } from '../evidence-text/evidence-names.ts';
import { splitSentences } from './choose-quote.ts';
import {
  findNamePosition,
  quotePlace,
  toOverviewItems,
  toSpanPosition,
  type OverviewItem,
  type OverviewSentence,
} from './overview-item.ts';
import { describeFiles, describeLanguages, describePart } from './overview-wording.ts';

type Topic = 'summary' | 'layout' | 'entry-points' | 'parts' | 'central';

const maxFolders = 10;
const maxTopFolders = 8;
const maxNames = 3;
const maxItems = 12;
const maxQuoted = 3;
const maxSummaryItems = 4;

/** @returns nothing if the overview contains nothing about the topic */
export function composeOverviewAnswer(topic: Topic, overview: RepositoryOverview): readonly OverviewItem[] {
  switch (topic) {
    case 'layout':
      return layoutItems(overview);
    case 'entry-points':
      return entryItems(overview);
    case 'parts':
      return linkItems(overview);
    case 'central':
      return centralItems(overview, maxItems);
    case 'summary':
      return summaryItems(overview);
  }
}

function summaryItems(overview: RepositoryOverview): readonly OverviewItem[] {
  const { layout, entryPoints } = overview;
  const folders = layout.mainFolder === '' ? layout.folders : layout.mainFolders;
  return [
    ...purposeItems(overview),
    ...mainItems(overview),
    ...folders.slice(0, maxSummaryItems).flatMap(folderItems),
    ...withHeading('Entry points', entryPoints.slice(0, maxSummaryItems).flatMap(entryItem)),
    ...withHeading('Most-referenced code', centralItems(overview, maxSummaryItems)),
  ];
}

function withHeading(heading: string, items: readonly OverviewItem[]): readonly OverviewItem[] {
  return items.map((item, index) => (index === 0 ? { ...item, heading } : item));
}

/** Quotes the first sentences of the README. */
function purposeItems({ purpose }: RepositoryOverview): readonly OverviewItem[] {
  return purpose
    .filter(({ isListItem }) => !isListItem)
    .flatMap(({ text, ...place }) => splitSentences(text).map((sentence) => ({ ...place, text: sentence })))
    .filter(({ text }) => !/[“”]/.test(text))
    .slice(0, maxQuoted)
    .flatMap((quoted) => toOverviewItems([quotePlace(quoted)], { isListItem: false }));
}

function mainItems({ layout, central }: RepositoryOverview): readonly OverviewItem[] {
  const { files, mainFolder, mainFolders, folders } = layout;
  const inMain = central.find(({ path }) => mainFolder === '' || path.startsWith(`${mainFolder}/`));
  const place = inMain ?? mainFolders[0]?.largestFile ?? folders[0]?.largestFile;
  if (place === undefined) return [];
  const where = mainFolder === '' ? '' : `, and the main folder is \`${mainFolder}/\``;
  const text = `The index contains ${files.toLocaleString('en-US')} files of this repository, such as \`${place.path}\`${where}`;
  return toOverviewItems([{ text, cites: [findNamePosition(place)], isFact: true }], { isListItem: false });
}

function layoutItems(overview: RepositoryOverview): readonly OverviewItem[] {
  const { folders, moreFolders, rootFiles, mainFolder, mainFolders, moreMainFolders, mainFiles } =
    overview.layout;
  const root = { name: 'The root', files: rootFiles, folders, moreFolders, limit: maxTopFolders };
  const main = { name: `\`${mainFolder}/\``, files: mainFiles, moreFolders: moreMainFolders };
  return [
    ...mainItems(overview),
    ...childItems(root),
    ...(mainFolder === '' ? [] : childItems({ ...main, folders: mainFolders, limit: maxFolders })),
  ];
}

/** Counts what is directly in a folder, and lists its subfolders. */
function childItems(parent: {
  readonly name: string;
  readonly files: number;
  readonly folders: readonly OverviewFolder[];
  readonly moreFolders: number;
  readonly limit: number;
}): readonly OverviewItem[] {
  const { name, files, folders, moreFolders, limit } = parent;
  const [first] = folders;
  if (first === undefined) return [];
  const total = folders.length + moreFolders;
  const direct = files === 0 ? '' : `${describeFiles({ files })} and `;
  const counted = total === 1 ? 'one folder' : `${total.toLocaleString('en-US')} folders`;
  const selected = total > limit ? `, of which ${limit} with the most source code are listed` : '';
  const text = `${name} directly contains ${direct}${counted}${selected}`;
  return [
    ...toOverviewItems([{ text, cites: [first.largestFile], isFact: true }], { isListItem: false }),
    ...folders.slice(0, limit).flatMap(folderItems),
  ];
}

function folderItems(folder: OverviewFolder): readonly OverviewItem[] {
  const { path, definitions, description, largestFile } = folder;
  const named = definitions.filter(({ name }) => fitsInlineCode(name)).slice(0, maxNames);
  const places = named.map(findNamePosition);
  const [place = largestFile] = [
    ...(description === undefined ? [] : [toSpanPosition(description)]),
    ...places,
  ];
  const text = `\`${path}/\` contains ${describeFiles(folder)} (${describeLanguages(folder)})`;
  const names = named.map(({ name }) => `\`${name}\``).join(', ');
  return toOverviewItems(
    [
      { text, cites: [place], isFact: true },
      ...(description === undefined ? [] : [quotePlace(description)]),
      ...(named.length === 0 ? [] : [{ text: `It defines ${names}`, cites: places }]),
    ],
    { isListItem: true },
  );
}

function entryItems({ entryPoints }: RepositoryOverview): readonly OverviewItem[] {
  const items = entryPoints.slice(0, maxItems).flatMap(entryItem);
  const [first] = items;
  if (first === undefined) return [];
  // Without a number: others may exist, and those that are not proven are omitted.
  const text = 'Manifests and code state these entry points';
  const { cites } = first.sentences[0];
  return [...toOverviewItems([{ text, cites, isFact: true }], { isListItem: false }), ...items];
}

function entryItem(entry: EntryPoint): readonly OverviewItem[] {
  return toOverviewItems([{ ...describeEntry(entry), cites: [toSpanPosition(entry)] }], { isListItem: true });
}

function describeEntry({ kind, name, target, path }: EntryPoint): Pick<OverviewSentence, 'text' | 'shorter'> {
  const isFile = target === path;
  const module = /^python -m (.+)$/.exec(name)?.[1];
  switch (kind) {
    case 'command':
    case 'script': {
      const text = `The ${kind} \`${name}\` runs \`${target}\`, as \`${path}\` states`;
      return { text, shorter: `\`${path}\` states the ${kind} \`${name}\`` };
    }
    case 'export':
      return isFile
        ? { text: `\`${name}\` begins in \`${path}\``, shorter: `Importers get \`${path}\`` }
        : {
            text: `\`${name}\` is exported from \`${target}\`, as \`${path}\` states`,
            shorter: `\`${path}\` exports \`${target}\`${describeSubpath(name)}`,
          };
    case 'main':
      return module === undefined
        ? { text: `\`${name}\` in \`${path}\` starts a program` }
        : { text: `\`${module}\` is a program that python -m starts in \`${path}\`` };
  }
}

/** The lines of an export may state its name without that of the package. */
function describeSubpath(name: string): string {
  const subpath = name.replace(/^(?:@[^/]*\/)?[^/]*\/?/, '');
  return subpath === '' ? '' : ` as \`./${subpath}\``;
}

function linkItems({ parts: { parts, links } }: RepositoryOverview): readonly OverviewItem[] {
  const directPaths = new Set(parts.filter(({ isDirect }) => isDirect).map(({ path }) => path));
  const name = (path: string): string => `\`${describePart(path, directPaths.has(path))}\``;
  return links.slice(0, maxItems).flatMap((link) => {
    const { path, line } = link.example;
    const text = `${name(link.from)} refers to ${name(link.to)}: ${describeCounts(link)}`;
    const cites = [{ path, startLine: line, endLine: line }];
    return toOverviewItems([{ text, cites, isFact: true }], { isListItem: true });
  });
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

function centralItems({ central }: RepositoryOverview, limit: number): readonly OverviewItem[] {
  return central.slice(0, limit).flatMap((definition) => {
    const { name, kind, path } = definition;
    const cites = [findNamePosition(definition)];
    const article = /^[aeiou]/.test(kind) ? 'an' : 'a';
    return toOverviewItems(
      [
        { text: `\`${name}\` is ${article} ${kind} in \`${path}\``, cites },
        { text: describeReferences(definition), cites, isFact: true },
      ],
      { isListItem: true },
    );
  });
}

function describeReferences({ references, files }: CentralDefinition): string {
  const times = references === 1 ? 'once' : `${references.toLocaleString('en-US')} times`;
  const from = files === 1 ? 'one other source file' : `${files.toLocaleString('en-US')} other source files`;
  return `It is referenced ${times} from ${from}`;
}
