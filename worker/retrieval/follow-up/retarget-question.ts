/** Applies the previous question to another subject or place: "What about X?", "and in X?". */

import { stripBackticks, completeFragment, type CompletedQuestion } from './complete-fragment.ts';
import { prepositions, type QuestionFrame } from './question-frame.ts';
import { tokenizeQuestion, type QuestionToken } from './question-tokens.ts';
import type { Referents } from './referents.ts';
import { agreeInNumber, isParticiple, isPlural } from './word-forms.ts';

interface Context {
  readonly lastQuestion: string;
  readonly frame: QuestionFrame;
  readonly referents: Referents;
}

const aboutPattern =
  /^(?:(?:and|but|so|ok|okay|then|also)\b[\s,]*)*(?:(?:what|how) about|what of|(?:the )?same (?:question )?(?:for|with)|(?:does|is) the same (?:true|apply|hold|go) (?:of|for|to|with))\s+(.+)$/i;
const andPattern = /^(?:(?:and|or|also)\b[\s,]*)+(.+)$/i;
const whatIfPattern = /^(?:(?:and|but|so)\b[\s,]*)*what ((?:if|when)\s.+)$/i;
/** A fragment that starts with one of these prepositions can only continue the previous question: `for dates?`. */
const bareTail = /^(?:for|in|inside|on|with|without|outside|from|during|under|via|by|as)\s/i;
/** Words around a fragment that add no content: `only` and `please` in `only in tests please`, `those` in `those in src`. */
const surroundingWords =
  /^(?:(?:and|but|ok|okay|now)\b[\s,]*)*(?:(?:only|just|rather)\s+)?(?:(?:those|these|the ones|ones)\s+)?(?=(?:in|inside|outside|from|under|without)\s)|,?\s+(?:please|only|instead)$/gi;
const questionWords =
  /^(?:how|where|when|why|what|which|who|whose|is|are|was|were|does|do|did|can|could|should|will|would|has|have|show|explain|describe|list|find|tell|give|i|we|you|it|they|this|that|there|please)$/;
/** Maximum words of a fragment after "and". A longer text is a separate question. */
const maxFragmentWords = 8;

export function retargetQuestion(question: string, context: Context): CompletedQuestion | undefined {
  const rawFragment = readFragment(
    question
      .trim()
      .replace(/[\s?.!]+$/, '')
      .replace(surroundingWords, ''),
  );
  if (rawFragment === undefined) return undefined;
  const fragment = rawFragment.replace(surroundingWords, '');
  const first = tokenizeQuestion(fragment)[0]?.lower ?? '';
  if ((prepositions.has(first) || first === 'outside') && first !== 'using')
    return appendTail(fragment, first, context);
  return (
    replacePredicate(fragment, context) ??
    completeFragment(fragment, context) ??
    askAboutFragment(expandReferent(fragment, context.referents), context)
  );
}

function readFragment(text: string): string | undefined {
  const named = (aboutPattern.exec(text) ?? whatIfPattern.exec(text))?.[1];
  if (named !== undefined) return named;
  const rest = andPattern.exec(text)?.[1] ?? (bareTail.test(text) ? text : undefined);
  if (rest === undefined) return undefined;
  const tokens = tokenizeQuestion(rest);
  if (bareTail.test(text) && tokens.some((token) => questionWords.test(token.lower))) return undefined;
  return tokens.length <= maxFragmentWords && !questionWords.test(tokens[0]?.lower ?? '') ? rest : undefined;
}

/**
 * Appends the fragment: `and in the client?` after `How are sessions signed?` becomes `How are sessions signed in the client?`.
 * A tail of the previous question with the same preposition is replaced.
 */
function appendTail(
  fragment: string,
  first: string,
  { lastQuestion, referents }: Context,
): CompletedQuestion | undefined {
  const previousQuestion = lastQuestion.trim().replace(/[\s?.!]+$/, '');
  if (previousQuestion === '') return undefined;
  const tokens = tokenizeQuestion(previousQuestion);
  const last = tokens.findLastIndex((token, index) => index > 1 && token.lower === first);
  // "in src/a.py" identifies a definition, so "in tests" adds a place to search and replaces nothing.
  const isOtherPlace = /^in (?:the )?tests$/i.test(fragment) && tokens[last + 1]?.kind === 'code';
  const samePrepositionAt = isOtherPlace ? -1 : last;
  const questionStart =
    samePrepositionAt < 0
      ? previousQuestion
      : previousQuestion.slice(0, tokens[samePrepositionAt]?.start).trim();
  const carried = referents.singular === undefined ? questionStart : stripBackticks(referents.singular);
  return { text: `${questionStart} ${fragment}?`, carried: [carried] };
}

function askAboutFragment(
  fragment: string,
  { lastQuestion, frame, referents }: Context,
): CompletedQuestion | undefined {
  const retargeted = replaceName(fragment, lastQuestion) ?? replaceSubject(fragment, frame);
  const firstWord = tokenizeQuestion(lastQuestion)[0]?.text ?? '';
  const unchangedWords = [withoutSubject(frame), frame.opening, firstWord].find((words) => words !== '');
  if (retargeted !== undefined && unchangedWords !== undefined)
    return { text: retargeted, carried: [unchangedWords] };
  const topic = referents.plural ?? referents.singular;
  if (topic === undefined || fragment.toLowerCase().includes(stripBackticks(topic).toLowerCase()))
    return undefined;
  const place = topic.isCode ? 'in' : 'for';
  return {
    text: `How ${agreeInNumber('does', isPlural(fragment))} ${fragment} work ${place} ${topic.text}?`,
    carried: [stripBackticks(topic)],
  };
}

function withoutSubject({ predicate, rest }: QuestionFrame): string {
  return [predicate, rest].filter((part) => part !== '').join(' ');
}

/** Replaces the only name in the previous question, written as code or capitalized, with the fragment's name. */
function replaceName(fragment: string, lastQuestion: string): string | undefined {
  const fragmentTokens = tokenizeQuestion(fragment).filter((token) => !/^(?:the|a|an)$/.test(token.lower));
  const names = tokenizeQuestion(lastQuestion).filter((token, index) => index > 0 && isName(token));
  const [oldName] = names;
  const [newName] = fragmentTokens;
  if (
    fragmentTokens.length !== 1 ||
    newName === undefined ||
    !isName(newName) ||
    names.length !== 1 ||
    oldName === undefined
  )
    return undefined;
  return `${lastQuestion.slice(0, oldName.start)}${newName.text}${lastQuestion.slice(oldName.end)}`;
}

function isName(token: QuestionToken): boolean {
  return /^\p{Lu}/u.test(token.text) || (token.kind === 'code' && !/^["“]/.test(token.text));
}

/** Replaces the subject if the rest fits any subject: `are … signed`, `does … work`, `what is …`. */
function replaceSubject(fragment: string, frame: QuestionFrame): string | undefined {
  const { kind, opening, auxiliary, subject, predicate, rest, isPersonal } = frame;
  if (kind === 'imperative')
    return replaceTail(subject, fragment, (subjectText) => `${opening} ${subjectText}.`);
  if (kind !== 'inverted' || isPersonal) return undefined;
  const fitsAnySubject =
    predicate === '' ||
    isParticiple(predicate) ||
    rest === '' ||
    /^what/i.test(opening) ||
    headNoun(fragment).toLowerCase() === headNoun(subject).toLowerCase();
  if (!fitsAnySubject || (isProcess(fragment) && !isProcess(subject))) return undefined;
  return replaceTail(
    subject,
    fragment,
    (subjectText, plural) =>
      `${[opening, agreeInNumber(auxiliary, plural), subjectText, predicate, rest].filter((part) => part !== '').join(' ')}?`,
  );
}

/** Replaces the predicate: `and popped?` after `How is the context pushed?`. */
function replacePredicate(fragment: string, { frame }: Context): CompletedQuestion | undefined {
  const { kind, opening, auxiliary, subject, predicate, rest } = frame;
  if (!isParticiple(fragment) || kind !== 'inverted' || subject === '') return undefined;
  const [participle = '', ...tail] = rest.split(' ');
  const words =
    predicate === 'get' && isParticiple(participle)
      ? [opening, auxiliary, subject, predicate, fragment, ...tail]
      : [opening, auxiliary, subject, fragment];
  if (predicate !== 'get' && !isParticiple(predicate)) return undefined;
  return { text: `${words.join(' ')}?`, carried: [subject.replace(/^`|`$/g, '')] };
}

/** Expands `nested ones` and `the async version` with the referent. */
function expandReferent(fragment: string, { singular, plural }: Referents): string {
  const referent = plural ?? singular;
  if (referent === undefined) return fragment;
  const named = referent.text.replace(/^(?:the|an?) /, '');
  if (/\s(?:version|variant|counterpart|equivalent)s?$/i.test(fragment))
    return `${fragment} of ${referent.text}`;
  if (!/\sones?$/i.test(fragment)) return fragment;
  return referent.isCode
    ? fragment.replace(/one(s?)$/i, `version$1 of ${referent.text}`)
    : fragment.replace(/ones?$/i, fragment.toLowerCase().endsWith('ones') ? named : headNoun(named));
}

/** Returns the last word before the first preposition: `adapter` in `fetch adapter for requests`. */
function headNoun(phrase: string): string {
  const tokens = tokenizeQuestion(phrase);
  const end = tokens.findIndex((token, index) => index > 0 && prepositions.has(token.lower));
  return (end < 0 ? tokens.at(-1) : tokens[end - 1])?.text ?? phrase;
}

/** Whether the phrase is an activity, which cannot replace a subject that is not one. */
function isProcess(phrase: string): boolean {
  return /(?:[a-z]{3}ing|tion|sion|ment|ance|ence|ity|ency|removal|expiry|recovery|retry|retries|rollback|cleanup)$/i.test(
    phrase,
  );
}

/** Replaces only the end of a related phrase: `the scanner` after `the tests of the parser` becomes `the tests of the scanner`. */
function replaceTail(
  subject: string,
  fragment: string,
  phrase: (subjectText: string, plural: boolean) => string,
): string {
  const related =
    /^((?:the |its )?(?:unit )?(?:tests?|callers?|parameters|arguments|return (?:value|type)|signature|methods|fields|definition|documentation|purpose|code|default|type|examples?|implementation) (?:of|for) ).+$/i.exec(
      subject,
    )?.[1];
  return related === undefined
    ? phrase(fragment, isPlural(fragment))
    : phrase(`${related}${fragment}`, isPlural(related));
}
