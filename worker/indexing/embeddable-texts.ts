/**
 * What is embedded of a chunk: of code the code itself and, apart from it, its documentation; of a document's section its prose
 * and, apart from it, its code samples. Secrets are masked in all of it. Front matter is left to the keyword index.
 */

import { saidInCode, type CodeSample } from '../core/chunk.ts';
import { modalities, type EmbeddableText, type EmbeddingSpace, type Modality } from '../core/embedding.ts';
import { sha256 } from '../core/hash.ts';
import { maskText } from '../core/mask-text.ts';
import type { ChunkRow } from '../ports/chunk-store.ts';
import { documentLanguages } from './document-languages.ts';

/** What one vector stands for: one text, or several whose vectors are pooled by their mean. */
export interface Embeddable {
  readonly modality: Modality;
  readonly texts: readonly EmbeddableText[];
}

/** Most samples pooled; the first of a section say what the rest do. */
const maxSamples = 16;

/**
 * One of each modality at most; none of a chunk without a letter or digit.
 * @param begun samples that begin in earlier chunks of the file, of which the chunk may hold the rest.
 */
export function embeddableTexts(chunk: ChunkRow, begun: readonly CodeSample[] = []): readonly Embeddable[] {
  const raw = maskText(chunk.raw, chunk.masks, chunk.startOffset);
  const bodies = documentLanguages.has(chunk.language) ? ofSection(chunk, raw, begun) : ofCode(chunk, raw);
  const name = nameOf(chunk);
  return modalities.flatMap((modality) => {
    const texts = bodies[modality]
      .filter((body) => /[\p{L}\p{N}]/u.test(body))
      .map((body) => ({ name, path: chunk.path, body }));
    return texts.length === 0 ? [] : [{ modality, texts }];
  });
}

/** Says what was embedded, in which space: SHA-256, whatever the modality and wherever it stands. */
export function embeddableId(space: EmbeddingSpace, { texts }: Pick<Embeddable, 'texts'>): Promise<string> {
  return sha256(JSON.stringify([space.name, texts.map(({ name, path, body }) => [name, path, body])]));
}

type Bodies = Readonly<Record<Modality, readonly string[]>>;

function nameOf({ metadata, symbol }: ChunkRow): string {
  if (metadata.headings !== undefined) return metadata.headings.join(' ');
  return metadata.defines.length > 0 ? metadata.defines.join(' ') : (symbol ?? '');
}

function ofCode({ metadata }: ChunkRow, raw: string): Bodies {
  const said = saidInCode(metadata);
  return { text: said === '' ? [] : [said], code: [raw] };
}

function ofSection(chunk: ChunkRow, raw: string, begun: readonly CodeSample[]): Bodies {
  if (chunk.kind === 'front_matter') return { text: [], code: [] };
  const samples = [
    ...begun.filter(({ endLine }) => endLine >= chunk.startLine),
    ...(chunk.metadata.samples ?? []),
  ];
  const lines = raw.split('\n');
  const taken = new Set<number>();
  const code = samples.slice(0, maxSamples).map(({ startLine, endLine }) => {
    const [first, last] = [
      Math.max(0, startLine - chunk.startLine),
      Math.min(endLine - chunk.startLine, lines.length - 1),
    ];
    for (let line = first; line <= last; line += 1) taken.add(line);
    return withoutFence(lines.slice(first, last + 1).join('\n'));
  });
  const from = chunk.metadata.frontMatter === undefined ? 0 : frontMatterLines(lines);
  const prose = lines.filter((_, line) => line >= from && !taken.has(line));
  return { text: [prose.join('\n')], code };
}

const sampleMark = /^[\s>]*(?:`{3,}|~{3,}|\.\. )/;

/** The lines that fence or introduce a sample say nothing of its code. */
function withoutFence(sample: string): string {
  const lines = sample.split('\n');
  const [first = '', last = ''] = [lines[0], lines.at(-1)];
  return lines.slice(sampleMark.test(first) ? 1 : 0, sampleMark.test(last) ? -1 : undefined).join('\n');
}

/** Lines of the front matter that opens a document; 0 where its mark is never closed. */
function frontMatterLines(lines: readonly string[]): number {
  const mark = lines[0]?.trimEnd();
  if (mark !== '---' && mark !== '+++') return 0;
  return lines.findIndex((line, index) => index > 0 && line.trimEnd() === mark) + 1;
}
