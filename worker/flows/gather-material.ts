/** What an answer could be made from: definitions meant, files asked about, and for an overview the document that opens the repository. */

import type { EvidencePlan } from '../answering/plan-evidence.ts';
import type { FileRow, SymbolRow } from '../ports/chunk-store.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Finding } from './retrieve.ts';
import type { Services } from './services.ts';

/** Files of a folder asked about that are described. */
const filesShown = 8;
/** Lines of a README that tell what a repository is. */
const openingLines = 60;
/** Passages this far below the best add noise, not an answer. */
const leastShareOfBest = 0.35;

export async function materialFor(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: { readonly finding: Finding; readonly count: number },
): Promise<EvidencePlan> {
  const { finding, count } = asked;
  const { question } = finding;
  const files = await filesAskedAbout(services, resolved, finding);
  return {
    question,
    definitions: definitionsToShow(finding),
    files,
    passages: question.isOverview ? await opening(services, resolved, files[0]?.file) : passagesOf(finding),
    topK: count,
  };
}

/** The best spans; tests' only when they are asked for or nothing else is found. */
function passagesOf({ spans, question }: Finding): EvidencePlan['passages'] {
  const best = spans[0]?.ranked.score ?? 1;
  const near = spans
    .filter((span) => span.ranked.score >= best * leastShareOfBest)
    .map(({ ranked: { chunk, score } }) => ({ chunk, score: Math.round((score / best) * 1000) / 1000 }));
  const untested = near.filter(({ chunk }) => chunk.role !== 'test');
  return question.asksForTests || untested.length === 0 ? near : untested;
}

/** The first pieces of the document that opens the repository. */
async function opening(
  services: Services,
  { key }: ResolvedSnapshot,
  document: FileRow | undefined,
): Promise<EvidencePlan['passages']> {
  if (document === undefined) return [];
  const lines = Array.from({ length: Math.min(document.lines, openingLines) }, (_, index) => index + 1);
  const chunks = await services.chunkStore.chunksAt(
    key,
    lines.map((line) => ({ path: document.path, line })),
  );
  return chunks.map((chunk) => ({ chunk, score: 1 }));
}

/** Definitions of one name: tests' and examples' only when nothing else defines it. */
function definitionsToShow({ meant, question }: Finding): readonly SymbolRow[] {
  const primary = meant.filter((symbol) => symbol.role === 'source');
  const shown = question.asksForTests || primary.length === 0 ? meant : primary;
  const names = new Set(question.identifiers);
  // Of a name asked for in full, only what bears the whole of it.
  const whole = shown.filter((symbol) =>
    [...names].some((name) => name.includes('.') && symbol.qualifiedName.endsWith(name)),
  );
  return whole.length > 0 ? whole : shown;
}

async function filesAskedAbout(
  services: Services,
  { key }: ResolvedSnapshot,
  { question }: Finding,
): Promise<readonly { file: FileRow; symbols: readonly SymbolRow[] }[]> {
  if (question.paths.length === 0 && !question.isOverview) return [];
  const all = await services.chunkStore.listFiles(key);
  const found = question.isOverview ? readmes(all) : question.paths.flatMap((path) => filesAt(all, path));
  const shown = [...new Map(found.map((file) => [file.path, file])).values()].slice(0, filesShown);
  return Promise.all(
    shown.map(async (file) => ({
      file,
      symbols: await services.chunkStore.symbolsOfFile(key, file.path),
    })),
  );
}

/** The file of that path, or those whose path ends with it, or those of that folder. */
function filesAt(files: readonly FileRow[], path: string): readonly FileRow[] {
  const exact = files.filter((file) => file.path === path);
  if (exact.length > 0) return exact;
  const ending = files.filter((file) => file.path.endsWith(`/${path}`));
  if (ending.length > 0) return ending;
  const folder = `${path.replace(/\/$/, '')}/`;
  return files
    .filter((file) => file.path.startsWith(folder) || file.path.includes(`/${folder}`))
    .sort((a, b) => a.path.split('/').length - b.path.split('/').length || b.lines - a.lines);
}

function readmes(files: readonly FileRow[]): readonly FileRow[] {
  const found = files.filter((file) => /(?:^|\/)readme(?:\.[a-z]+)?$/i.test(file.path));
  return found.sort((a, b) => a.path.length - b.path.length).slice(0, 1);
}
