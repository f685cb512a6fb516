/** Completes follow-ups that are fragments ("why?", "in which file?", "an example?"). */

import { capitalize, type QuestionFrame } from './question-frame.ts';
import type { Referent, Referents } from './referents.ts';
import { agreeInNumber, isParticiple, isLocationVerb, isPlural } from './word-forms.ts';

export interface Completed {
  readonly text: string;
  readonly carried: readonly string[];
}

interface Context {
  /** Of the question before it. */
  readonly frame: QuestionFrame;
  readonly referents: Referents;
}

const lead = String.raw`^(?:(?:and|but|so|ok|okay|then|also)\b[\s,]*)*`;
const polite = String.raw`(?:(?:can|could|would) you (?:please )?)?(?:please )?`;
const pronoun = `(?:it|that|this|them|these|those)`;
const end = String.raw`(?:,? please)?[\s?.!…]*$`;
const fragment = (body: string): RegExp => new RegExp(`${lead}(?:${body})${end}`, 'i');

const fragments: readonly (readonly [
  RegExp,
  (match: RegExpExecArray, context: Context) => Completed | undefined,
])[] = [
  [
    fragment(`why(?: so| not| exactly| (?:is|was) ${pronoun}(?: so)?)?|how come|for what reason|what for`),
    (_, context) => reopened('Why', context),
  ],
  [
    fragment(`how(?: so| exactly| (?:is|are) (?:it|that|this|they) done)?|in what way`),
    (_, context) => reopened('How', context),
  ],
  [
    fragment(
      `where(?: exactly| (?:is|are) (?:it|that|this|they) (?:done|happening|handled|implemented)| (?:does|do) (?:it|that|this|they) happen)?`,
    ),
    (_, context) => reopened('Where', context),
  ],
  [
    fragment(
      `when(?: exactly| (?:is|are) (?:it|that|this|they) done| (?:does|do) (?:it|that|this|they) happen)?`,
    ),
    (_, context) => reopened('When', context),
  ],
  [
    fragment(
      `(?:since when|how long)(?: (?:is|are|was|were|has|have|does|do) ${pronoun}(?: been)?(?: (?:so|there|here|done|like (?:this|that)|the case|this way|that way|exist|do (?:that|this)))?)?`,
    ),
    (_, { referents }) => ofPast('Since when is … there?', referents),
  ],
  [
    fragment(
      `who (?:did|changed|touched|edited|last changed|last touched) ${pronoun}(?: last)?|who (?:was|is) (?:it|that)|by whom`,
    ),
    (_, { referents }) => ofPast('Who last changed …?', referents),
  ],
  [
    fragment(`who (?:wrote|added|introduced|brought|made) ${pronoun}`),
    (_, { referents }) => ofPast('Who introduced …?', referents),
  ],
  [
    fragment(
      `(?:in |from |at |on )?(?:which|what) (file|module|class|function|method|folder|package|line)s?(?: (?:is|are) (?:it|that|this|they)(?: in)?)?`,
    ),
    (match, context) => reopened(`In which ${match[1]?.toLowerCase() ?? 'file'}`, context),
  ],
  [
    fragment(
      `(?:what happens (?:then|next|after ${pronoun}|afterwards)|(?:and )?then what|and then|what comes next)`,
    ),
    (_, context) => afterwards(context),
  ],
  [
    fragment(
      `${polite}(?:tell me |say |show me |give me |i want )?(?:some |any |even )?more(?: details?| info(?:rmation)?)?(?: (?:about|on|of) ${pronoun})?|${polite}(?:go on|continue|elaborate|keep going|go deeper|details|in (?:more )?detail|what else|anything else|explain (?:more|further|${pronoun} (?:further|in (?:more )?detail|again|better)))`,
    ),
    (_, { referents }) => complete('Tell me more about', referents.one),
  ],
  [
    fragment(
      `${polite}(?:show(?: me)?|give(?: me)?|is there|are there|do you have|any|have you)?(?: ?(?:an?|some|any|one|the|code|usage))*(?: ?(?:for|concrete))? ?(?:examples?|samples?|demos?|e\\.g)(?: (?:code|usage|of ${pronoun}|for ${pronoun}|of (?:using|how to use) ${pronoun}))?`,
    ),
    (_, { referents }) => complete('Show an example of', referents.one),
  ],
  [
    fragment(
      `${polite}(?:show(?: me)?|give(?: me)?|see|can i see)(?: the| its)? (?:code|source|source code|implementation)(?: (?:of|for) ${pronoun})?`,
    ),
    (_, { referents }) => complete('Show the code of', referents.symbol ?? referents.one),
  ],
  [
    fragment(
      `what (?:else )?(?:would |could |might |will )?breaks?(?: then| if (?:i|we) (?:do|did)(?: that| so)?)?`,
    ),
    (_, { referents }) => complete('What breaks if I change', referents.symbol ?? referents.one, '?'),
  ],
  [
    fragment(
      `(?:the |its |their |any |all (?:the |its )?|what |which |what are the |list the )*(tests?|unit tests?|test cases|callers?|callees?|importers?|dependents?|usages?|uses|parameters?|params|arguments?|args|return (?:value|type)s?|signature|methods?|fields?|attributes|properties|subclasses|dependencies|exceptions?|definition|documentation|docs|options|defaults?|implementations?)`,
    ),
    (match, context) => related(match[1] ?? '', context),
  ],
];

export function completeFragment(question: string, context: Context): Completed | undefined {
  const text = question.trim();
  for (const [pattern, build] of fragments) {
    const match = pattern.exec(text);
    if (match !== null) return build(match, context);
  }
  return undefined;
}

/** The question before it, asked in other words: `How are sessions signed?` and `where?` make `Where are sessions signed?`. */
function reopened(opening: string, { frame, referents }: Context): Completed | undefined {
  const { auxiliary, subject, predicate, rest } = frame;
  const isWhole = predicate !== '' && /^(?:how|why|when|where|in which \w+)$/i.test(frame.opening);
  const onlyPlaced = isLocationVerb(predicate) && !opening.startsWith('In') && opening !== 'Where';
  const isSame = frame.opening.toLowerCase() === opening.toLowerCase();
  if (isSame && opening !== 'Where') return complete('Tell me more about', referents.one);
  if (frame.kind === 'inverted' && isWhole && !onlyPlaced) {
    const asks = isSame ? 'In which file' : opening;
    return {
      text: `${joined(asks, auxiliary, subject, predicate, rest)}?`,
      carried: [/^`[^`]+`$/.test(subject) ? subject.slice(1, -1) : joined(subject, predicate, rest)],
    };
  }
  const about = /^(?:Where|In)/.test(opening) ? (referents.one ?? referents.symbol) : referents.one;
  return about === undefined ? undefined : { text: asked(opening, about), carried: [stripBackticks(about)] };
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function asked(opening: string, about: Referent): string {
  const is = agreeInNumber('is', about.plural);
  if (opening === 'Why') return `Why ${is} ${about.text} needed?`;
  if (opening === 'How') return `How ${agreeInNumber('does', about.plural)} ${about.text} work?`;
  if (opening === 'When') return `When ${is} ${about.text} used?`;
  return about.isCode ? `${opening} is ${about.text} defined?` : `${opening} ${is} ${about.text}?`;
}

function afterwards({ frame, referents }: Context): Completed | undefined {
  const { kind, auxiliary, subject, predicate, rest } = frame;
  if (kind === 'inverted' && isParticiple(predicate) && !isLocationVerb(predicate) && subject !== '') {
    const clause = joined(subject, auxiliary, predicate, rest);
    return { text: `What happens after ${clause}?`, carried: [clause] };
  }
  return complete('What happens after', referents.one, '?');
}

function related(noun: string, { referents }: Context): Completed | undefined {
  const about = /test|example|docs|documentation/i.test(noun)
    ? referents.one
    : (referents.symbol ?? referents.one);
  if (about === undefined) return undefined;
  const lower = noun.toLowerCase();
  if (/test/.test(lower))
    return { text: `Where are the tests of ${about.text}?`, carried: [stripBackticks(about)] };
  return {
    text: `What ${agreeInNumber('is', isPlural(lower))} the ${lower} of ${about.text}?`,
    carried: [stripBackticks(about)],
  };
}

/** Of what a definition has been through, else of what was spoken of. */
function ofPast(asked: string, { one, symbol }: Referents): Completed | undefined {
  const about = symbol ?? one;
  if (about === undefined) return undefined;
  return { text: asked.replace('…', about.text), carried: [stripBackticks(about)] };
}

function complete(opening: string, about: Referent | undefined, mark = '.'): Completed | undefined {
  return about === undefined
    ? undefined
    : { text: `${capitalize(opening)} ${about.text}${mark}`, carried: [stripBackticks(about)] };
}

/** A referent as data, without the marks of code. */
export function stripBackticks(about: Referent): string {
  return about.text.replace(/^`|`$/g, '');
}
