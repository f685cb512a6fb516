/**
 * Answers a request for work, such as "review the router", and a greeting with what this service does and with questions to ask: about the definition
 * that the request names, else about the repository.
 */

import { describePurpose } from '../../answering/compose/decline.ts';
import type { AnswerEvent } from '../../core/answers/answer.ts';
import { containsWord } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import type { Finding } from '../search/find-spans/finding.ts';
import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { PreparedAnswer, SearchedRequest } from './answer-request.ts';
import { starterQuestions } from './suggest-questions.ts';

const maxSuggestions = 3;

export async function explainPurpose(
  services: Services,
  resolved: ResolvedSnapshot,
  { request, isWork }: { readonly request: SearchedRequest; readonly isWork: boolean },
): Promise<PreparedAnswer> {
  const finding = isWork ? await request.search.find(request.followUp.text) : undefined;
  const subject = finding && findRequestedDefinition(finding);
  return {
    readAs: undefined,
    subQueries: [],
    notes: [],
    class: finding?.question.class ?? 'docs',
    confidence: 'low',
    retrieveMs: services.clock.now() - request.startedAt,
    parts: explain(services, resolved, subject),
    subjects: subject === undefined ? [] : [{ name: subject, kind: 'symbol', path: undefined }],
  };
}

async function* explain(
  services: Services,
  resolved: ResolvedSnapshot,
  subject: string | undefined,
): AsyncGenerator<AnswerEvent> {
  const starters = subject === undefined ? await starterQuestions(services, resolved) : [];
  const questions =
    subject === undefined
      ? starters.map(({ question }) => question).slice(0, maxSuggestions)
      : [
          `What does \`${subject}\` do?`,
          `What uses \`${subject}\`?`,
          `What breaks if \`${subject}\` changes?`,
        ];
  yield { type: 'sources', evidence: [] };
  yield { type: 'text', delta: describePurpose(questions) };
  if (questions.length > 0) yield { type: 'suggestions', questions };
}

/** Returns the qualified name of the best definition whose name contains a word of the request. */
function findRequestedDefinition({ question, likelyDefinitions, spans }: Finding): string | undefined {
  const isNamed = (name: string): boolean => {
    const terms = new Set(extractTerms(name.split('.').at(-1) ?? name));
    return question.terms.some((term) => containsWord(terms, term));
  };
  const [likely] = likelyDefinitions.toSorted((a, b) => rankRole(a.role) - rankRole(b.role));
  const found = spans
    .filter(({ ranked: { chunk } }) => chunk.symbol !== undefined && isNamed(chunk.symbol))
    .toSorted((a, b) => rankRole(a.ranked.chunk.role) - rankRole(b.ranked.chunk.role));
  return likely?.qualifiedName ?? found[0]?.ranked.chunk.symbol;
}

function rankRole(role: SymbolRow['role']): number {
  return role === 'source' ? 0 : 1;
}
