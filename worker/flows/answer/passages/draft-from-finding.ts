/**
 * Drafts an answer from what a search found. A definition that the question asks for, a file and documentation are described; every other
 * question gets excerpts of the best definitions.
 */

import { isProse } from '../../../answering/compose/compose-answer.ts';
import { containsWord, type Question } from '../../../core/answers/question.ts';
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
  input: Parameters<typeof draftFromDefinitions>[2],
): Promise<Draft> {
  const { finding, style, count } = input;
  const passages = { finding, count: style === 'short' ? 1 : count };
  const isDescribed = finding.assessment.confidence === 'out-of-scope' || asksForDescription(finding);
  const description = isDescribed ? await draftFromPassages(services, resolved, passages) : undefined;
  const isFinal = description?.first !== undefined || finding.assessment.confidence === 'out-of-scope';
  // An empty file that the question names has no excerpts.
  if (description !== undefined && (isFinal || description.empty.length > 0)) return description;
  return (
    (await draftFromDefinitions(services, resolved, input)) ??
    description ??
    draftFromPassages(services, resolved, passages)
  );
}

function asksForDescription(finding: Finding): boolean {
  const { question, definitions, spans } = finding;
  const [best] = spans;
  const isDocumented =
    question.class === 'docs' ||
    (definitions.length === 0 && best !== undefined && isProse(best.ranked.chunk));
  if (question.isOverview) return true;
  return !asksForMentions(question) && (isDocumented || asksForPath(question) || asksForDefinition(finding));
}

/** Words besides the name in a question that asks only for what it names: `Where is the Router class defined?` */
const maxOtherWords = 1;

/** Whether the question asks what reads or writes a file, which the file itself does not contain. */
function asksForMentions({ paths, wordings }: Question): boolean {
  return paths.some((path) => wordings.includes(path));
}

/** Whether the question asks what a path is, instead of for something in it. */
function asksForPath(question: Question): boolean {
  return question.paths.length > 0 && hasFewOtherWords(question, question.paths);
}

/** Whether the question asks for a definition that it names, or what it does or returns. */
export function asksForDefinition({ question, likelyDefinitions }: Finding): boolean {
  const names = likelyDefinitions.map(({ qualifiedName }) => qualifiedName);
  const isLookup = question.class === 'lookup' && !question.asksForTests;
  return isLookup && names.length > 0 && hasFewOtherWords(question, names);
}

function hasFewOtherWords({ terms }: Question, names: readonly string[]): boolean {
  const named = new Set(names.flatMap((name) => extractTerms(name)));
  return terms.filter((term) => !containsWord(named, term)).length <= maxOtherWords;
}
