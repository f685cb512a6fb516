/** Answers what changed between two versions, from the lines of both and the commits between them. */

import { stripCitationsAndPunctuation } from '../../../answering/claims/query-facts.ts';
import {
  changeWords,
  composeVersionAnswer,
  type ComposedChange,
} from '../../../answering/compose/compose-version-answer.ts';
import type { AnyEvidence, CommitEvidence } from '../../../core/answers/evidence.ts';
import type { SymbolRow } from '../../../ports/chunk-store.ts';
import type { CommitRow } from '../../../ports/history-store.ts';
import { matchFiles } from '../../../retrieval/search/match-path.ts';
import { readQuestion } from '../../../retrieval/question/read-question.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import { findDifferingLines } from '../../../retrieval/versions/differing-lines.ts';
import { toHistoryKey } from '../../browse/read-history.ts';
import type { Services } from '../../services.ts';
import {
  compareSnapshots,
  formatVersionName,
  type Comparison,
  type ComparisonScope,
} from '../../versions/compare-versions.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { issueEvidence } from '../evidence/issue-evidence.ts';
import { issueCommitEvidence } from '../evidence/issue-history-evidence.ts';
import type { HistoryDraft } from '../history/draft-history.ts';
import { buildComparisonCard, buildComparisonQuery } from './comparison-card.ts';

const maxChanges = 4;
const maxCommits = 4;
/** Maximum lines shown of one definition. */
const maxLines = 60;
/** Maximum names of a question that are looked up. */
const maxNames = 6;

/** @returns undefined if nothing differs, or neither version contains the subject of the question */
export async function draftFromVersions(
  services: Services,
  versions: { readonly from: ResolvedSnapshot; readonly to: ResolvedSnapshot },
  text: string,
): Promise<HistoryDraft | undefined> {
  const scope = await chooseScope(services, versions, text);
  if (scope === undefined) return undefined;
  const found = await compareSnapshots(services, versions, scope);
  const changes = await citeChanges(services, found);
  const ordinal = changes.length * 2;
  const commitsOfLines = await findCommitsOfLines(services, found, changes);
  const commits = await Promise.all(
    (commitsOfLines.length > 0 ? commitsOfLines : found.commits)
      .slice(0, maxCommits)
      .map((commit, index) => citeCommit(found.to, commit, `e${ordinal + index + 1}`)),
  );
  if (changes.length === 0 && commits.length === 0) return undefined;
  const spans = changes
    .flatMap(({ before, after }) => [after?.span, before?.span])
    .filter((span) => span !== undefined);
  const summary = summarize(found, scope);
  const sentences = composeVersionAnswer({
    from: formatVersionName(found.from.snapshot),
    to: formatVersionName(found.to.snapshot),
    summary,
    changes,
    commits,
  });
  const { value: first } = sentences.next();
  const evidence = new Map<string, AnyEvidence>([...spans, ...commits].map((source) => [source.id, source]));
  return {
    evidence,
    first: first ?? undefined,
    rest: sentences,
    empty: [],
    class: 'why',
    confidence: 'high',
    cards: [buildComparisonCard(found, scope, spans)],
    suggestions: [],
    subjects: [],
    facts: {
      counts: new Map(),
      countedIds: new Set(),
      statements: new Set([stripCitationsAndPunctuation(summary)]),
      versions: new Map(
        [found.from, found.to].map(({ snapshot }) => [formatVersionName(snapshot), snapshot.commit]),
      ),
      repeat: buildComparisonQuery(found, scope),
    },
    notes: found.notes,
  };
}

/** Finds the commits between the versions that changed the cited lines, the newest first. Other commits only touched the file. */
async function findCommitsOfLines(
  { historyStore }: Services,
  { from, to }: Comparison,
  changes: readonly ComposedChange[],
): Promise<readonly CommitRow[]> {
  const spans = changes.flatMap(({ after }) => after?.span ?? []);
  if (spans.length === 0) return [];
  const runs = await historyStore.lineOrigins(toHistoryKey(to), spans);
  const ids = [...new Set(runs.flatMap(({ history }) => history.flatMap(({ commit }) => commit ?? [])))];
  const earlier = new Set((await historyStore.commits(toHistoryKey(from), ids)).map(({ id }) => id));
  const commitsBetween = await historyStore.commits(
    toHistoryKey(to),
    ids.filter((id) => !earlier.has(id)),
  );
  return commitsBetween.toSorted((a, b) => b.committedAt - a.committedAt);
}

/** Chooses a definition, a file, a folder or everything to compare. @returns undefined if neither version has what the question names */
async function chooseScope(
  { chunkStore }: Services,
  { from, to }: { readonly from: ResolvedSnapshot; readonly to: ResolvedSnapshot },
  text: string,
): Promise<ComparisonScope | undefined> {
  const { identifiers, possibleNames, paths } = readQuestion(text);
  const names = [...identifiers, ...possibleNames].slice(0, maxNames);
  const symbols = [
    ...(await chunkStore.findSymbols(to.key, names)),
    ...(await chunkStore.findSymbols(from.key, names)),
  ];
  const symbol = names.find((name) => symbols.some((candidate) => isNamed(candidate, name)));
  if (symbol !== undefined) return { symbol };
  if (identifiers.length > 0) return undefined;
  const [namedPath] = paths;
  if (namedPath === undefined) return {};
  const files = [...(await chunkStore.listFiles(to.key)), ...(await chunkStore.listFiles(from.key))];
  const [file] = matchFiles(files, namedPath);
  return file === undefined
    ? undefined
    : { path: matchFiles(files, namedPath).length > 2 ? namedPath : file.path };
}

function isNamed({ name, qualifiedName }: SymbolRow, requested: string): boolean {
  const lower = requested.toLowerCase();
  return name.toLowerCase() === lower || qualifiedName.toLowerCase() === lower;
}

/** Changed signatures come first, since callers see them. */
const changeOrder = ['signature', 'removed', 'added', 'body', 'moved'] as const;

async function citeChanges(
  services: Services,
  { from, to, definitions }: Comparison,
): Promise<ComposedChange[]> {
  const chosen = definitions
    .toSorted((a, b) => changeOrder.indexOf(a.change) - changeOrder.indexOf(b.change))
    .slice(0, maxChanges);
  const cited: ComposedChange[] = [];
  for (const [index, definition] of chosen.entries()) {
    const { name, change } = definition;
    const after = await citeDefinition(services, to, definition.after, index * 2);
    const before = await citeDefinition(services, from, definition.before, index * 2 + 1);
    const { removed, added } = findDifferingLines(before?.span.text ?? '', after?.span.text ?? '');
    cited.push({ name, change, before, after, removedLines: removed, addedLines: added });
  }
  return cited;
}

async function citeDefinition(
  { chunkStore }: Services,
  resolved: ResolvedSnapshot,
  symbol: SymbolRow | undefined,
  index: number,
): Promise<ComposedChange['after']> {
  if (symbol === undefined) return undefined;
  const { path, startLine, nameLine, qualifiedName, signature } = symbol;
  const endLine = Math.min(symbol.endLine, startLine + maxLines - 1);
  const [span] = await readSpans(chunkStore, resolved.key, [{ path, startLine, endLine, score: 1 }]);
  if (span === undefined) return undefined;
  const within = { symbol: qualifiedName, nameLine };
  return { span: issueEvidence(resolved, { ...span, within }, index), signature };
}

function citeCommit(resolved: ResolvedSnapshot, commit: CommitRow, id: string): Promise<CommitEvidence> {
  return issueCommitEvidence(resolved, { commit, lineScores: undefined, score: 1 }, id);
}

function summarize(found: Comparison, { symbol, path }: ComparisonScope): string {
  const [from, to] = [formatVersionName(found.from.snapshot), formatVersionName(found.to.snapshot)];
  const { definitions, files } = found;
  const [only] = definitions;
  if (symbol !== undefined && only !== undefined && definitions.length === 1)
    return `Between ${from} and ${to}, \`${only.name}\` ${changeWords[only.change]}${describeCommitsBetween(found)}`;
  if (symbol !== undefined && definitions.length === 0)
    return `Between ${from} and ${to}, no definition of \`${symbol}\` differs${describeCommitsBetween(found)}`;
  const scopeText =
    symbol === undefined ? (path === undefined ? '' : ` of \`${path}\``) : ` of \`${symbol}\``;
  const definitionCounts = `${countChanges(definitions, ['added'])} added, ${countChanges(definitions, ['removed'])} removed, ${countChanges(definitions, ['signature', 'body'])} changed, ${countChanges(definitions, ['moved'])} moved`;
  const fileCounts = `${countChanges(files, ['added'])} added, ${countChanges(files, ['removed'])} removed, ${countChanges(files, ['changed'])} changed, ${countChanges(files, ['renamed'])} renamed`;
  return `Between ${from} and ${to}, files${scopeText}: ${fileCounts}; definitions: ${definitionCounts}${describeCommitsBetween(found)}`;
}

function countChanges(changes: readonly { readonly change: string }[], kinds: readonly string[]): number {
  return changes.filter(({ change }) => kinds.includes(change)).length;
}

/** States how many commits lie between the versions, or how many of them touch the path. */
function describeCommitsBetween({ totalCommits: total, commitsOf: path }: Comparison): string {
  if (total === 0) return '';
  const isOne = total === 1;
  if (path === undefined) return `; ${total} ${isOne ? 'commit lies' : 'commits lie'} between`;
  return `; ${total} ${isOne ? 'commit between touches' : 'commits between touch'} \`${path}\``;
}
