/** Parses a question into its class, significant terms, names and paths. Uses no model and no database. */

import type { Question, QuestionTerm } from '../../core/answers/question.ts';
import { identifierParts, isStopWord, extractTerms } from '../../core/text/terms.ts';
import { assessBreadth, genericWords, type Breadth } from './question-breadth.ts';
import { classifyQuestion } from '../question-class/classify-question.ts';
import { isMisspelledQuestionWord } from '../question-class/correct-question-words.ts';
import { classOfRelation, readGraphQuestion } from '../graph-question/read-graph-question.ts';
import { findQuotedPhrases } from './find-quoted-phrases.ts';

const backticked = /`([^`\n]{1,120})`/g;
const pathLike =
  /(?:^|[\s`"'(])((?:[\w.@-]+\/)+[\w.@-]*|[\w-]+(?:\.[\w-]+)*\.(?:py|pyi|[cm]?[jt]sx?|go|rs|java|c|h|cc|cpp|hpp|rb|cs|php|svelte|vue|kt|swift|sh|css|html|lock|sum|mod|txt|ini|cfg|xml|csv|svg|png|md|rst|toml|json|ya?ml|sql))(?=$|[\s`"'),?:;!]|\.(?:\s|$))/g;
const word = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_][\p{L}\p{N}_]*)*(?:\(\))?|\p{N}{2,}/gu;

/** Words of a longer question that are looked up, besides the names in it. */
const longestQuestion = 40;

/** @param defined what looks like the name of a file and is that of a definition: `res.json` */
export function readQuestion(text: string, defined: readonly string[] = []): Question {
  const pathsIn = [...text.matchAll(pathLike)].map((match) => (match[1] ?? '').replace(/\/$/, ''));
  const paths = unique(pathsIn).filter((path) => !defined.includes(path));
  const names = namesIn(text, paths);
  // What is written as code is meant, however common the word.
  const named = new Set(names.identifiers.map((name) => (name.split('.').at(-1) ?? name).toLowerCase()));
  const terms = termsIn(text, named);
  const namesCode = names.identifiers.length + paths.length > 0;
  const breadth = namesCode ? 'part' : assessBreadth(text);
  const graph = readGraphQuestion(text);
  const asked =
    graph?.subject.isSure === true
      ? classOfRelation[graph.relation]
      : classOf(text, [...names.identifiers, ...paths], breadth);
  return {
    text,
    class: asked,
    // Of what asks for the whole the words that any repository has find only what speaks of projects.
    terms:
      breadth === 'overview' ? filterGenericTerms(terms, asked, named) : informative(terms, asked, named),
    ...names,
    paths,
    wordings: findQuotedPhrases(text, paths),
    isOverview: breadth === 'overview',
    isStatement: !isAsking(text),
    // Documents about testing are no tests.
    asksForTests: asked !== 'docs' && asksFor(text, /\b(?:tests?|tested|testing|specs?|fixtures?)\b/i),
    asksForTestsOf: /\btests? (?:of|for)\b|\b(?:is|are|gets?|was|were) .*\btested\b|\bwhich tests?\b/i.test(
      text,
    ),
    asksForReturns:
      /\b(?:what|which|does|do)\b.*\breturns?\b|\breturn (?:value|type)\b|\breturned by\b/i.test(text),
    asksForExamples: asksFor(text, /\b(?:examples?|samples?|demos?|tutorials?)\b/i),
    graph,
  };
}

/** "The guide about sessions" is about sessions. */
const wordsForDocuments = new Set(
  'doc docs document documentation documented guide guides manual page pages tutorial tutorials'.split(' '),
);

/** Words that say something of a part; all of them where none does. */
function informative(
  terms: readonly QuestionTerm[],
  asked: Question['class'],
  named: ReadonlySet<string>,
): readonly QuestionTerm[] {
  const found = filterGenericTerms(terms, asked, named);
  return found.length > 0 ? found : terms;
}

function filterGenericTerms(
  terms: readonly QuestionTerm[],
  asked: Question['class'],
  named: ReadonlySet<string>,
): readonly QuestionTerm[] {
  return terms.filter(
    ({ word: one }) =>
      named.has(one) || (!genericWords.has(one) && (asked !== 'docs' || !wordsForDocuments.has(one))),
  );
}

const asking =
  /\?\s*$|^\W*(?:what|where|which|how|why|who|when|is|are|does|do|did|can|could|has|have|show|find|list|give|tell|locate|explain|describe|look|search|get|see)\b/i;
/** Of more words that ask nothing, one is only mentioned: "fix a flaky test of the parser". */
const fewWords = 4;

/** Whether something is asked for, if only by a name. */
function isAsking(text: string): boolean {
  return asking.test(text) || text.trim().split(/\s+/).length <= fewWords;
}

/** Whether a kind of file is what is asked for, not only spoken of. */
function asksFor(text: string, kind: RegExp): boolean {
  return kind.test(text) && isAsking(text);
}

/** How much is asked about is told by rules, which err to the narrower; what is asked of a part, by its cues. */
function classOf(text: string, names: readonly string[], breadth: Breadth): Question['class'] {
  if (breadth === 'everything') return 'too-broad';
  return breadth === 'overview' ? 'docs' : classifyQuestion(text, names);
}

/** Names written as code, and plain words that a symbol may be called. */
function namesIn(text: string, paths: readonly string[]): Pick<Question, 'identifiers' | 'possibleNames'> {
  const quoted = [...text.matchAll(backticked)]
    .map((match) => tidyName(match[1] ?? ''))
    .filter((name) => /^[\w$.]+$/.test(name) && !paths.includes(name));
  const identifiers = new Set(quoted);
  const possibleNames = new Set<string>();
  for (const [found] of text.matchAll(word)) {
    const name = tidyName(found);
    if (
      isStopWord(name) ||
      (name.length < 2 && !isWhole(name, text)) ||
      paths.some((path) => path.includes(name))
    )
      continue;
    if (looksLikeCode(found, name)) identifiers.add(name);
    else if ((name.length > 2 || isWhole(name, text)) && !genericWords.has(name.toLowerCase()))
      possibleNames.add(name);
  }
  return {
    identifiers: [...identifiers],
    possibleNames: [...possibleNames].filter((name) => !identifiers.has(name)),
  };
}

/** The question is this one word. */
function isWhole(name: string, text: string): boolean {
  return text.trim() === name;
}

function looksLikeCode(found: string, name: string): boolean {
  if (found.endsWith('()') || name.includes('.')) return !/^(?:e\.g|i\.e)$/i.test(name);
  if (/^_|_\w/.test(name)) return true;
  return /[a-z0-9][A-Z]|[A-Z]{2,}[a-z]{2,}/.test(name);
}

/** `Router::route()` and `Router#route` are `Router.route` here. */
function tidyName(name: string): string {
  return name
    .replace(/\(.*\)$/, '')
    .replace(/::|#/g, '.')
    .trim();
}

function saysNothing(lower: string): boolean {
  return isStopWord(lower) || isMisspelledQuestionWord(lower);
}

function termsIn(text: string, named: ReadonlySet<string>): readonly QuestionTerm[] {
  const terms = new Map<string, QuestionTerm>();
  for (const [found] of text.matchAll(word)) {
    for (const piece of tidyName(found).split('.')) {
      const lower = piece.toLowerCase();
      if ((saysNothing(lower) && !named.has(lower)) || terms.has(lower)) continue;
      const variants = unique(extractTerms(piece));
      if (variants.length > 0)
        terms.set(lower, { word: lower, variants, alternatives: alternativesOf(piece, variants) });
    }
  }
  return [...terms.values()].filter((term, index) => index < longestQuestion || named.has(term.word));
}

/** The whole or a stem of it; of a compound the whole or all its parts, unless a part is too short to stand in the index. */
function alternativesOf(piece: string, variants: readonly string[]): readonly (readonly string[])[] {
  const parts = identifierParts(piece);
  if (parts.length < 2) return variants.map((variant) => [variant]);
  const [whole = '', ...rest] = variants;
  return parts.every((part) => part.length > 1) ? [[whole], rest] : [[whole]];
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
