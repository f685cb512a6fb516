/**
 * Templates of reasons that people state only in discussions: the statement, and questions that ask for it later. `{symbol}` and `{file}`
 * come from the repository. The other placeholders are filled with unusual names and numbers, so that no commit message contains the statement.
 */

type NonEmptyTexts = readonly [string, ...string[]];

export interface FactTemplate {
  readonly topic: string;
  readonly questions: NonEmptyTexts;
  readonly statements: NonEmptyTexts;
}

/** Facts that people state when they propose or review a change. */
export const changeFacts: readonly [FactTemplate, ...FactTemplate[]] = [
  {
    topic: 'alternative',
    questions: [
      'Why was {alternative} not used for `{symbol}`?',
      'What spoke against {alternative} when `{symbol}` was written?',
    ],
    statements: [
      'I did try {alternative} for `{symbol}` first. It doubled the start-up on the {product} boxes to {number} ms, so I threw it away.',
      'Before this I had {alternative} in place of `{symbol}`, but {team} need the result within {number} ms and it took three times that.',
      'We weighed {alternative} instead of `{symbol}`: {person} wrote a draft, and it lost about {share} % of the rows on the {product} import.',
    ],
  },
  {
    topic: 'incompatibility',
    questions: [
      'Why could `{symbol}` not stay as it was?',
      'Which outside product forced the change of `{symbol}`?',
    ],
    statements: [
      '{product} {version} stopped accepting what `{symbol}` hands over; they answer with an empty reply instead of an error.',
      'The old form of `{symbol}` breaks under {product} {version} and later, where the order of fields is no longer kept.',
      'Since {product} {version} two calls may come in at once, which the former `{symbol}` never expected.',
    ],
  },
  {
    topic: 'limit',
    questions: [
      'Why is what goes through `{symbol}` bounded?',
      'Where does the bound around `{symbol}` come from?',
    ],
    statements: [
      'The bound around `{symbol}` is not arbitrary: {product} cuts the connection at {number} items, and we stay {share} % below.',
      'For the record: whatever passes `{symbol}` is held down because {team} pay for every batch above {number}.',
      '{person} asked for a bound here. `{symbol}` once got {number} thousand entries from {product} and took the machine with it.',
    ],
  },
  {
    topic: 'measured',
    questions: [
      'Why was the work on `{symbol}` worth it in time saved?',
      'What did measurements say about `{symbol}` before and after the change?',
    ],
    statements: [
      'Measured on the {product} data: with the old `{symbol}` {number} ms, with this {small} ms, ten runs each.',
      'Numbers, since somebody will ask: `{symbol}` took {share} % of a whole run at {team}, now it is lost in the noise.',
      'On {person}’s laptop a run goes from {number} to {small} ms with the new `{symbol}`; memory stays the same.',
    ],
  },
  {
    topic: 'kept-behaviour',
    questions: [
      'Why is the former behaviour of `{symbol}` still supported?',
      'Who depends on the old way of `{symbol}`?',
    ],
    statements: [
      'We cannot drop the old way of `{symbol}` yet: {team} are pinned to it until {month}.',
      'Keeping both ways in `{symbol}` on purpose, {product} {version} still sends the former one and is supported through {month}.',
      '{person} from {team} asked us to leave the former result of `{symbol}` alone, they compare it byte for byte.',
    ],
  },
  {
    topic: 'place',
    questions: [
      'Why does `{symbol}` live in {file} and not in a module of its own?',
      'Why was `{symbol}` left in {file}?',
    ],
    statements: [
      'I would rather leave `{symbol}` here: moved out, it is loaded {number} ms earlier and {product} counts that against us.',
      'Moving `{symbol}` elsewhere was tried in {month}; the import cycle it made cost {person} two days.',
      'It stays in this file because {team} patch `{symbol}` at build time by its path.',
    ],
  },
  {
    topic: 'name',
    questions: ['Why is `{symbol}` called that?', 'Where does the name of `{symbol}` come from?'],
    statements: [
      'On the name: `{symbol}` is what {product} calls the same thing in its manual, and {team} know that manual by heart.',
      'I wanted a shorter name than `{symbol}`, but {person} pointed out that the short one is a reserved word in {product} {version}.',
      'We voted in {month}, {small} to two: it is `{symbol}`, since the other name means something else to {team}.',
    ],
  },
  {
    topic: 'strictness',
    questions: [
      'Why is `{symbol}` so strict about its input?',
      'What incident made `{symbol}` refuse more than before?',
    ],
    statements: [
      '`{symbol}` refuses now because of the audit by {product} in {month}: finding {small} was about exactly this.',
      'A lenient `{symbol}` let {team} store {number} broken records in {month}; nobody wants that again.',
      'Better to fail here. {person} spent a week on a fault that a strict `{symbol}` would have shown at once on {product}.',
    ],
  },
  {
    topic: 'waiting',
    questions: [
      'Why did the change of `{symbol}` have to wait?',
      'Why was the change of `{symbol}` merged later than planned?',
    ],
    statements: [
      'Please hold this back until {month}: {team} freeze everything around `{symbol}` during their stocktaking.',
      'Merging only after {product} {version} is out everywhere, the new `{symbol}` would lock {share} % of them out today.',
      'This sat for a while since {person} had to clear `{symbol}` with the people of {product} first.',
    ],
  },
  {
    topic: 'tests',
    questions: [
      'Why do tests of `{symbol}` not cover every case?',
      'Why is `{symbol}` tested with so little data?',
    ],
    statements: [
      'The tests of `{symbol}` stay small: the full set of {product} is {number} MB and may not leave {team}.',
      'No test for the odd case of `{symbol}`: it needs a {product} device, and {person} has the only one.',
      'I cut the tests of `{symbol}` down to {small} cases, the rest took {number} s on the {product} runners.',
    ],
  },
];

/** Facts that people state when they report a defect. */
export const reportFacts: readonly [FactTemplate, ...FactTemplate[]] = [
  {
    topic: 'report',
    questions: [
      'Who ran into trouble with `{symbol}`, and when?',
      'Why did people complain about `{symbol}`?',
    ],
    statements: [
      'We at {team} see `{symbol}` go wrong every first Monday, when {product} sends {number} entries at once.',
      'Since {product} {version} `{symbol}` leaves {share} % of our records out, without a word in the log.',
      '{person} found it: with more than {number} entries from {product}, `{symbol}` gives the first one twice.',
    ],
  },
  {
    topic: 'circumstances',
    questions: [
      'Under which circumstances does `{symbol}` misbehave?',
      'Why was the fault around `{symbol}` so hard to see?',
    ],
    statements: [
      'Only happens with `{symbol}` on {product} {version}, and only in the first {number} ms after a restart.',
      'It took {team} {small} weeks to see that `{symbol}` is only wrong while {product} is saving.',
      'Cannot be seen on a desk: `{symbol}` needs the load {team} have in {month}, about {number} a second.',
    ],
  },
  {
    topic: 'workaround',
    questions: [
      'What did people do before `{symbol}` was put right?',
      'Why was the workaround for `{symbol}` not good enough?',
    ],
    statements: [
      'Our workaround for `{symbol}` is a restart every {small} hours, which {team} will not accept after {month}.',
      'Until then {person} runs {product} {version} beside it and takes over whenever `{symbol}` stalls.',
      'We patched `{symbol}` ourselves for {product}, and lose the patch with every update, {small} times so far.',
    ],
  },
];

/** Values for the placeholders. */
export const names = {
  alternative: [
    'a background thread',
    'a lookup table',
    'a regular expression',
    'a package from outside',
    'one shared helper',
    'a cache in front',
    'a generated file',
    'a lazy iterator',
  ],
  product: [
    'Tarnholm',
    'Quillon',
    'Vaskerud',
    'Ostrava Desk',
    'Merrow',
    'Lindqvist Cloud',
    'Pellworm',
    'Hartsog',
  ],
  team: [
    'the Brixen office',
    'the night shift',
    'our Ljubljana team',
    'the billing people',
    'the Umeå lab',
    'field support',
  ],
  person: ['Ingrid', 'Tomasz', 'Ayumi', 'Bram', 'Leilani', 'Oddvar', 'Nkechi', 'Ruben'],
  month: ['February', 'April', 'June', 'September', 'November'],
} as const satisfies Readonly<Record<string, NonEmptyTexts>>;

/** Comments that give no reason. */
export const smallTalk: NonEmptyTexts = [
  'Looks good to me.',
  'Nice, thank you!',
  'Could you rebase? The branch is behind.',
  'Rebased and squashed.',
  'Tests are green on my side.',
  'Sorry for the delay, was away.',
  'Will look at `{symbol}` again tomorrow.',
  'nit: a blank line after `{symbol}`, please.',
  'Should `{symbol}` have a doc comment?',
  'Done.',
];
