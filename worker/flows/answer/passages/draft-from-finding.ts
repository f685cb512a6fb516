/** Drafts an answer from what a search found: excerpts of the best definitions, or a description if the question asks what or where something is. */

import { isProse } from '../../../answering/compose/compose-answer.ts';
import { containsWord } from '../../../core/answers/question.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { draftFromDefinitions } from './draft-from-definitions.ts';
import { draftFromPassages, type Draft } from './draft-from-passages.ts';

/** @returns a draft whose `first` is undefined if nothing found answers the question */
export async function draftFromFinding(
  services: Services,
  resolved: ResolvedSnapshot,
  input: { readonly finding: Finding; readonly count: number },
): Promise<Draft> {
  const excerpts = asksForDescription(input.finding)
    ? undefined
    : await draftFromDefinitions(services, resolved, input);
  return excerpts ?? draftFromPassages(services, resolved, input);
}

/** Named definitions and files, documents and the whole repository are described instead of quoted. */
function asksForDescription(finding: Finding): boolean {
  const { question, definitions, spans, assessment } = finding;
  const [best] = spans;
  const isDocumented =
    question.class === 'docs' ||
    (definitions.length === 0 && best !== undefined && isProse(best.ranked.chunk));
  const isDescribed = question.isOverview || question.paths.length > 0 || asksForDefinition(finding);
  return isDocumented || isDescribed || assessment.confidence === 'out-of-scope';
}

/** Words besides the name in a question that asks only for a definition: `Where is the Router class defined?` */
const maxOtherWords = 1;

/** Whether the question asks for a definition that it names, or what it returns, instead of for what it does. */
function asksForDefinition({ question, likelyDefinitions }: Finding): boolean {
  if (likelyDefinitions.length === 0) return false;
  const named = new Set(likelyDefinitions.flatMap(({ qualifiedName }) => extractTerms(qualifiedName)));
  return question.terms.filter((term) => !containsWord(named, term)).length <= maxOtherWords;
}
