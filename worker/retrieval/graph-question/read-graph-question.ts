/**
 * Parses a graph question from its words, without a model or database. A plain word as subject is marked unsure,
 * because only the repository can show whether it is a name.
 */

import type { GraphReading, GraphRelation, Question } from '../../core/answers/question.ts';
import { parseName } from './parse-name.ts';
import { phrasingFamilies, type Phrasing } from './phrasings.ts';

/** Maximum length in characters. A longer question asks several things. */
const maxQuestionLength = 300;
/** The number of steps for "transitively". */
const transitiveDepth = 5;
const maxDepth = 10;

/** Only questions that match this hint are tested against the phrasings. */
const relationHint =
  /\b(?:re)?(?:call|invo[ck]|import|inherit|extend|implement|sub-?class|sub-?type|child|base|parent|super|ancestor|descend|derive|depend|rel(?:y|ies|ying)|use[sd]?|usage|using|reference|refer|mention|occurrence|instantiat|construct|consum|need|break|broke|affect|impact|influence|happen|fail|stop|work|without|remov|delet|renam|safe|risk|dangerous|blast|ripple|consequence|effect|change|reach|chain|path|trace|flow|route|connect|link|between|get|lead|trigger|end up|stack|satisf|downstream|from|render|requir|dead|unused)/i;
const openings: readonly RegExp[] = [
  /^(?:hey|hi|hello|ok|okay|so|and|but|also|then|now|well|please|thanks|thank you|great|cool|quick question|question)\b[\s,.!:—-]*/i,
  /^(?:can|could|would|will) you (?:please |kindly )?(?:help me (?:to )?)?/i,
  /^(?:i(?:'d| would)? (?:want|need|like|wish|love)(?: you)? to|i'm trying to|i am trying to|help me(?: to)?|let me|let's|we need to|i need) (?=\w)/i,
  /^(?:do you know|any idea|i wonder|i'm wondering|i am wondering|wondering|remind me)[\s,]*(?:of )?/i,
  /^(?:please )?(?:tell me(?: about)?|show(?: me)?|list(?: out)?|give(?: me)?|find(?: out)?(?: me)?|get(?: me)?|name|enumerate|print|display|identify|determine|count(?: up)?|search for|look up|look for|locate|know|see|explain|describe|understand|figure out|check)(?: to me)?[\s,:]+(?=\S)/i,
  /^(?:what|which|who) (?:are|is|were)(?: all)? (?=(?:the|all|every|each|some|direct|known|callers|callees|users|usages|uses|subclasses|dependents|importers|implement\w+|`|\S+'s)\b|`)/i,
  /^(?:what|who)'s (?=the\b)/i,
];
const wholeRepository =
  '(?:repo(?:sitory)?|code ?base|project|code|source(?: code)?|program|tree|workspace|monorepo|library|package|framework|app(?:lication)?)';
/** Endings that do not change the relation or the subject. */
const ending = new RegExp(
  `(?:,? (?:anywhere(?: else)?|elsewhere|everywhere|somewhere|here|at all|overall|altogether|together|in total|today|now|please|in practice|internally|and (?:from )?where(?: from)?|and how(?: many(?: are there)?)?|(?:in|across|within|throughout|of|from|anywhere in|everywhere in)(?: the| this| our| my)?(?: whole| entire)? ${wholeRepository}|(?:up to|within|to a depth of|at most|at depth|with depth|in) \\d{1,2}(?: (?:steps?|levels?|hops?)(?: deep)?)?|\\d{1,2} (?:levels?|hops?|steps?) deep|(?:except(?: for)?|excluding|without|outside(?: of)?|ignoring|but not|not counting|not in|apart from)(?: in)?(?: the)? tests?(?: files| code)?|in(?: the)? (?:tests?|test (?:files|code)|source(?:s| files))|including tests|with (?:counts|line numbers|(?:file )?paths)))+$`,
  'i',
);
/** All wordings of "in tests". */
const inTests =
  /\b(?:in|inside|within|under|from)(?: the| our| my)? (?:[`"']tests?\/?[`"']|(?:unit )?tests\b\/?(?![./\w])|test(?= (?:folder|directory|suite|files|code)\b))(?: (?:folder|directory|suite|files|code)\b)?/gi;
/** Words about quantity or certainty, which add no subject. Names in backticks are preserved. */
const fillers =
  /`[^`]*`|\b(?:all(?: of)?|every(?: single)?|each|both|full|complete|whole|entire|exhaustive|exact|known|direct|indirect|transitive|immediate|existing|possible|other|different|(?:list|set|number|count|total) of|total|else|directly|indirectly|transitively|recursively|eventually|ultimately|actually|currently|explicitly|immediately|exactly|ever|also|still|really|even|just) /gi;
const fillerAtEnd =
  / (?:directly|indirectly|transitively|recursively|exactly|currently|explicitly|else|now)$/i;

/** The class of a question by its relation: a list is exhaustive, and dependents show an impact. */
export const classOfRelation = {
  callers: 'exhaustive',
  callees: 'exhaustive',
  importers: 'exhaustive',
  imports: 'exhaustive',
  dependents: 'impact',
  dependencies: 'exhaustive',
  subclasses: 'exhaustive',
  bases: 'exhaustive',
  references: 'exhaustive',
  chain: 'how',
} as const satisfies Record<GraphRelation, Question['class']>;

/** @returns undefined if this is not a graph question */
export function readGraphQuestion(text: string): GraphReading | undefined {
  if (text.length > maxQuestionLength || !relationHint.test(text)) return undefined;
  const question = withoutOpenings(text);
  if (isNegated(question)) return undefined;
  const bare = withoutOpenings(withoutFillers(question));
  for (const { hint, phrasings } of phrasingFamilies) {
    if (!hint.test(bare)) continue;
    for (const phrasing of phrasings) {
      const groups = phrasing.pattern.exec(bare)?.groups;
      const reading = groups === undefined ? undefined : toReading(phrasing, groups, question);
      if (reading !== undefined) return reading;
    }
  }
  return undefined;
}

/** Matches words that ask for something that is not, or no longer, in the graph. Names and wordings such as "without tests" are ignored. */
const negation =
  /\b(?:never|no longer|not|cannot|hardly|rarely|seldom|barely|neither|nor|used to|without|except|excluding|apart from|but|stop(?:s|ped|ping)?|cease[sd]?|former(?:ly)?|previously|once called)\b|n't\b/i;
const notNegation =
  /`[^`]*`|\b(?:except(?: for)?|excluding|without|outside(?: of)?|ignoring|but not|not counting|not in|apart from)(?: in)?(?: the)? tests?\b|\b(?:breaks?|fails?|(?:stops? )?working) without\b|\bstop(?:s|ped)? working\b|\bno longer works?\b|\bwithout (?:breaking|affecting)\b/gi;

function isNegated(text: string): boolean {
  return negation.test(text.replace(notNegation, ' '));
}

/** Removes introductions and closing punctuation, and normalizes quotes, spaces and "in tests". */
function withoutOpenings(text: string): string {
  let bare = text
    .replace(/\s+/g, ' ')
    .replaceAll('’', "'")
    .replace(inTests, 'in tests')
    .trim()
    .replace(/[\s?.!…]+$/, '');
  for (let before = ''; before !== bare;) {
    before = bare;
    for (const opening of openings) bare = bare.replace(opening, '');
  }
  return bare;
}

function withoutFillers(text: string): string {
  return (
    text
      .replace(ending, '')
      // "The use of it" asks for its purpose, so only "every use of" is replaced.
      .replace(/\b(?:every|each|any)(?: single)? use of\b/gi, 'uses of')
      .replace(fillers, (found) => (found.startsWith('`') ? found : ''))
      .replace(fillerAtEnd, '')
      .replace(ending, '')
  );
}

function toReading(
  { relation, requiresSureName }: Phrasing,
  { X, Y }: Readonly<Record<string, string | undefined>>,
  question: string,
): GraphReading | undefined {
  const subject = parseName(X);
  const to = Y === undefined ? undefined : parseName(Y);
  if (subject === undefined || (Y !== undefined && to === undefined)) return undefined;
  if (requiresSureName && !(subject.isSure && to?.isSure !== false)) return undefined;
  const words = question.replace(/`[^`]*`/g, ' ').replace(subject.name, ' ');
  // The "imports of" a definition are its importers.
  const meansImporters =
    relation === 'imports' && !subject.isPath && /\bimports (?:of|for|to)\b/i.test(words);
  return {
    relation: meansImporters ? 'importers' : relation,
    subject,
    to,
    depth: readDepth(words),
    only: readFileFilter(words),
  };
}

function readDepth(words: string): number | undefined {
  const match =
    /\b(?:up to|within|to a depth of|at most|at depth|with depth|in) (\d{1,2})\b|\b(\d{1,2}) (?:levels?|hops?|steps?) deep/i.exec(
      words,
    );
  const steps = Number(match?.[1] ?? match?.[2] ?? Number.NaN);
  if (steps >= 1) return Math.min(steps, maxDepth);
  if (/\b(?:indirect(?:ly)?|transitive(?:ly)?|recursive(?:ly)?|eventually|ultimately)\b/i.test(words))
    return transitiveDepth;
  return /\b(?:direct(?:ly)?|immediate(?:ly)?)\b/i.test(words) ? 1 : undefined;
}

function readFileFilter(words: string): GraphReading['only'] {
  const excludesTests =
    /\b(?:except(?: for)?|excluding|without|outside(?: of)?|ignoring|but not|not counting|not in|apart from)(?: in)?(?: the)? tests?\b|\bin(?: the)? source/i;
  if (excludesTests.test(words)) return 'sources';
  return /\b(?:which|what|how many|all|the|any|every) (?:the )?(?:unit )?tests?\b|\bin(?: the)? tests?\b(?![./\w])|^tests?\b/i.test(
    words,
  )
    ? 'tests'
    : undefined;
}
