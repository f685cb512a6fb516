/** Parses a question into its class, significant terms, names and paths. Uses no model and no database. */

import type { Question, QuestionTerm } from '../../core/answers/question.ts';
import { identifierParts, isStopWord, extractTerms } from '../../core/text/terms.ts';
import { assessBreadth, genericWords, type Breadth } from './question-breadth.ts';
import { classifyQuestion } from '../question-class/classify-question.ts';
import { classifyRequest } from '../question-class/classify-request.ts';
import { isMisspelledQuestionWord } from '../question-class/correct-question-words.ts';
import { classOfRelation, readGraphQuestion } from '../graph-question/read-graph-question.ts';
import { readListQuestion } from '../list-question/read-list-question.ts';
import { findQuotedPhrases } from './find-quoted-phrases.ts';

const backticked = /`([^`\n]{1,120})`/g;
const pathLike =
  /(?:^|[\s`"'(])((?:[\w.@-]+\/)+[\w.@-]*|[\w-]+(?:\.[\w-]+)*\.(?:py|pyi|[cm]?[jt]sx?|go|rs|java|c|h|cc|cpp|hpp|rb|cs|php|svelte|vue|kt|swift|sh|css|html|lock|sum|mod|txt|ini|cfg|xml|csv|svg|png|md|rst|toml|json|ya?ml|sql))(?=$|[\s`"'),?:;!]|\.(?:\s|$))/g;
const word = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_][\p{L}\p{N}_]*)*(?:\(\))?|\p{N}{2,}/gu;

/** Maximum number of terms. Later words of a long question are not searched, except for names. */
const maxTerms = 40;

/** Recently read questions, because every step of a search or an answer reads its question again. The oldest one comes first. */
const recent = new Map<string, Question>();
const maxRecent = 32;

/** @param definedNames definitions that look like file names, such as `res.json` */
export function readQuestion(text: string, definedNames: readonly string[] = []): Question {
  const key = [text, ...definedNames].join('\0');
  const known = recent.get(key);
  if (known !== undefined) return known;
  const question = parseQuestion(text, definedNames);
  for (const oldest of recent.keys()) {
    if (recent.size < maxRecent) break;
    recent.delete(oldest);
  }
  recent.set(key, question);
  return question;
}

function parseQuestion(text: string, definedNames: readonly string[]): Question {
  const writtenPaths = [...text.matchAll(pathLike)].map((match) => (match[1] ?? '').replace(/\/$/, ''));
  const paths = unique(writtenPaths).filter((path) => !definedNames.includes(path));
  const names = readNames(text, paths);
  // A word written as code is significant, however common it is.
  const named = new Set(names.identifiers.map((name) => (name.split('.').at(-1) ?? name).toLowerCase()));
  const terms = readTerms(text, named);
  const namesCode = names.identifiers.length + paths.length > 0;
  const breadth = namesCode ? 'part' : assessBreadth(text);
  const graph = readGraphQuestion(text);
  const list = readListQuestion(text);
  const questionClass =
    graph?.subject.isSure === true
      ? classOfRelation[graph.relation]
      : list !== undefined
        ? 'exhaustive'
        : readClass(text, [...names.identifiers, ...paths], breadth);
  return {
    text,
    class: questionClass,
    // In an overview question, generic words would only match texts about projects in general.
    terms:
      breadth === 'overview'
        ? filterGenericTerms(terms, questionClass, named)
        : informativeTerms(terms, questionClass, named),
    ...names,
    paths,
    wordings: findQuotedPhrases(text, paths),
    isOverview: breadth === 'overview',
    isStatement: !isRequest(text),
    request: classifyRequest(text, [...names.identifiers, ...paths]),
    // Documents about testing are not tests.
    asksForTests:
      questionClass !== 'docs' && asksFor(text, /\b(?:tests?|tested|testing|specs?|fixtures?)\b/i),
    asksForCoveringTests:
      /\btests? (?:of|for)\b|\b(?:is|are|gets?|was|were) .*\btested\b|\bwhich tests?\b/i.test(text),
    asksForReturns:
      /\b(?:what|which|does|do)\b.*\breturns?\b|\breturn (?:value|type)\b|\breturned by\b/i.test(text),
    asksForExamples: asksFor(text, /\b(?:examples?|samples?|demos?|tutorials?)\b/i),
    graph,
    list,
  };
}

/** Words for documents, which are not a topic: "the guide about sessions" is about sessions. */
const wordsForDocuments = new Set(
  'doc docs document documentation documented guide guides manual page pages tutorial tutorials'.split(' '),
);

/** Returns the terms without generic words, or all terms if every one is generic. */
function informativeTerms(
  terms: readonly QuestionTerm[],
  questionClass: Question['class'],
  named: ReadonlySet<string>,
): readonly QuestionTerm[] {
  const found = filterGenericTerms(terms, questionClass, named);
  return found.length > 0 ? found : terms;
}

function filterGenericTerms(
  terms: readonly QuestionTerm[],
  questionClass: Question['class'],
  named: ReadonlySet<string>,
): readonly QuestionTerm[] {
  return terms.filter(
    ({ word: termWord }) =>
      named.has(termWord) ||
      (!genericWords.has(termWord) && (questionClass !== 'docs' || !wordsForDocuments.has(termWord))),
  );
}

const questionPattern =
  /\?\s*$|^\W*(?:what|where|which|how|why|who|when|is|are|does|do|did|can|could|has|have|show|find|list|give|tell|locate|explain|describe|look|search|get|see)\b/i;
/** Maximum words of a keyword request. A longer text that is not a question only mentions a kind of file: "fix a flaky test of the parser". */
const maxKeywordWords = 4;

/** Whether the text has the form of a question or a request. */
export function isWrittenAsQuestion(text: string): boolean {
  return questionPattern.test(text);
}

/** Whether the text is a question or a few keywords. */
function isRequest(text: string): boolean {
  return isWrittenAsQuestion(text) || text.trim().split(/\s+/).length <= maxKeywordWords;
}

/** Whether the text asks for a kind of file and does not only mention it. */
function asksFor(text: string, kind: RegExp): boolean {
  return kind.test(text) && isRequest(text);
}

/** Rules decide the breadth, and prefer the narrower one when in doubt. Cues decide the class of a question about a part. */
function readClass(text: string, names: readonly string[], breadth: Breadth): Question['class'] {
  if (breadth === 'everything') return 'too-broad';
  return breadth === 'overview' ? 'docs' : classifyQuestion(text, names);
}

/** Finds names written as code, and plain words that may be names of symbols. */
function readNames(text: string, paths: readonly string[]): Pick<Question, 'identifiers' | 'possibleNames'> {
  const quoted = [...text.matchAll(backticked)]
    .map((match) => tidyName(match[1] ?? ''))
    .filter((name) => /^[\w$.]+$/.test(name) && !paths.includes(name));
  const identifiers = new Set(quoted);
  const possibleNames = new Set<string>();
  for (const [found] of text.matchAll(word)) {
    const name = tidyName(found);
    if (
      isStopWord(name) ||
      (name.length < 2 && !isWholeQuestion(name, text)) ||
      paths.some((path) => path.includes(name))
    )
      continue;
    if (looksLikeCode(found, name)) identifiers.add(name);
    else if ((name.length > 2 || isWholeQuestion(name, text)) && !genericWords.has(name.toLowerCase()))
      possibleNames.add(name);
  }
  return {
    identifiers: [...identifiers],
    possibleNames: [...possibleNames].filter((name) => !identifiers.has(name)),
  };
}

/** Whether the question consists of this one word. */
function isWholeQuestion(name: string, text: string): boolean {
  return text.trim() === name;
}

function looksLikeCode(found: string, name: string): boolean {
  if (found.endsWith('()') || name.includes('.')) return !/^(?:e\.g|i\.e)$/i.test(name);
  if (/^_|_\w/.test(name)) return true;
  return /[a-z0-9][A-Z]|[A-Z]{2,}[a-z]{2,}/.test(name);
}

/** Normalizes `Router::route()` and `Router#route` to `Router.route`. */
function tidyName(name: string): string {
  return name
    .replace(/\(.*\)$/, '')
    .replace(/::|#/g, '.')
    .trim();
}

function isUninformative(lower: string): boolean {
  return isStopWord(lower) || isMisspelledQuestionWord(lower);
}

function readTerms(text: string, named: ReadonlySet<string>): readonly QuestionTerm[] {
  const terms = new Map<string, QuestionTerm>();
  for (const [found] of text.matchAll(word)) {
    for (const piece of tidyName(found).split('.')) {
      const lower = piece.toLowerCase();
      if ((isUninformative(lower) && !named.has(lower)) || terms.has(lower)) continue;
      const variants = unique(extractTerms(piece));
      if (variants.length > 0)
        terms.set(lower, { word: lower, variants, alternatives: alternativeSpellings(piece, variants) });
    }
  }
  return [...terms.values()].filter((term, index) => index < maxTerms || named.has(term.word));
}

/** Returns a word and its stems. For a compound, returns the whole word, and all its parts unless one is too short to be indexed. */
function alternativeSpellings(piece: string, variants: readonly string[]): readonly (readonly string[])[] {
  const parts = identifierParts(piece);
  if (parts.length < 2) return variants.map((variant) => [variant]);
  const [whole = '', ...rest] = variants;
  return parts.every((part) => part.length > 1) ? [[whole], rest] : [[whole]];
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
