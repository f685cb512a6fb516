/**
 * Turns the attached files of a question into evidence: windows of lines with secrets masked, the best match for the question first.
 * Only this turn reads the files, and no search returns them.
 */

import type { AttachedFile, AttachmentEvidence, SpanPosition } from '../../../core/answers/evidence.ts';
import { splitLines } from '../../../core/text/decode-text.ts';
import { sha256 } from '../../../core/text/hash.ts';
import { maskText } from '../../../core/text/mask-text.ts';
import { extractTerms, isStopWord } from '../../../core/text/terms.ts';
import type { Services } from '../../services.ts';

const windowLines = 60;
/** Maximum windows for one question: 2,400 lines. */
const maxWindows = 40;

/** @param input.after the highest evidence number already issued */
export async function issueAttachmentEvidence(
  { secretScanner }: Pick<Services, 'secretScanner'>,
  input: { readonly files: readonly AttachedFile[]; readonly question: string; readonly after: number },
): Promise<readonly AttachmentEvidence[]> {
  const windows = (
    await Promise.all(input.files.map((file) => splitIntoWindows(secretScanner, file)))
  ).flat();
  const questionTerms = new Set(extractTerms(input.question).filter((term) => !isStopWord(term)));
  const terms = windows.map(({ name, shown }) => new Set(extractTerms(`${name}\n${shown}`)));
  // A term that occurs in few windows gets a high weight, since it distinguishes them.
  const weights = new Map(
    [...questionTerms].map((term) => [term, 1 / (1 + terms.filter((words) => words.has(term)).length)]),
  );
  const maxWeight = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const scored = windows.map((window, index) => {
    const matched = [...questionTerms].filter((term) => terms[index]?.has(term));
    const score =
      matched.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0) / Math.max(maxWeight, 1e-9);
    return { window, score: Math.round(score * 1000) / 1000 };
  });
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, maxWindows);
  return Promise.all(
    best.map(async ({ window: { name, hash, startLine, endLine, raw, shown, fileLines }, score }, index) => ({
      id: `e${input.after + index + 1}`,
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
  /** Hash of the whole file. */
  readonly hash: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly raw: string;
  readonly shown: string;
  /** Lines of the whole file, masked. */
  readonly fileLines: readonly string[];
}

async function splitIntoWindows(
  secretScanner: Services['secretScanner'],
  { name, text }: AttachedFile,
): Promise<readonly Window[]> {
  const [hash, masks] = await Promise.all([sha256(text), secretScanner.scan(text)]);
  const raw = splitLines(text);
  const shown = splitLines(maskText(text, masks));
  return Array.from({ length: Math.ceil(raw.length / windowLines) }, (_, index) => {
    const [from, to] = [index * windowLines, Math.min(raw.length, (index + 1) * windowLines)];
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

/** Returns evidence for other lines of the same attached file. */
export async function readAttachmentLines(
  files: readonly AttachedFile[],
  evidence: AttachmentEvidence,
  { startLine, endLine }: Pick<SpanPosition, 'startLine' | 'endLine'>,
): Promise<AttachmentEvidence | undefined> {
  const file = files.find(({ name }) => name === evidence.path);
  if (file === undefined) return undefined;
  const raw = splitLines(file.text)
    .slice(startLine - 1, endLine)
    .join('');
  const lines = evidence.fileLines.slice(startLine - 1, endLine);
  return { ...evidence, startLine, endLine, spanHash: await sha256(raw), text: lines.join('') };
}
