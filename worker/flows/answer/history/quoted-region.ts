/** Resolves the lines that a question quotes, in the files that it names or that the search finds. */

import { splitLines } from '../../../core/text/decode-text.ts';
import { maskText } from '../../../core/text/mask-text.ts';
import type { FileRole } from '../../../core/files/file.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import {
  findCodeNames,
  matchQuotedLines,
  type ScoredLine,
} from '../../../retrieval/history/match-quoted-lines.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { HistorySubject } from './bind-subject.ts';
import type { RegionSpan } from './history-regions.ts';

export interface QuotedRegion {
  readonly spans: readonly RegionSpan[];
  /** The question quotes the first line, so it is the subject. */
  readonly isQuoted: boolean;
}

const maxFiles = 14;
const maxHits = 16;
const columnWeights = { path: 0, symbols: 1, prose: 1, code: 2 };
const maxLines = 6;
/** Lines with nearly the best score are meant too. */
const minShare = 0.85;
/** A line of the definition or file that the question names counts more than the same text elsewhere. */
const symbolBoost = 1.5;
const pathBoost = 1.3;
const roleWeights: Partial<Record<FileRole, number>> = { source: 1 };
const otherRoleWeight = 0.65;

export async function findQuotedRegion(
  { chunkStore, textIndex }: Pick<Services, 'chunkStore' | 'textIndex'>,
  { key }: ResolvedSnapshot,
  request: { readonly text: string; readonly subject: HistorySubject; readonly found: readonly string[] },
): Promise<QuotedRegion> {
  const { text, subject, found } = request;
  const { path, symbols } = subject;
  const ownPath = path === undefined || path.isFolder ? [] : [path.path];
  const terms = [...new Set(findCodeNames(text).flatMap((name) => extractTerms(name).slice(0, 1)))];
  const hits =
    terms.length === 0
      ? []
      : await textIndex.search(key, { terms, weights: columnWeights, limit: maxHits, paths: undefined });
  const paths = [
    ...new Set([
      ...ownPath,
      ...symbols.map((symbol) => symbol.path),
      ...found,
      ...hits.map((hit) => hit.path),
    ]),
  ].slice(0, maxFiles);
  const files = await chunkStore.readFiles(key, paths);
  const roles = new Map(files.map((file) => [file.path, file.role]));
  const texts = files.map((file) => ({
    path: file.path,
    lines: splitLines(maskText(file.text, file.masks)),
  }));
  const weigh = (line: ScoredLine): ScoredLine => {
    const isInSymbol = symbols.some(
      (symbol) => symbol.path === line.path && symbol.startLine <= line.line && line.line <= symbol.endLine,
    );
    const isInPath = path !== undefined && (line.path === path.path || line.path.startsWith(`${path.path}/`));
    const role = roles.get(line.path);
    const roleWeight = isInPath || role === undefined ? 1 : (roleWeights[role] ?? otherRoleWeight);
    return {
      ...line,
      score: line.score * roleWeight * (isInSymbol ? symbolBoost : isInPath ? pathBoost : 1),
    };
  };
  const lines = matchQuotedLines(text, texts)
    .map(weigh)
    .toSorted((a, b) => b.score - a.score);
  const best = lines[0];
  if (best === undefined) return { spans: [], isQuoted: false };
  const chosen = lines.filter(({ score }) => score >= best.score * minShare).slice(0, maxLines);
  return {
    spans: chosen.map(({ path: linePath, line, score }) => ({
      path: linePath,
      startLine: line,
      endLine: line,
      weights: [(score / best.score) ** 4],
      nameLine: undefined,
      symbol: symbols.find(
        (symbol) => symbol.path === linePath && symbol.startLine <= line && line <= symbol.endLine,
      )?.qualifiedName,
    })),
    isQuoted: best.isQuoted,
  };
}
