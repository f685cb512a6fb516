/** Extracts a question's topic as a noun phrase, for "it" and "they" when no name was mentioned. */

import { isStopWord } from '../../core/text/terms.ts';
import { prepositions, parseQuestionFrame } from './question-frame.ts';
import { tokenizeQuestion, joinTokenText, type QuestionToken } from './question-tokens.ts';
import { gerundOfParticiple, isParticiple, isLocationVerb, isPlural } from './word-forms.ts';

/** Phrases for the whole repository, which mean the same in every turn. */
const wholeRepository =
  /\bthis (?:repo|repository|project|codebase|library|package|tool|app|application|program|framework)\b/gi;

interface Topic {
  /** A noun phrase. */
  readonly text: string;
  readonly isPlural: boolean;
}

/** Returns a question's topic as noun phrases: `sessions` for "they", `the signing of sessions` for "it". */
export function findQuestionTopics(question: string): {
  readonly pluralTopic: Topic | undefined;
  readonly singularTopic: Topic | undefined;
} {
  const frame = parseQuestionFrame(question);
  const aboutText = frame.isPersonal ? leadingNouns(frame.rest) : frame.subject;
  const subject = hasContent(aboutText) ? aboutText : contentWords(question);
  if (subject === '') return { pluralTopic: undefined, singularTopic: undefined };
  if (new RegExp(`^${wholeRepository.source}$`, 'i').test(subject))
    return { pluralTopic: undefined, singularTopic: { text: subject, isPlural: false } };
  const pluralTopic = { text: lowercaseArticle(subject), isPlural: isPlural(subject) };
  const isPassive =
    frame.kind === 'inverted' &&
    !frame.isPersonal &&
    isParticiple(frame.predicate) &&
    subject === frame.subject;
  if (!isPassive || !pluralTopic.isPlural || isLocationVerb(frame.predicate))
    return { pluralTopic, singularTopic: pluralTopic };
  const tail =
    prepositions.has(frame.rest.split(' ')[0]?.toLowerCase() ?? '') && !hasReference(frame.rest)
      ? ` ${frame.rest}`
      : '';
  return {
    pluralTopic,
    singularTopic: {
      text: `the ${gerundOfParticiple(frame.predicate)} of ${pluralTopic.text}${tail}`,
      isPlural: false,
    },
  };
}

/** Returns the words before the first preposition, conjunction or punctuation mark. */
function leadingNouns(text: string): string {
  const tokens = tokenizeQuestion(text);
  const end = tokens.findIndex(
    (token, index) =>
      index > 0 && (token.kind === 'mark' || prepositions.has(token.lower) || token.lower === 'and'),
  );
  return joinTokenText(text, end < 0 ? tokens : tokens.slice(0, end));
}

/** Returns the only name written as code, or else the text from the first to the last content word. */
function contentWords(question: string): string {
  const text = question.trim().replace(/[\s?.!]+$/, '');
  const tokens = tokenizeQuestion(text);
  const names = tokens.filter((token) => token.kind === 'code');
  if (names.length === 1) return names[0]?.text ?? '';
  const first = tokens.findIndex(isContentWord);
  const last = tokens.findLastIndex(isContentWord);
  const found = first < 0 ? '' : joinTokenText(text, tokens.slice(first, last + 1));
  return hasReference(found) ? '' : found;
}

/** Words of requests, time and authorship, which are never a topic. */
const topiclessWords =
  /^(?:show|find|give|list|please|does|tell|also|then|ok|okay|since|until|ago|when|who|whom|long|changed|happened)$/;

function isContentWord(token: QuestionToken): boolean {
  return (
    token.kind === 'code' ||
    (token.kind === 'word' && !isStopWord(token.lower) && !topiclessWords.test(token.lower))
  );
}

function hasContent(text: string): boolean {
  return !hasReference(text) && tokenizeQuestion(text).some(isContentWord);
}

function hasReference(text: string): boolean {
  return /\b(?:it|its|this|that|these|those|they|them|their|here|there)\b/i.test(
    text.replace(/`[^`]*`/g, '').replace(wholeRepository, ''),
  );
}

function lowercaseArticle(text: string): string {
  return /^(?:The|A|An)\s/.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
}
