/** Makes the overview of a published snapshot without a model, and caches what depends on the index alone with the answers of the snapshot. */

import { unnamedExport } from '../../core/code/symbol.ts';
import type { GraphNode } from '../../core/code/edge.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type {
  CentralDefinition,
  OverviewDefinition,
  RecentChanges,
  RepositoryOverview,
} from '../../core/repositories/overview.ts';
import { chooseParts } from '../../retrieval/overview/choose-parts.ts';
import { firstSentence } from '../../retrieval/overview/first-sentence.ts';
import { starterQuestions } from '../answer/suggest-questions.ts';
import { historyNotes, toHistoryKey } from '../browse/read-history.ts';
import { hasGraph } from '../graph/graph-query.ts';
import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { countReferences, type ReferenceCounts } from './count-references.ts';
import { describeFolders } from './describe-folders.ts';
import { findEntryPoints } from './find-entry-points.ts';
import { describeLayout, listLayoutFolders } from './read-layout.ts';
import { readPurpose } from './read-purpose.ts';

const maxCentral = 12;
/** Most-referenced definitions from which those of folders are chosen. */
const maxRanked = 600;
const maxCommits = 8;
/** Kinds that a newcomer looks for. Type variables and constants are referenced often but explain little. */
const centralKinds = /^(?:class|component|enum|function|interface|macro|method|module|struct|trait|type)$/;

export async function readOverview(
  services: Services,
  resolved: ResolvedSnapshot,
): Promise<RepositoryOverview> {
  const [indexed, changes] = await Promise.all([
    readIndexedOverview(services, resolved),
    readRecentChanges(services, resolved),
  ]);
  return { ...indexed, changes };
}

/** The part that depends on the index alone. History is imported after a snapshot is published. */
type IndexedOverview = Omit<RepositoryOverview, 'changes'>;

async function readIndexedOverview(services: Services, resolved: ResolvedSnapshot): Promise<IndexedOverview> {
  const digest = `overview ${services.build}`;
  const cached = await services.answerCache.read(resolved.key, digest);
  const [event] = cached ?? [];
  if (event?.type === 'text') return JSON.parse(event.delta) as IndexedOverview;
  const overview = await createOverview(services, resolved);
  // The answer cache stores events, so the overview is stored as the text of one.
  await services.answerCache.write(resolved.key, digest, [{ type: 'text', delta: JSON.stringify(overview) }]);
  return overview;
}

async function createOverview(services: Services, resolved: ResolvedSnapshot): Promise<IndexedOverview> {
  const { key } = resolved;
  const files = await services.chunkStore.listFiles(key);
  const folders = listLayoutFolders(files);
  const shownFolders = [...folders.folders, ...folders.mainFolders].map(({ path }) => path);
  const { parts, moreParts, partOf } = chooseParts(files);
  const noReferences: ReferenceCounts = { definitions: [], links: [] };
  const [purpose, references, descriptions, entries, questions] = await Promise.all([
    readPurpose(services, key, files),
    hasGraph(resolved) ? countReferences(services, key, { files, partOf }) : noReferences,
    describeFolders(services, key, { files, folders: shownFolders }),
    findEntryPoints(services, key, files),
    starterQuestions(services, resolved),
  ]);
  const ranked = await readRankedDefinitions(services, key, references);
  return {
    purpose,
    layout: describeLayout(files, folders, {
      definitions: ranked.filter(({ kind }) => kind !== 'method').map(toDefinition),
      descriptions,
    }),
    ...entries,
    central: ranked.slice(0, maxCentral),
    parts: { parts, moreParts, links: references.links },
    questions: questions.map(({ question, about }) => ({ question, about })),
  };
}

async function readRankedDefinitions(
  { graphStore }: Pick<Services, 'graphStore'>,
  key: SnapshotKey,
  { definitions }: ReferenceCounts,
): Promise<readonly CentralDefinition[]> {
  const counts = definitions.slice(0, maxRanked);
  const nodes = await graphStore.nodes(
    key,
    counts.map(({ id }) => id),
  );
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return counts.flatMap(({ id, references, files }) => {
    const node = byId.get(id);
    return node !== undefined && isShown(node) ? [toCentral(node, { references, files })] : [];
  });
}

function isShown({ kind, name, symbol, role }: GraphNode): boolean {
  const isPublic = name.length > 1 && name !== unnamedExport && !name.startsWith('_');
  return role === 'source' && symbol !== undefined && isPublic && centralKinds.test(kind);
}

function toCentral(
  node: GraphNode,
  counts: { readonly references: number; readonly files: number },
): CentralDefinition {
  const { symbol, name, kind, path, startLine, endLine, nameLine, signature, documentation } = node;
  return {
    name: symbol ?? name,
    kind,
    path,
    startLine,
    endLine,
    nameLine,
    signature,
    documentation: firstSentence(documentation) ?? '',
    ...counts,
  };
}

function toDefinition({
  name,
  kind,
  path,
  startLine,
  endLine,
  nameLine,
}: CentralDefinition): OverviewDefinition {
  return { name, kind, path, startLine, endLine, nameLine };
}

async function readRecentChanges(
  { historyStore }: Pick<Services, 'historyStore'>,
  resolved: ResolvedSnapshot,
): Promise<RecentChanges> {
  const key = toHistoryKey(resolved);
  const state = await historyStore.state(key);
  const entries = state.commits === 0 ? [] : await historyStore.timeline(key, '', { limit: maxCommits });
  return {
    commits: entries.map(({ commit: { id, subject, author, authoredAt } }) => ({
      commit: id,
      subject,
      author,
      authoredAt,
    })),
    notes: historyNotes(state),
  };
}
