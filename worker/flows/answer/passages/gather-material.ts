/** Gathers what an answer from passages can use: definitions, named files, passages and, for an overview, the opening document. */

import type { EvidencePlan, PlannedPassage } from '../../../answering/compose/plan-evidence.ts';
import type { FileRow, SymbolRow } from '../../../ports/chunk-store.ts';
import { matchFiles } from '../../../retrieval/search/match-path.ts';
import { containsPhrase } from '../../../retrieval/search/find-phrases.ts';
import { isFilePath } from '../../../retrieval/ranking/boost-phrases.ts';
import { findOverviewFiles } from '../../../retrieval/search/overview-files.ts';
import type { Finding, FoundSpan } from '../../search/find-spans/finding.ts';
import { readOpeningChunks } from '../../search/find-spans/promote-opening.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { RankedPassage } from './promote-best-section.ts';
import { promoteBestSection } from './promote-best-section.ts';

/** Maximum files described, for example for a named folder. */
const maxFiles = 8;
/** Maximum passages shown because the graph connects them to the best passages. */
const maxRelated = 2;
/** Passages below this fraction of the best score only add noise. */
const minScoreFraction = 0.2;

export async function gatherMaterial(
  services: Services,
  resolved: ResolvedSnapshot,
  input: { readonly finding: Finding; readonly count: number },
): Promise<EvidencePlan> {
  const { count } = input;
  const { question } = input.finding;
  const mentions = findFileMentions(input.finding);
  const finding = { ...input.finding, spans: mentions ?? input.finding.spans };
  const files = mentions === undefined ? await findNamedFiles(services, resolved, finding) : [];
  const ranked = question.isOverview
    ? (await readOpeningChunks(services.chunkStore, resolved.key, files[0]?.file)).map((chunk) => ({
        chunk,
        score: 1,
      }))
    : await promoteBestSection(services, resolved, {
        finding,
        passages: selectPassages(finding).slice(0, count + sparePassages),
      });
  const [passages = [], related = []] = await Promise.all(
    [ranked, question.isOverview ? [] : selectRelated(finding)].map((some) =>
      withSymbols(services, resolved, some),
    ),
  );
  return { question, definitions: selectDefinitions(finding), files, passages, related, topK: count };
}

/** Extra passages, since a shown definition replaces some of them. */
const sparePassages = 4;

/**
 * Finds passages that mention a file by name, for a question about what reads or writes it. It prefers sources. The file itself does not
 * contain the answer.
 * @returns undefined for other questions, and if no other file mentions it
 */
function findFileMentions({ question, spans }: Finding): readonly FoundSpan[] | undefined {
  const named = question.paths.filter((path) => question.wordings.includes(path));
  const mentioning = spans.filter(({ path, text }) =>
    named.some((name) => !isFilePath(path, name) && containsPhrase(text, name)),
  );
  const inSources = mentioning.filter(({ ranked }) => ranked.chunk.role === 'source');
  if (mentioning.length === 0) return undefined;
  return inSources.length > 0 ? inSources : mentioning;
}

/** Adds to each passage the definitions that share a line with it. */
async function withSymbols(
  services: Services,
  { key }: ResolvedSnapshot,
  passages: readonly RankedPassage[],
): Promise<readonly PlannedPassage[]> {
  if (passages.length === 0) return [];
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

/** Selects the best spans. Tests are included only if the question asks for them or nothing else was found. */
function selectPassages({ spans, question }: Finding): readonly RankedPassage[] {
  const best = spans[0]?.ranked.score ?? 1;
  const relevant = spans
    .map(({ ranked: { chunk, score, scores, copies } }, index) => ({
      chunk,
      score: Math.round((score / best) * 1000) / 1000,
      rank: index + 1,
      scores,
      ...(copies === undefined ? {} : { copies }),
    }))
    .filter(({ score }) => score >= minScoreFraction);
  const withoutTests = relevant.filter(({ chunk }) => chunk.role !== 'test');
  return question.asksForTests || withoutTests.length === 0 ? relevant : withoutTests;
}

/** Selects the best passages that the graph connects to the results. */
function selectRelated({ spans, related }: Finding): readonly RankedPassage[] {
  const best = spans[0]?.ranked.score ?? 1;
  return related.slice(0, maxRelated).map(({ ranked: { chunk, score, scores } }) => ({
    chunk,
    score: Math.round((score / best) * 1000) / 1000,
    scores,
  }));
}

/** Selects the definitions to show. Tests and examples are selected only if no source defines the name or the question asks for tests. */
function selectDefinitions({ likelyDefinitions, question }: Finding): readonly SymbolRow[] {
  const primary = likelyDefinitions.filter((symbol) => symbol.role === 'source');
  const shown = question.asksForTests || primary.length === 0 ? likelyDefinitions : primary;
  const names = new Set(question.identifiers);
  // For a qualified name, select only definitions with the full name.
  const fullyNamed = shown.filter((symbol) =>
    [...names].some((name) => name.includes('.') && `.${symbol.qualifiedName}`.endsWith(`.${name}`)),
  );
  return uniqueByPlace(fullyNamed.length > 0 ? fullyNamed : shown);
}

/** Deduplicates definitions of the same lines: `res.send = function send() {}` is one definition with two names. */
function uniqueByPlace(symbols: readonly SymbolRow[]): readonly SymbolRow[] {
  const seen = new Set<string>();
  return symbols.filter(({ path, startLine, endLine }) => {
    const place = `${path}:${startLine}-${endLine}`;
    return !seen.has(place) && seen.add(place);
  });
}

async function findNamedFiles(
  services: Services,
  { key }: ResolvedSnapshot,
  { question, files: all }: Finding,
): Promise<readonly { file: FileRow; symbols: readonly SymbolRow[] }[]> {
  const found = question.isOverview
    ? findOverviewFiles(all, maxFiles)
    : question.paths.flatMap((path) => matchFiles(all, path));
  const shown = [...new Map(found.map((file) => [file.path, file])).values()].slice(0, maxFiles);
  return Promise.all(
    shown.map(async (file) => ({
      file,
      symbols: await services.chunkStore.symbolsOfFile(key, file.path),
    })),
  );
}
