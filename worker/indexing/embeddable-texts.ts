/**
 * Extracts the texts of a chunk that are embedded. Code and its documentation are separate texts, and so are the prose and the code
 * samples of a document's section. Secrets are masked. Front matter is only in the keyword index.
 */

import { documentationAndComments, type CodeSample } from '../core/code/chunk.ts';
import {
  modalities,
  type EmbeddableText,
  type EmbeddingSpace,
  type Modality,
} from '../core/code/embedding.ts';
import { sha256 } from '../core/text/hash.ts';
import { maskText } from '../core/text/mask-text.ts';
import type { ChunkRow } from '../ports/chunk-store.ts';
import { documentLanguages } from './document-languages.ts';

/** The input of one vector: one text, or several whose vectors are averaged. */
export interface Embeddable {
  readonly modality: Modality;
  readonly texts: readonly EmbeddableText[];
}

/** Maximum number of code samples that are averaged. The first samples of a section represent the rest. */
const maxSamples = 16;

/**
 * Returns at most one embeddable per modality, and none for texts without a letter or digit.
 * @param openSamples samples that begin in earlier chunks of the file and may continue in this one
 */
export function embeddableTexts(
  chunk: ChunkRow,
  openSamples: readonly CodeSample[] = [],
): readonly Embeddable[] {
  const raw = maskText(chunk.raw, chunk.masks, chunk.startOffset);
  const bodies = documentLanguages.has(chunk.language)
    ? sectionTexts(chunk, raw, openSamples)
    : codeTexts(chunk, raw);
  const name = textName(chunk);
  return modalities.flatMap((modality) => {
    const texts = bodies[modality]
      .filter((body) => /[\p{L}\p{N}]/u.test(body))
      .map((body) => ({ name, path: chunk.path, body }));
    return texts.length === 0 ? [] : [{ modality, texts }];
  });
}

/** Hashes the embedded texts and the name of the embedding space with SHA-256. The modality and the chunk's position do not affect the id. */
export function embeddableId(space: EmbeddingSpace, { texts }: Pick<Embeddable, 'texts'>): Promise<string> {
  return sha256(JSON.stringify([space.name, texts.map(({ name, path, body }) => [name, path, body])]));
}

type Bodies = Readonly<Record<Modality, readonly string[]>>;

function textName({ metadata, symbol }: ChunkRow): string {
  if (metadata.headings !== undefined) return metadata.headings.join(' ');
  return metadata.defines.length > 0 ? metadata.defines.join(' ') : (symbol ?? '');
}

function codeTexts({ metadata }: ChunkRow, raw: string): Bodies {
  const prose = documentationAndComments(metadata);
  return { text: prose === '' ? [] : [prose], code: [raw] };
}

function sectionTexts(chunk: ChunkRow, raw: string, openSamples: readonly CodeSample[]): Bodies {
  if (chunk.kind === 'front_matter') return { text: [], code: [] };
  const samples = [
    ...openSamples.filter(({ endLine }) => endLine >= chunk.startLine),
    ...(chunk.metadata.samples ?? []),
  ];
  const lines = raw.split('\n');
  const sampleLines = new Set<number>();
  const code = samples.slice(0, maxSamples).map(({ startLine, endLine }) => {
    const [first, last] = [
      Math.max(0, startLine - chunk.startLine),
      Math.min(endLine - chunk.startLine, lines.length - 1),
    ];
    for (let line = first; line <= last; line += 1) sampleLines.add(line);
    return stripFence(lines.slice(first, last + 1).join('\n'));
  });
  const proseStart = chunk.metadata.frontMatter === undefined ? 0 : frontMatterLines(lines);
  const prose = lines.filter((_, line) => line >= proseStart && !sampleLines.has(line));
  return { text: [prose.join('\n')], code };
}

const fenceOrDirective = /^[\s>]*(?:`{3,}|~{3,}|\.\. )/;

/** Drops the lines that fence or introduce a sample. */
function stripFence(sample: string): string {
  const lines = sample.split('\n');
  const [first = '', last = ''] = [lines[0], lines.at(-1)];
  return lines
    .slice(fenceOrDirective.test(first) ? 1 : 0, fenceOrDirective.test(last) ? -1 : undefined)
    .join('\n');
}

/** The number of front-matter lines at the start of a document; 0 when the block is never closed. */
function frontMatterLines(lines: readonly string[]): number {
  const mark = lines[0]?.trimEnd();
  if (mark !== '---' && mark !== '+++') return 0;
  return lines.findIndex((line, index) => index > 0 && line.trimEnd() === mark) + 1;
}
