/** Completes follow-ups that are fragments ("why?", "in which file?", "an example?"). */

import { capitalize, type QuestionFrame } from './question-frame.ts';
import type { Referent, Referents } from './referents.ts';
import { agreeInNumber, isParticiple, isLocationVerb, isPlural } from './word-forms.ts';

export interface CompletedQuestion {
  readonly text: string;
  readonly carried: readonly string[];
}

interface Context {
  /** The frame of the previous question. */
  readonly frame: QuestionFrame;
  readonly referents: Referents;
}

const leadingWords = String.raw`^(?:(?:and|but|so|ok|okay|then|also)\b[\s,]*)*`;
const politeOpening = String.raw`(?:(?:can|could|would) you (?:please )?)?(?:please )?`;
const pronoun = `(?:it|that|this|them|these|those)`;
const fragmentEnd = String.raw`(?:,? please)?[\s?.!…]*$`;
const fragment = (body: string): RegExp => new RegExp(`${leadingWords}(?:${body})${fragmentEnd}`, 'i');

const fragments: readonly (readonly [
  RegExp,
  (match: RegExpExecArray, context: Context) => CompletedQuestion | undefined,
])[] = [
  [
    fragment(`why(?: so| not| exactly| (?:is|was) ${pronoun}(?: so)?)?|how come|for what reason|what for`),
    (_, context) => changeOpening('Why', context),
  ],
  [
    fragment(`how(?: so| exactly| (?:is|are) (?:it|that|this|they) done)?|in what way`),
    (_, context) => changeOpening('How', context),
  ],
  [
    fragment(
      `where(?: exactly| (?:is|are) (?:it|that|this|they) (?:done|happening|handled|implemented)| (?:does|do) (?:it|that|this|they) happen)?`,
    ),
    (_, context) => changeOpening('Where', context),
  ],
  [
    fragment(
      `when(?: exactly| (?:is|are) (?:it|that|this|they) done| (?:does|do) (?:it|that|this|they) happen)?`,
    ),
    (_, context) => changeOpening('When', context),
  ],
  [
    fragment(
      `(?:since when|how long)(?: (?:is|are|was|were|has|have|does|do) ${pronoun}(?: been)?(?: (?:so|there|here|done|like (?:this|that)|the case|this way|that way|exist|do (?:that|this)))?)?`,
    ),
    (_, { referents }) => askHistory('Since when is … there?', referents),
  ],
  [
    fragment(
      `who (?:did|changed|touched|edited|last changed|last touched) ${pronoun}(?: last)?|who (?:was|is) (?:it|that)|by whom`,
    ),
    (_, { referents }) => askHistory('Who last changed …?', referents),
  ],
  [
    fragment(`who (?:wrote|added|introduced|brought|made) ${pronoun}`),
    (_, { referents }) => askHistory('Who introduced …?', referents),
  ],
  [
    fragment(
      `(?:in |from |at |on )?(?:which|what) (file|module|class|function|method|folder|package|line)s?(?: (?:is|are) (?:it|that|this|they)(?: in)?)?`,
    ),
    (match, context) => changeOpening(`In which ${match[1]?.toLowerCase() ?? 'file'}`, context),
  ],
  [
    fragment(
      `(?:what happens (?:then|next|after ${pronoun}|afterwards)|(?:and )?then what|and then|what comes next)`,
    ),
    (_, context) => askWhatFollows(context),
  ],
  [
    fragment(
      `${politeOpening}(?:tell me |say |show me |give me |i want )?(?:some |any |even )?more(?: details?| info(?:rmation)?)?(?: (?:about|on|of) ${pronoun})?|${politeOpening}(?:go on|continue|elaborate|keep going|go deeper|details|in (?:more )?detail|what else|anything else|explain (?:more|further|${pronoun} (?:further|in (?:more )?detail|again|better)))`,
    ),
    (_, { referents }) => completeWithReferent('Tell me more about', referents.singular),
  ],
  [
    fragment(
      `${politeOpening}(?:show(?: me)?|give(?: me)?|is there|are there|do you have|any|have you)?(?: ?(?:an?|some|any|one|the|code|usage))*(?: ?(?:for|concrete))? ?(?:examples?|samples?|demos?|e\\.g)(?: (?:code|usage|of ${pronoun}|for ${pronoun}|of (?:using|how to use) ${pronoun}))?`,
    ),
    (_, { referents }) => completeWithReferent('Show an example of', referents.singular),
  ],
  [
    fragment(
      `${politeOpening}(?:show(?: me)?|give(?: me)?|see|can i see)(?: the| its)? (?:code|source|source code|implementation)(?: (?:of|for) ${pronoun})?`,
    ),
    (_, { referents }) => completeWithReferent('Show the code of', referents.symbol ?? referents.singular),
  ],
  [
    fragment(
      `what (?:else )?(?:would |could |might |will )?breaks?(?: then| if (?:i|we) (?:do|did)(?: that| so)?)?`,
    ),
    (_, { referents }) =>
      completeWithReferent('What breaks if I change', referents.symbol ?? referents.singular, '?'),
  ],
  [
    fragment(
      `(?:the |its |their |any |all (?:the |its )?|what |which |what are the |list the )*(tests?|unit tests?|test cases|callers?|callees?|importers?|dependents?|usages?|uses|parameters?|params|arguments?|args|return (?:value|type)s?|signature|methods?|fields?|attributes|properties|subclasses|dependencies|exceptions?|definition|documentation|docs|options|defaults?|implementations?)`,
    ),
    (match, context) => askForRelated(match[1] ?? '', context),
  ],
];

export function completeFragment(question: string, context: Context): CompletedQuestion | undefined {
  const text = question.trim();
  for (const [pattern, build] of fragments) {
    const match = pattern.exec(text);
    if (match !== null) return build(match, context);
  }
  return undefined;
}

/** Repeats the previous question with another opening: `where?` after `How are sessions signed?` becomes `Where are sessions signed?`. */
function changeOpening(opening: string, { frame, referents }: Context): CompletedQuestion | undefined {
  const { auxiliary, subject, predicate, rest } = frame;
  const isWhole = predicate !== '' && /^(?:how|why|when|where|in which \w+)$/i.test(frame.opening);
  const isBareLocation = isLocationVerb(predicate) && !opening.startsWith('In') && opening !== 'Where';
  const isSame = frame.opening.toLowerCase() === opening.toLowerCase();
  if (isSame && opening !== 'Where') return completeWithReferent('Tell me more about', referents.singular);
  if (frame.kind === 'inverted' && isWhole && !isBareLocation) {
    const newOpening = isSame ? 'In which file' : opening;
    return {
      text: `${joinWords(newOpening, auxiliary, subject, predicate, rest)}?`,
      carried: [/^`[^`]+`$/.test(subject) ? subject.slice(1, -1) : joinWords(subject, predicate, rest)],
    };
  }
  const referent = /^(?:Where|In)/.test(opening)
    ? (referents.singular ?? referents.symbol)
    : referents.singular;
  return referent === undefined
    ? undefined
    : { text: questionAbout(opening, referent), carried: [stripBackticks(referent)] };
}

function joinWords(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function questionAbout(opening: string, referent: Referent): string {
  const is = agreeInNumber('is', referent.isPlural);
  if (opening === 'Why') return `Why ${is} ${referent.text} needed?`;
  if (opening === 'How') return `How ${agreeInNumber('does', referent.isPlural)} ${referent.text} work?`;
  if (opening === 'When') return `When ${is} ${referent.text} used?`;
  return referent.isCode ? `${opening} is ${referent.text} defined?` : `${opening} ${is} ${referent.text}?`;
}

function askWhatFollows({ frame, referents }: Context): CompletedQuestion | undefined {
  const { kind, auxiliary, subject, predicate, rest } = frame;
  if (kind === 'inverted' && isParticiple(predicate) && !isLocationVerb(predicate) && subject !== '') {
    const clause = joinWords(subject, auxiliary, predicate, rest);
    return { text: `What happens after ${clause}?`, carried: [clause] };
  }
  return completeWithReferent('What happens after', referents.singular, '?');
}

function askForRelated(noun: string, { referents }: Context): CompletedQuestion | undefined {
  const referent = /test|example|docs|documentation/i.test(noun)
    ? referents.singular
    : (referents.symbol ?? referents.singular);
  if (referent === undefined) return undefined;
  const lower = noun.toLowerCase();
  if (/test/.test(lower))
    return { text: `Where are the tests of ${referent.text}?`, carried: [stripBackticks(referent)] };
  return {
    text: `What ${agreeInNumber('is', isPlural(lower))} the ${lower} of ${referent.text}?`,
    carried: [stripBackticks(referent)],
  };
}

/** Fills a history question with the mentioned definition, or with the main referent if there is none. */
function askHistory(template: string, { singular, symbol }: Referents): CompletedQuestion | undefined {
  const referent = symbol ?? singular;
  if (referent === undefined) return undefined;
  return { text: template.replace('…', referent.text), carried: [stripBackticks(referent)] };
}

function completeWithReferent(
  opening: string,
  referent: Referent | undefined,
  punctuation = '.',
): CompletedQuestion | undefined {
  return referent === undefined
    ? undefined
    : { text: `${capitalize(opening)} ${referent.text}${punctuation}`, carried: [stripBackticks(referent)] };
}

/** Returns a referent's text without backticks. */
export function stripBackticks(referent: Referent): string {
  return referent.text.replace(/^`|`$/g, '');
}
