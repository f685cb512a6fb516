/** Formats an overview as Markdown. Text of the repository is escaped, so that it cannot add links, images or elements. */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import type {
  EntryPoint,
  OverviewFolder,
  OverviewLayout,
  OverviewParts,
  PartLink,
  RecentChanges,
  RepositoryOverview,
} from '../../core/repositories/overview.ts';
import { describeFiles, describeLanguages, describePart } from '../../answering/compose/overview-wording.ts';
import { formatDay } from '../../core/time.ts';
import { formatVersionName } from '../versions/compare-versions.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { countOf } from '../../core/text/count-of.ts';

export function formatOverview(
  { repository, snapshot }: Pick<ResolvedSnapshot, 'repository' | 'snapshot'>,
  overview: RepositoryOverview,
): string {
  const { purpose, layout, entryPoints, moreEntryPoints, central, parts, changes, questions } = overview;
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['What it is', formatPurpose(purpose)],
    ['Layout', formatLayout(layout)],
    [
      'Entry points',
      [
        ...entryPoints.map(formatEntryPoint),
        ...(moreEntryPoints > 0 ? [`- at least ${moreEntryPoints} more`] : []),
      ],
    ],
    [
      'Most-referenced code',
      central.map((one) => {
        const documentation = one.documentation === '' ? '' : `: ${escapeText(one.documentation)}`;
        const references = `${countOf(one.references, 'reference')} from ${countOf(one.files, 'other source file')}`;
        return `- ${code(one.name)}, ${one.kind}, ${references}${documentation} ${cite(one)}`;
      }),
    ],
    ['Dependencies between the parts', formatParts(parts)],
    ['Recent changes', formatChanges(changes)],
    ['Questions to start with', questions.map(({ question }) => `- ${question}`)],
  ];
  return [
    `# ${escapeText(repository.name)}`,
    '',
    `Overview of ${escapeText(formatVersionName(snapshot))}, made from the index: ${countOf(layout.files, 'indexed file')}.`,
    ...sections.flatMap(([title, lines]) => (lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines])),
    '',
  ]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}

/** An empty line separates paragraphs, and a list from what follows it. */
function formatPurpose(purpose: RepositoryOverview['purpose']): readonly string[] {
  return purpose.flatMap((one, index) => {
    const line = `${one.isListItem ? '- ' : ''}${escapeText(one.text)} ${cite(one)}`;
    return one.isListItem && purpose[index + 1]?.isListItem === true ? [line] : [line, ''];
  });
}

function formatMore(hidden: number): readonly string[] {
  return hidden > 0 ? [`- ${countOf(hidden, 'more folder')}`] : [];
}

function formatLayout(layout: OverviewLayout): readonly string[] {
  const { folders, mainFolder, mainFolders, rootFiles, moreFolders, moreMainFolders, mainFiles } = layout;
  const below =
    mainFolder === ''
      ? []
      : [
          '',
          `The main folder is ${code(`${mainFolder}/`)}${mainFiles === 0 ? '' : `, with ${countOf(mainFiles, 'file')} directly in it`}${mainFolders.length === 0 ? '' : ' and these folders'}.`,
          '',
          ...mainFolders.map(formatFolder),
          ...formatMore(moreMainFolders),
        ];
  return [
    ...folders.map(formatFolder),
    ...formatMore(moreFolders),
    ...(rootFiles > 0 ? [`- ${countOf(rootFiles, 'file')} at the root`] : []),
    ...below,
  ];
}

function formatFolder(folder: OverviewFolder): string {
  const { path, definitions, description } = folder;
  const quoted = description === undefined ? '' : `: ${escapeText(description.text)} ${cite(description)}`;
  const names = definitions.map((one) => `${code(one.name)} (${code(formatPlace(one.path, one.nameLine))})`);
  const defines = names.length === 0 ? '' : `. Defines ${names.join(', ')}`;
  return `- ${code(`${path}/`)}, ${describeFiles(folder)} (${describeLanguages(folder)})${quoted}${defines}`;
}

function formatEntryPoint(entry: EntryPoint): string {
  const target = entry.kind === 'main' || entry.target === entry.path ? '' : ` → ${code(entry.target)}`;
  return `- ${entry.kind}: ${code(entry.name)}${target} ${cite(entry)}`;
}

function formatParts({ parts, links, moreParts }: OverviewParts): readonly string[] {
  if (links.length === 0) return [];
  const directPaths = new Set(parts.filter(({ isDirect }) => isDirect).map(({ path }) => path));
  const name = (path: string): string => code(describePart(path, directPaths.has(path)));
  const row = ({ from, to, imports, calls, uses, example }: PartLink): string =>
    `| ${name(from)} | ${name(to)} | ${imports} | ${calls} | ${uses} | ${code(formatPlace(example.path, example.line))} |`;
  return [
    '| From | To | Imports | Calls | Other uses | For example |',
    '|---|---|--:|--:|--:|---|',
    ...links.map(row),
    ...(moreParts > 0 ? ['', `${countOf(moreParts, 'smaller part')} not listed.`] : []),
  ];
}

function formatChanges({ commits, notes }: RecentChanges): readonly string[] {
  return [
    ...commits.map(
      ({ commit, subject, author, authoredAt }) =>
        `- ${escapeText(subject)} (${code(commit.slice(0, 7))}, ${escapeText(author)}, ${formatDay(authoredAt)})`,
    ),
    ...(commits.length === 0 ? notes : []),
  ];
}

function cite({ path, startLine, endLine }: SpanPosition): string {
  return `(${code(formatPlace(path, startLine, endLine))})`;
}

function formatPlace(path: string, startLine: number, endLine = startLine): string {
  return endLine === startLine ? `${path}:${startLine}` : `${path}:${startLine}-${endLine}`;
}

function code(text: string): string {
  return `\`${text.replaceAll(/[`\n|]/g, ' ')}\``;
}

/** Inline code stays as it is. */
function escapeText(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replaceAll(/[\\`*_[\]<>|]|^#/g, String.raw`\$&`)))
    .join('');
}
