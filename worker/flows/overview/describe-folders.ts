/** Finds what folders are for: the first sentence of their README, manifest or module documentation, with its lines. */

import { folderPath } from '../../retrieval/overview/choose-main-folder.ts';
import { maskText } from '../../core/text/mask-text.ts';
import type { QuotedText } from '../../core/repositories/overview.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { FileRow, StoredFile } from '../../ports/chunk-store.ts';
import { firstSentence } from '../../retrieval/overview/first-sentence.ts';
import { findManifestLine } from '../../retrieval/overview/find-manifest-line.ts';
import { readModuleComment } from '../../retrieval/overview/read-module-comment.ts';
import { readOpeningParagraphs } from '../../retrieval/overview/read-paragraphs.ts';
import type { Services } from '../services.ts';

/** Longer files are not read, because a description is in the first lines of a short file. */
const maxFileLines = 3_000;
const readme = /^readme(?:\.(?:md|mdx|markdown|rst|txt))?$/i;
const manifest = /^(?:package\.json|Cargo\.toml|pyproject\.toml)$/;
const moduleFile = /^(?:__init__\.py|mod\.rs|lib\.rs|doc\.go|index\.[cm]?[jt]sx?|package-info\.java)$/;

/** @returns the descriptions by folder; folders without one are missing */
export async function describeFolders(
  { chunkStore, manifestReader }: Pick<Services, 'chunkStore' | 'manifestReader'>,
  key: SnapshotKey,
  { files, folders }: { readonly files: readonly FileRow[]; readonly folders: readonly string[] },
): Promise<ReadonlyMap<string, QuotedText>> {
  const folderSet = new Set(folders);
  const candidates = new Map<string, string[]>();
  for (const { path, lines } of files) {
    const folder = folderPath(path);
    if (lines > 0 && lines <= maxFileLines && folderSet.has(folder) && rankDocument(path) !== undefined)
      candidates.set(folder, [...(candidates.get(folder) ?? []), path]);
  }
  const stored = await chunkStore.readFiles(key, [...candidates.values()].flat());
  const texts = new Map(stored.map((file) => [file.path, maskedText(file)]));
  const describe = (path: string): QuotedText | undefined =>
    describeFile(path, texts.get(path) ?? '', manifestReader);
  const described = [...candidates].map(([folder, paths]) => {
    const ordered = paths.toSorted((a, b) => (rankDocument(a) ?? 0) - (rankDocument(b) ?? 0));
    return { folder, descriptions: ordered.flatMap((path) => describe(path) ?? []) };
  });
  // A slogan that several folders share says nothing about one of them.
  const slogans = repeatedTexts(described.flatMap(({ descriptions }) => descriptions.slice(0, 1)));
  return new Map(
    described.flatMap(({ folder, descriptions }) => {
      const description = descriptions.find(({ text }) => !slogans.has(text)) ?? descriptions[0];
      return description === undefined ? [] : [[folder, description] as const];
    }),
  );
}

function repeatedTexts(descriptions: readonly QuotedText[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(
    descriptions.flatMap(({ text }) => {
      if (seen.has(text)) return [text];
      seen.add(text);
      return [];
    }),
  );
}

function maskedText({ text, masks }: StoredFile): string {
  return maskText(text, masks);
}

/** README first, then manifest, then module. A Go package may be documented in the file of its name. */
function rankDocument(path: string): number | undefined {
  const [folder = '', name = ''] = path.split('/').slice(-2);
  if (readme.test(name)) return 0;
  if (manifest.test(name)) return 1;
  if (moduleFile.test(name)) return 2;
  return name === `${folder}.go` ? 3 : undefined;
}

function describeFile(
  path: string,
  text: string,
  manifestReader: Pick<Services['manifestReader'], 'read'>,
): QuotedText | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (readme.test(name)) {
    const [paragraph] = readOpeningParagraphs({ path, text });
    const sentence = paragraph && firstSentence(paragraph.text);
    return sentence === undefined ? undefined : { ...toPosition(path, paragraph), text: sentence };
  }
  if (manifest.test(name)) {
    const description = readDescription(manifestReader.read(path, text));
    const line = description === undefined ? undefined : findManifestLine(text, ['description'], description);
    const sentence = description === undefined ? undefined : firstSentence(description);
    return sentence === undefined || line === undefined
      ? undefined
      : { path, startLine: line, endLine: line, text: sentence };
  }
  const comment = readModuleComment(path, text);
  const sentence = comment && firstSentence(comment.text);
  return sentence === undefined ? undefined : { ...toPosition(path, comment), text: sentence };
}

function toPosition(
  path: string,
  lines: { readonly startLine: number; readonly endLine: number } | undefined,
): { readonly path: string; readonly startLine: number; readonly endLine: number } {
  return { path, startLine: lines?.startLine ?? 1, endLine: lines?.endLine ?? 1 };
}

/** The description of a package.json, `[package]` or `[project]`. */
function readDescription(content: unknown): string | undefined {
  for (const table of [content, property(content, 'package'), property(content, 'project')]) {
    const description = property(table, 'description');
    if (typeof description === 'string') return description;
  }
  return undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
