/** What an answer could be made from: definitions meant, files asked about, and for an overview the document that opens the repository. */

import type { EvidencePlan, PlannedPassage } from '../answering/plan-evidence.ts';
import { filesAt } from '../retrieval/files-at.ts';
import { saysWording } from '../retrieval/find-wordings.ts';
import { isAt } from '../retrieval/lead-with-wordings.ts';
import { openingFiles } from '../retrieval/opening-files.ts';
import type { FileRow, SymbolRow } from '../ports/chunk-store.ts';
import { leadWithSection } from './lead-with-section.ts';
import { openingChunks } from './opening-chunks.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Finding, FoundSpan } from './retrieve.ts';
import type { Services } from './services.ts';

/** Files of a folder asked about that are described. */
const filesShown = 8;
/** Passages shown that the graph leads to. */
const relatedShown = 2;
/** Passages this far below the best add noise, not an answer. */
const leastShareOfBest = 0.2;

export async function materialFor(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: { readonly finding: Finding; readonly count: number },
): Promise<EvidencePlan> {
  const { count } = asked;
  const { question } = asked.finding;
  const dealing = dealingWithFiles(asked.finding);
  const finding = { ...asked.finding, spans: dealing ?? asked.finding.spans };
  const files = dealing === undefined ? await filesAskedAbout(services, resolved, finding) : [];
  return {
    question,
    definitions: definitionsToShow(finding),
    files,
    passages: await withSymbols(
      services,
      resolved,
      question.isOverview
        ? (await openingChunks(services.chunkStore, resolved.key, files[0]?.file)).map((chunk) => ({
            chunk,
            score: 1,
          }))
        : await leadWithSection(services, resolved, {
            finding,
            passages: passagesOf(finding).slice(0, count + spare),
          }),
    ),
    related: question.isOverview ? [] : await withSymbols(services, resolved, relatedOf(finding)),
    topK: count,
  };
}

export type FoundPassage = Omit<PlannedPassage, 'symbols'>;

/** Passages beyond those asked for, since a definition shown already takes the place of some. */
const spare = 4;

/**
 * Where it is asked what reads or writes a file, the passages that say its name, those of sources if there are any: the file itself
 * does not tell. Undefined where nothing of that is asked, or no other file says it.
 */
function dealingWithFiles({ question, spans }: Finding): readonly FoundSpan[] | undefined {
  const named = question.paths.filter((path) => question.wordings.includes(path));
  const saying = spans.filter(({ path, text }) =>
    named.some((name) => !isAt(path, name) && saysWording(text, name)),
  );
  const inSources = saying.filter(({ ranked }) => ranked.chunk.role === 'source');
  if (saying.length === 0) return undefined;
  return inSources.length > 0 ? inSources : saying;
}

/** Each passage with the definitions that share a line with it. */
async function withSymbols(
  services: Services,
  { key }: ResolvedSnapshot,
  passages: readonly FoundPassage[],
): Promise<readonly PlannedPassage[]> {
  const found = await services.chunkStore.symbolsAt(
    key,
    passages.map(({ chunk }) => chunk),
  );
  return passages.map((passage) => ({
    ...passage,
    symbols: found.filter(
      ({ path, startLine, endLine }) =>
        path === passage.chunk.path &&
        startLine <= passage.chunk.endLine &&
        endLine >= passage.chunk.startLine,
    ),
  }));
}

/** The best spans; tests' only when they are asked for or nothing else is found. */
function passagesOf({ spans, question }: Finding): readonly FoundPassage[] {
  const best = spans[0]?.ranked.score ?? 1;
  const near = spans
    .map(({ ranked: { chunk, score, scores, copies } }, index) => ({
      chunk,
      score: Math.round((score / best) * 1000) / 1000,
      rank: index + 1,
      scores,
      ...(copies === undefined ? {} : { copies }),
    }))
    .filter(({ score }) => score >= leastShareOfBest);
  const untested = near.filter(({ chunk }) => chunk.role !== 'test');
  return question.asksForTests || untested.length === 0 ? near : untested;
}

/** The best of what the graph leads to. */
function relatedOf({ spans, related }: Finding): readonly FoundPassage[] {
  const best = spans[0]?.ranked.score ?? 1;
  return related.slice(0, relatedShown).map(({ ranked: { chunk, score, scores } }) => ({
    chunk,
    score: Math.round((score / best) * 1000) / 1000,
    scores,
  }));
}

/** Definitions of one name: tests' and examples' only when nothing else defines it. */
function definitionsToShow({ meant, question }: Finding): readonly SymbolRow[] {
  const primary = meant.filter((symbol) => symbol.role === 'source');
  const shown = question.asksForTests || primary.length === 0 ? meant : primary;
  const names = new Set(question.identifiers);
  // Of a name asked for in full, only what bears the whole of it.
  const whole = shown.filter((symbol) =>
    [...names].some((name) => name.includes('.') && `.${symbol.qualifiedName}`.endsWith(`.${name}`)),
  );
  return eachPlaceOnce(whole.length > 0 ? whole : shown);
}

/** `res.send = function send() {}` is one definition of two names. */
function eachPlaceOnce(symbols: readonly SymbolRow[]): readonly SymbolRow[] {
  const seen = new Set<string>();
  return symbols.filter(({ path, startLine, endLine }) => {
    const place = `${path}:${startLine}-${endLine}`;
    return !seen.has(place) && seen.add(place);
  });
}

async function filesAskedAbout(
  services: Services,
  { key }: ResolvedSnapshot,
  { question, files: all }: Finding,
): Promise<readonly { file: FileRow; symbols: readonly SymbolRow[] }[]> {
  const found = question.isOverview
    ? openingFiles(all, filesShown)
    : question.paths.flatMap((path) => filesAt(all, path));
  const shown = [...new Map(found.map((file) => [file.path, file])).values()].slice(0, filesShown);
  return Promise.all(
    shown.map(async (file) => ({
      file,
      symbols: await services.chunkStore.symbolsOfFile(key, file.path),
    })),
  );
}
