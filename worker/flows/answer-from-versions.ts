/** What is different between two versions of what a question asks about, told from the lines of both and the commits between them. */

import { plainClaim } from '../answering/query-facts.ts';
import { changeWords, composeVersionAnswer, type ToldChange } from '../answering/compose-version-answer.ts';
import type { Card } from '../core/card.ts';
import type { AnyEvidence, CommitEvidence, Evidence } from '../core/evidence.ts';
import type { SymbolRow } from '../ports/chunk-store.ts';
import type { CommitRow } from '../ports/history-store.ts';
import { filesAt } from '../retrieval/files-at.ts';
import { readQuestion } from '../retrieval/read-question.ts';
import { readSpans } from '../retrieval/read-spans.ts';
import type { DefinitionChange } from '../retrieval/versions/compare-definitions.ts';
import { differingLines } from '../retrieval/versions/differing-lines.ts';
import type { HistoryDraft } from './draft-history.ts';
import { compareSnapshots, nameOfVersion, type Compared, type Comparison } from './versions/compare-versions.ts';
import { issueCommitEvidence } from './issue-commit-evidence.ts';
import { issueEvidence } from './issue-evidence.ts';
import { historyKeyOf } from './browse/read-history.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';

const changesTold = 4;
const commitsTold = 4;
const rowsShown = 50;
/** Lines of one definition shown. */
const linesShown = 60;
/** Names of a question that are looked for. */
const namesTried = 6;

/** @returns undefined where nothing of it differs, or what is asked about is in neither */
export async function answerFromVersions(
  services: Services,
  versions: { readonly from: ResolvedSnapshot; readonly to: ResolvedSnapshot },
  text: string,
): Promise<HistoryDraft | undefined> {
  const scope = await scopeOf(services, versions, text);
  if (scope === undefined) return undefined;
  const found = await compareSnapshots(services, versions, scope);
  const changes = await toldChanges(services, found);
  const ordinal = changes.length * 2;
  const own = await commitsOfLines(services, found, changes);
  const commits = await Promise.all(
    (own.length > 0 ? own : found.commits)
      .slice(0, commitsTold)
      .map((commit, index) => commitEvidence(found.to, commit, `e${ordinal + index + 1}`)),
  );
  if (changes.length === 0 && commits.length === 0) return undefined;
  const spans = changes
    .flatMap(({ before, after }) => [after?.span, before?.span])
    .filter((one) => one !== undefined);
  const summary = summaryOf(found, scope);
  const sentences = composeVersionAnswer({
    from: nameOfVersion(found.from.snapshot),
    to: nameOfVersion(found.to.snapshot),
    summary,
    changes,
    commits,
  });
  const { value: first } = sentences.next();
  const evidence = new Map<string, AnyEvidence>([...spans, ...commits].map((one) => [one.id, one]));
  return {
    evidence,
    first: first ?? undefined,
    rest: sentences,
    empty: [],
    class: 'why',
    confidence: 'high',
    cards: [cardOf(found, scope, spans)],
    suggestions: [],
    subjects: [],
    facts: {
      counts: new Map(),
      counted: new Set(),
      statements: new Set([plainClaim(summary)]),
      versions: new Map(
        [found.from, found.to].map(({ snapshot }) => [nameOfVersion(snapshot), snapshot.commit]),
      ),
      repeat: queryOf(found, scope),
    },
    notes: found.notes,
  };
}

/** Commits between that the lines of what is told have been through, the newest first: others touched its file alone. */
async function commitsOfLines(
  { historyStore }: Services,
  { from, to }: Comparison,
  changes: readonly ToldChange[],
): Promise<readonly CommitRow[]> {
  const spans = changes.flatMap(({ after }) => after?.span ?? []);
  if (spans.length === 0) return [];
  const runs = await historyStore.originsOf(historyKeyOf(to), spans);
  const ids = [...new Set(runs.flatMap(({ lineage }) => lineage.flatMap(({ commit }) => commit ?? [])))];
  const earlier = new Set((await historyStore.commits(historyKeyOf(from), ids)).map(({ id }) => id));
  const between = await historyStore.commits(
    historyKeyOf(to),
    ids.filter((id) => !earlier.has(id)),
  );
  return between.toSorted((a, b) => b.committedAt - a.committedAt);
}

/** A definition, a file or folder, or all of it; undefined where names are asked about that neither version has. */
async function scopeOf(
  { chunkStore }: Services,
  { from, to }: { readonly from: ResolvedSnapshot; readonly to: ResolvedSnapshot },
  text: string,
): Promise<Compared | undefined> {
  const { identifiers, possibleNames, paths } = readQuestion(text);
  const names = [...identifiers, ...possibleNames].slice(0, namesTried);
  const symbols = [
    ...(await chunkStore.findSymbols(to.key, names)),
    ...(await chunkStore.findSymbols(from.key, names)),
  ];
  const symbol = names.find((name) => symbols.some((one) => isNamed(one, name)));
  if (symbol !== undefined) return { symbol };
  if (identifiers.length > 0) return undefined;
  const [wanted] = paths;
  if (wanted === undefined) return {};
  const files = [...(await chunkStore.listFiles(to.key)), ...(await chunkStore.listFiles(from.key))];
  const [file] = filesAt(files, wanted);
  return file === undefined ? undefined : { path: filesAt(files, wanted).length > 2 ? wanted : file.path };
}

function isNamed({ name, qualifiedName }: SymbolRow, wanted: string): boolean {
  const lower = wanted.toLowerCase();
  return name.toLowerCase() === lower || qualifiedName.toLowerCase() === lower;
}

/** Those whose signature differs first: what callers see. */
const order = ['signature', 'removed', 'added', 'body', 'moved'] as const;

async function toldChanges(services: Services, { from, to, definitions }: Comparison): Promise<ToldChange[]> {
  const chosen = definitions
    .toSorted((a, b) => order.indexOf(a.change) - order.indexOf(b.change))
    .slice(0, changesTold);
  const told: ToldChange[] = [];
  for (const [index, one] of chosen.entries()) {
    const after = await spanOf(services, to, one.after, index * 2);
    const before = await spanOf(services, from, one.before, index * 2 + 1);
    const lines = differingLines(before?.span.text ?? '', after?.span.text ?? '');
    told.push({ name: one.name, change: one.change, before, after, ...lines });
  }
  return told;
}

async function spanOf(
  { chunkStore }: Services,
  resolved: ResolvedSnapshot,
  symbol: SymbolRow | undefined,
  index: number,
): Promise<ToldChange['after']> {
  if (symbol === undefined) return undefined;
  const { path, startLine, nameLine, qualifiedName, signature } = symbol;
  const endLine = Math.min(symbol.endLine, startLine + linesShown - 1);
  const [span] = await readSpans(chunkStore, resolved.key, [{ path, startLine, endLine, score: 1 }]);
  if (span === undefined) return undefined;
  const within = { symbol: qualifiedName, nameLine };
  return { span: issueEvidence(resolved, { ...span, within }, index), signature };
}

function commitEvidence(resolved: ResolvedSnapshot, commit: CommitRow, id: string): Promise<CommitEvidence> {
  return issueCommitEvidence(resolved, { commit, shares: undefined, score: 1 }, id);
}

function summaryOf(found: Comparison, { symbol, path }: Compared): string {
  const [from, to] = [nameOfVersion(found.from.snapshot), nameOfVersion(found.to.snapshot)];
  const { definitions, files } = found;
  const [only] = definitions;
  if (symbol !== undefined && only !== undefined && definitions.length === 1)
    return `Between ${from} and ${to}, \`${only.name}\` ${changeWords[only.change]}${betweenOf(found)}`;
  if (symbol !== undefined && definitions.length === 0)
    return `Between ${from} and ${to}, no definition of \`${symbol}\` differs${betweenOf(found)}`;
  const of = symbol === undefined ? (path === undefined ? '' : ` of \`${path}\``) : ` of \`${symbol}\``;
  const definitionsTold = `${tally(definitions, ['added'])} added, ${tally(definitions, ['removed'])} removed, ${tally(definitions, ['signature', 'body'])} changed, ${tally(definitions, ['moved'])} moved`;
  const filesTold = `${tally(files, ['added'])} added, ${tally(files, ['removed'])} removed, ${tally(files, ['changed'])} changed, ${tally(files, ['renamed'])} renamed`;
  return `Between ${from} and ${to}, files${of}: ${filesTold}; definitions: ${definitionsTold}${betweenOf(found)}`;
}

function tally(changes: readonly { readonly change: string }[], kinds: readonly string[]): number {
  return changes.filter(({ change }) => kinds.includes(change)).length;
}

/** Of the path that is asked about alone: those between are more. */
function betweenOf({ commitsInAll: total, commitsOf: path }: Comparison): string {
  if (total === 0) return '';
  const isOne = total === 1;
  if (path === undefined) return `; ${total} ${isOne ? 'commit lies' : 'commits lie'} between`;
  return `; ${total} ${isOne ? 'commit between touches' : 'commits between touch'} \`${path}\``;
}

function cardOf(found: Comparison, scope: Compared, spans: readonly Evidence[]): Card {
  const query = queryOf(found, scope);
  const { definitions } = found;
  return {
    id: 'comparison',
    type: 'table',
    title: `${nameOfVersion(found.from.snapshot)} → ${nameOfVersion(found.to.snapshot)}`,
    query,
    csv: query,
    total: definitions.length,
    truncated: definitions.length > rowsShown || found.isCut,
    columns: ['change', 'definition', 'before', 'after'],
    rows: definitions.slice(0, rowsShown).map((one) => ({
      cells: [one.change, one.name, placeText(one.before), placeText(one.after)],
      evidence: spans.find((span) => isAt(span, found, one))?.id,
    })),
  };
}

function isAt(
  { path, startLine, commit }: Evidence,
  { to, from }: Comparison,
  one: DefinitionChange,
): boolean {
  const side = one.after ?? one.before;
  const version = one.after === undefined ? from : to;
  return path === side?.path && startLine === side.startLine && commit === version.snapshot.commit;
}

function placeText(symbol: SymbolRow | undefined): string {
  return symbol === undefined ? '' : `${symbol.path}:${symbol.startLine}-${symbol.endLine}`;
}

function queryOf({ from, to }: Comparison, { symbol, path }: Compared): string {
  const query = new URLSearchParams({
    from: from.snapshot.id,
    to: to.snapshot.id,
    ...(symbol === undefined ? {} : { symbol }),
    ...(path === undefined ? {} : { path }),
  });
  return `/v1/repositories/${to.repository.id}/compare?${query.toString()}`;
}
