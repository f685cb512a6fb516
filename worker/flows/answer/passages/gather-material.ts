/** Gathers what a description can use: definitions, named files, sections of documentation and, for an overview, the opening document. */

import { isProse } from '../../../answering/compose/compose-answer.ts';
import type { EvidencePlan, PlannedPassage } from '../../../answering/compose/plan-evidence.ts';
import type { FileRow, SymbolRow } from '../../../ports/chunk-store.ts';
import { matchFiles } from '../../../retrieval/search/match-path.ts';
import { findOverviewFiles } from '../../../retrieval/search/overview-files.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import { readOpeningChunks } from '../../search/find-spans/promote-opening.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { promoteBestSection } from './promote-best-section.ts';

/** Maximum files described, for example for a named folder. */
const maxFiles = 8;
/** Maximum sections of documentation. Later ones rarely add something. */
const maxSections = 4;
/** Passages below this fraction of the best score only add noise. */
const minScoreFraction = 0.2;

export async function gatherMaterial(
  services: Services,
  resolved: ResolvedSnapshot,
  input: { readonly finding: Finding; readonly count: number },
): Promise<EvidencePlan> {
  const { finding, count } = input;
  const { question } = finding;
  const files = await findNamedFiles(services, resolved, finding);
  const topK = Math.min(count, maxSections);
  const passages = question.isOverview
    ? (await readOpeningChunks(services.chunkStore, resolved.key, files[0]?.file)).map((chunk) => ({
        chunk,
        score: 1,
      }))
    : await promoteBestSection(services, resolved, {
        finding,
        passages: selectSections(finding).slice(0, topK + sparePassages),
      });
  return { question, definitions: selectDefinitions(finding), files, passages, topK };
}

/** Extra sections, since a shown file replaces some of them. */
const sparePassages = 4;

/** Selects the best sections of documentation. */
function selectSections({ spans }: Finding): readonly PlannedPassage[] {
  const best = spans[0]?.ranked.score ?? 1;
  return spans
    .map(({ ranked: { chunk, score, scores, copies } }, index) => ({
      chunk,
      score: Math.round((score / best) * 1000) / 1000,
      rank: index + 1,
      scores,
      ...(copies === undefined ? {} : { copies }),
    }))
    .filter(({ chunk, score }) => isProse(chunk) && score >= minScoreFraction);
}

/** Selects the definitions of a look-up. Tests and examples are selected only if no source defines the name. */
function selectDefinitions({ likelyDefinitions, question }: Finding): readonly SymbolRow[] {
  if (question.class !== 'lookup') return [];
  const primary = likelyDefinitions.filter((symbol) => symbol.role === 'source');
  const shown = primary.length === 0 ? likelyDefinitions : primary;
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
