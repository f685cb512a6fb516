/** What search and answers do alike: read the question, find spans, read them, judge whether they hold an answer. */

import type { Question } from '../core/question.ts';
import { foldCopies, type FoldedSpan } from '../retrieval/fold-copies.ts';
import { joinDependents } from '../retrieval/join-dependents.ts';
import { leadWithWordings } from '../retrieval/lead-with-wordings.ts';
import type { Judgement } from '../retrieval/judge-confidence.ts';
import type { RankedSpan } from '../retrieval/rank-spans.ts';
import { planSubQueries } from '../retrieval/plan-sub-queries.ts';
import { readerLanguages } from '../retrieval/reader-language.ts';
import { bindToTree, namesPlace } from '../retrieval/bind-to-tree.ts';
import { certaintyOf } from '../retrieval/find-definitions.ts';
import {
  candidatesWanted,
  retrieveSpans,
  type RankingChoice,
  type RetrievalScope,
  type Retrieved,
} from '../retrieval/retrieve-spans.ts';
import type { Passage } from '../retrieval/read-passages.ts';
import { readHeldTerms } from '../retrieval/search-terms.ts';
import { findSimilarTerms, readAs } from '../retrieval/similar-terms.ts';
import { retrieveThreeWays, type ThreeWayQuery } from '../retrieval/retrieve-three-ways.ts';
import type { FileRow, SymbolRow } from '../ports/chunk-store.ts';
import { joinFindings } from './join-findings.ts';
import { judgeByCode } from './judge-by-code.ts';
import { judgeFinding } from './judge-finding.ts';
import { leadWithOpening } from './lead-with-opening.ts';
import { readBest } from './read-best.ts';
import { readQuestionOf } from './read-question-of.ts';
import type { ModelHelp } from './generation/model-help.ts';
import { refineSpans, type Refining } from './refine-spans.ts';
import { relatedSpans } from './related-spans.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import { retrievePlanned, type Planning } from './retrieve-planned.ts';
import { scopeOf } from './search/scope-of.ts';
import type { SearchFilters } from './search/search-filters.ts';
import type { Services } from './services.ts';
import { threeWayNotes } from './three-way-notes.ts';
import { siftByKind, usualKind } from './search/wanted-kinds.ts';

export type FoundSpan = Passage<FoldedSpan>;

export interface Finding {
  readonly question: Question;
  readonly retrieved: Retrieved;
  /** The first spans of the ranking, read. */
  readonly spans: readonly FoundSpan[];
  /** What the graph leads to from the first of them; none unless asked for. */
  readonly related: readonly FoundSpan[];
  /** Definitions sure enough to be what is asked about. */
  readonly meant: readonly SymbolRow[];
  readonly judgement: Judgement;
  /** Every file, where the question asks for files; else none. */
  readonly files: readonly FileRow[];
  /** The question's text with misspelt words as the repository writes them; undefined where none was. */
  readonly readAs: string | undefined;
  /** What it was taken apart to where it asks several things, whose spans come in turn; else nothing. */
  readonly subQueries: readonly string[];
  /** Those of them that the repository holds no answer to, where it holds one to others. */
  readonly declined: readonly string[];
  /** What of the ranking could not be done as asked, and what was done instead; else nothing. */
  readonly notes: readonly string[];
}

export const usualRanking: RankingChoice = { fusion: 'sum', ranker: 'learned', without: [] };

const sureEnough = 0.6;

export interface Asked {
  readonly text: string;
  readonly filters: SearchFilters;
  readonly count: number;
  readonly expands?: boolean;
  /** As usual where it says nothing. */
  readonly ranking?: Partial<RankingChoice>;
  /** What is done to the ranking afterwards; as the deployment has it where it says nothing. */
  readonly refining?: Refining | undefined;
  /** Models that may have a say where the deployment or the request has it so; none has where it is undefined. */
  readonly help?: ModelHelp | undefined;
  /** Has one of them put the question in the repository's terms, too. */
  readonly planning?: Planning | undefined;
  /** Ranks by similarities alone, in place of `ranking` and `refining`. */
  readonly threeWays?: ThreeWayQuery | undefined;
}

export async function retrieve(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: Asked,
): Promise<Finding> {
  const { filters, help, planning, threeWays } = asked;
  const read = { ...asked, filters: { ...filters, kinds: filters.kinds.map(usualKind) } };
  const search = (wanted: Asked): Promise<Finding> => retrieveAsMeant(services, resolved, wanted);
  const finding =
    help === undefined || planning === undefined || threeWays !== undefined
      ? await search(read)
      : await retrievePlanned(services, resolved, { planning, help, asked: read }, search);
  const holder = resolved.repository.source.kind === 'live' ? 'What was looked at' : 'The repository';
  const unheld = finding.declined.map((part) => `${holder} holds no answer to “${part}”.`);
  return { ...finding, notes: [...threeWayNotes(services, asked), ...unheld, ...finding.notes] };
}

/** Words that are nowhere are read as those they are a slip away from; what is found that way is sure only where the rest was enough. */
async function retrieveAsMeant(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: Asked,
): Promise<Finding> {
  const finding = await retrieveAsWritten(services, resolved, asked);
  const { question, judgement, retrieved } = finding;
  if (question.class === 'too-broad') return finding;
  const similar = await findSimilarTerms(services.textIndex, resolved.key, {
    question,
    frequencies: retrieved.frequencies,
  });
  if (similar.length === 0) return finding;
  const text = readAs(asked.text, similar);
  // A model that did not answer is not waited for again.
  const others = retrieved.note === undefined ? services : { ...services, dense: undefined };
  const other = await retrieveAsWritten(others, resolved, { ...asked, text });
  if (other.judgement.confidence === 'out-of-scope') return finding;
  const wasEnough = judgement.confidence === 'high' && finding.declined.length === 0;
  const confidence = wasEnough ? other.judgement.confidence : 'low';
  const notes = [...new Set([...finding.notes, ...other.notes])];
  return { ...other, judgement: { ...other.judgement, confidence }, readAs: text, notes };
}

/** Several questions in one are found and judged each by itself. */
async function retrieveAsWritten(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: Asked,
): Promise<Finding> {
  const planned = asked.threeWays === undefined ? planSubQueries(asked.text) : [];
  if (planned.length === 0) return retrieveOne(services, resolved, asked);
  const tree = planned.some(namesPlace) ? await services.chunkStore.listFiles(resolved.key) : [];
  const subQueries = planned.map((part) => bindToTree(part, tree));
  const [{ question, files }, parts] = await Promise.all([
    readQuestionOf(services.chunkStore, resolved.key, asked.text),
    Promise.all(subQueries.map((text) => retrieveOne(services, resolved, { ...asked, text }))),
  ]);
  const terms = await readHeldTerms(services.textIndex, resolved.key, question.terms);
  return joinFindings({ question, files, terms }, parts);
}

async function retrieveOne(services: Services, resolved: ResolvedSnapshot, asked: Asked): Promise<Finding> {
  const { key } = resolved;
  const { question: plain, files } = await readQuestionOf(services.chunkStore, key, asked.text);
  const question = askingForKinds(plain, asked.filters.kinds);
  const scope = await scopeOf(services, resolved, asked.filters, files);
  const read = { question, files, asked };
  const { retrieved, notes } = await retrieveBy(services, scope, read);
  const fold = async (spans: readonly RankedSpan[]): Promise<readonly FoldedSpan[]> =>
    foldCopies(await siftByKind(services, key, spans, asked.filters.kinds), readerLanguages(asked.text));
  const ranked = await fold(retrieved.spans);
  const further = await furtherSpans(services, scope, read, { found: retrieved.spans, ranked });
  // The graph is asked meanwhile, though an answer that is declined has no use for it: those are few.
  const [{ spans, judged }, more, around] = await Promise.all([
    readBest(services, key, ranked, asked.count),
    further.length === 0 ? undefined : readBest(services, key, await fold(further), asked.count),
    asked.expands === true
      ? relatedSpans(services, scope, { question, ranked, kinds: asked.filters.kinds })
      : [],
  ]);
  const meant = retrieved.definitions.filter((symbol) => certaintyOf(question, symbol) >= sureEnough);
  const finding = { question, retrieved, spans: judged, files, namesDefinition: meant.length > 0 };
  const byWords = judgeFinding(services, resolved, finding);
  const judgement = judgeByCode(services, asked, ranked, byWords);
  const related = judgement.confidence === 'out-of-scope' ? [] : around;
  return {
    question,
    retrieved,
    spans: more?.spans ?? spans,
    related,
    meant,
    judgement,
    files,
    readAs: undefined,
    subQueries: [],
    declined: [],
    notes,
  };
}

/**
 * Where copies took so many places that fewer are left than asked for, and there is more to be had: what was found, with what more
 * candidates hold besides, best first; else nothing. What is judged stays what was found first.
 */
async function furtherSpans(
  services: Services,
  scope: RetrievalScope,
  { asked, ...read }: ReadQuestion,
  { found, ranked }: { readonly found: readonly RankedSpan[]; readonly ranked: readonly FoldedSpan[] },
): Promise<readonly RankedSpan[]> {
  const isFilled = ranked.length >= asked.count || !ranked.some(({ copies }) => copies !== undefined);
  if (isFilled || scope.isSifted || found.length < candidatesWanted(services, scope)) return [];
  const refining = { ...asked.refining, rereads: 'none' } as const;
  const wider = { ...scope, isSifted: true };
  const { retrieved } = await retrieveBy(services, wider, { ...read, asked: { ...asked, refining } });
  const known = new Set(found.map(({ chunk }) => chunk.key));
  const others = retrieved.spans.filter(({ chunk }) => !known.has(chunk.key));
  return [...found, ...others].sort((a, b) => b.score - a.score);
}

/** What is filtered for is asked for: tests that were wanted are no less evidence for being tests. */
function askingForKinds(question: Question, kinds: readonly string[]): Question {
  return {
    ...question,
    asksForTests: question.asksForTests || kinds.includes('test'),
    asksForExamples: question.asksForExamples || kinds.includes('example'),
  };
}

interface ReadQuestion {
  readonly question: Question;
  readonly files: readonly FileRow[];
  readonly asked: Asked;
}

async function retrieveBy(
  services: Services,
  scope: RetrievalScope,
  { question, files, asked }: ReadQuestion,
): Promise<Pick<Finding, 'retrieved' | 'notes'>> {
  const { refining = {}, filters, threeWays, help } = asked;
  if (threeWays !== undefined) {
    const retrieved = await retrieveThreeWays(services, scope, question, threeWays);
    return { retrieved, notes: retrieved.note === undefined ? [] : [retrieved.note] };
  }
  const retrieved = await retrieveSpans(services, scope, question, { ...usualRanking, ...asked.ranking });
  const { kinds } = filters;
  const refined = await refineSpans(services, scope, question, { retrieved, refining, kinds, help });
  const opened = await leadWithOpening(services, scope, {
    question,
    files,
    spans: leadWithWordings(question, refined.spans),
  });
  const meant = retrieved.definitions.filter((symbol) => certaintyOf(question, symbol) === 1);
  const spans = await joinDependents(services, scope, { question, meant, spans: opened });
  return {
    retrieved: { ...retrieved, spans },
    notes: [...(retrieved.note === undefined ? [] : [retrieved.note]), ...refined.notes],
  };
}
