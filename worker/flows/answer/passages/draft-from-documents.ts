/** Drafts an answer from the documentation if the request prefers it, as the widget of a documentation site does. */

import type { Finding } from '../../search/find-spans/finding.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { SearchedRequest } from '../answer-request.ts';
import { asksForDefinition, draftFromFinding } from './draft-from-finding.ts';
import { draftFromPassages, type Draft } from './draft-from-passages.ts';

interface DraftInput {
  readonly finding: Finding;
  readonly request: Pick<SearchedRequest, 'search' | 'writer'>;
  /** What was searched for. */
  readonly text: string;
}

/** The best passages of the documentation must contain the words of the question with at least this part of their weight. */
const minCovered = 0.8;

export async function draftByPreference(
  services: Services,
  resolved: ResolvedSnapshot,
  input: DraftInput,
): Promise<{ readonly composed: Draft; readonly isDocumented: boolean }> {
  const { search, writer } = input.request;
  const documented =
    writer.prefer === 'documentation' ? await draftFromDocuments(services, resolved, input) : undefined;
  if (documented !== undefined) return { composed: documented, isDocumented: true };
  const finding = { finding: input.finding, count: search.count, style: writer.style };
  return { composed: await draftFromFinding(services, resolved, finding), isDocumented: false };
}

/** @returns undefined if the documentation does not cover the question, or the question asks for a definition */
async function draftFromDocuments(
  services: Services,
  resolved: ResolvedSnapshot,
  { finding, request: { search, writer }, text }: DraftInput,
): Promise<Draft | undefined> {
  if (finding.assessment.confidence === 'out-of-scope' || asksForDefinition(finding)) return undefined;
  const documents = await search.findDocuments(text);
  if (documents.assessment.covered < minCovered) return undefined;
  // A changelog says that something changed, not how it is used.
  const spans = documents.spans.filter(({ ranked }) => ranked.features?.['isChangelog'] !== 1);
  const draft = await draftFromPassages(services, resolved, {
    finding: { ...documents, spans },
    count: writer.style === 'short' ? 1 : search.count,
  });
  return draft.first === undefined ? undefined : draft;
}
