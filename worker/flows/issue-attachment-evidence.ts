/**
 * Files that came with a question as evidence of it: cut in windows of lines, secrets masked, those that say most of what is asked
 * first. They are read in this turn alone; nothing else finds them.
 */

import type { AttachedFile, AttachmentEvidence } from '../core/attachment.ts';
import type { SpanPosition } from '../core/evidence.ts';
import { sha256 } from '../core/hash.ts';
import { maskText } from '../core/mask-text.ts';
import { isStopWord, termsOf } from '../core/terms.ts';
import { splitLines } from '../core/text.ts';
import type { Services } from './services.ts';

const windowLines = 60;
/** Windows of one question; all of them hold some 2,400 lines. */
const mostWindows = 40;

/** @param asked `after`: how many ids were issued already */
export async function issueAttachmentEvidence(
  { secretScanner }: Pick<Services, 'secretScanner'>,
  asked: { readonly files: readonly AttachedFile[]; readonly question: string; readonly after: number },
): Promise<readonly AttachmentEvidence[]> {
  const windows = (await Promise.all(asked.files.map((file) => windowsOf(secretScanner, file)))).flat();
  const wanted = new Set(termsOf(asked.question).filter((term) => !isStopWord(term)));
  const terms = windows.map(({ name, shown }) => new Set(termsOf(`${name}\n${shown}`)));
  /** A word that stands in few windows tells them apart. */
  const weights = new Map(
    [...wanted].map((term) => [term, 1 / (1 + terms.filter((held) => held.has(term)).length)]),
  );
  const most = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const scored = windows.map((window, index) => {
    const held = [...wanted].filter((term) => terms[index]?.has(term));
    const score = held.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0) / Math.max(most, 1e-9);
    return { window, score: Math.round(score * 1000) / 1000 };
  });
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, mostWindows);
  return Promise.all(
    best.map(async ({ window: { name, hash, startLine, endLine, raw, shown, fileLines }, score }, index) => ({
      id: `e${asked.after + index + 1}`,
      kind: 'attachment' as const,
      path: name,
      startLine,
      endLine,
      hash,
      spanHash: await sha256(raw),
      text: shown,
      fileLines,
      score,
    })),
  );
}

interface Window {
  readonly name: string;
  /** Of the whole file. */
  readonly hash: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly raw: string;
  readonly shown: string;
  /** Of the whole file, masked. */
  readonly fileLines: readonly string[];
}

async function windowsOf(
  secretScanner: Services['secretScanner'],
  { name, text }: AttachedFile,
): Promise<readonly Window[]> {
  const [hash, masks] = await Promise.all([sha256(text), secretScanner.scan(text)]);
  const raw = splitLines(text);
  const shown = splitLines(maskText(text, masks));
  return Array.from({ length: Math.ceil(raw.length / windowLines) }, (_, at) => {
    const [from, to] = [at * windowLines, Math.min(raw.length, (at + 1) * windowLines)];
    return {
      name,
      hash,
      startLine: from + 1,
      endLine: to,
      raw: raw.slice(from, to).join(''),
      shown: shown.slice(from, to).join(''),
      fileLines: shown,
    };
  });
}

/** Other lines of the same file, as many as are asked for. */
export async function attachmentLines(
  files: readonly AttachedFile[],
  evidence: AttachmentEvidence,
  { startLine, endLine }: Pick<SpanPosition, 'startLine' | 'endLine'>,
): Promise<AttachmentEvidence | undefined> {
  const file = files.find(({ name }) => name === evidence.path);
  if (file === undefined) return undefined;
  const raw = splitLines(file.text)
    .slice(startLine - 1, endLine)
    .join('');
  const kept = evidence.fileLines.slice(startLine - 1, endLine);
  return { ...evidence, startLine, endLine, spanHash: await sha256(raw), text: kept.join('') };
}
