/**
 * Finds the part of a claim that states what the evidence does not show, such as "the source does not say how often it retries". The statement
 * must name the evidence; that the code does not do something is an ordinary claim.
 */

import { citationMark } from './parse-claim.ts';

const evidence = String.raw`(?:(?:the |this |these |those |any |all |any of the |none of the |all of the )?(?:(?:given|provided|cited|shown|available|retrieved|supplied|present|quoted|above) )?(?:evidence|excerpts?|passages?|snippets?|sources?|citations?|extracts?|(?:cited |shown |given |provided )(?:code|lines?|files?|text|parts?|material|context|spans?))|(?:the )?(?:code|lines?|files?|parts?) (?:that (?:is|are|was|were) )?(?:shown|given|cited|provided|quoted)(?: here)?|what (?:is|was) (?:shown|given|cited|provided)(?: here)?)`;
const denied = String.raw`(?:do(?:es)? not|do(?:es)?n['’]t|did not|didn['’]t|cannot|can['’]t|never|nowhere)`;
const adverb = String.raw`(?:\w+ly |itself |themselves |alone |also |even |actually )?`;
const verbs = String.raw`(?:show|tell|say|state|mention|contain|include|cover|explain|reveal|specify|describe|indicate|document|define|answer|give|settle|establish|confirm|make (?:it )?clear|go into)`;
const participles = String.raw`(?:shown|told|stated|mentioned|contained|included|covered|explained|specified|described|documented|defined|given|visible|quoted|part|found|present|answered|clear|evident)`;
const negated = String.raw`(?:(?:is|are|was|were) not|(?:is|are|was|were)n['’]t|cannot be|can['’]t be|could not be|never|nowhere)`;

const statements: readonly RegExp[] = [
  new RegExp(String.raw`\b${evidence} ${adverb}${denied} ${adverb}${verbs}\b`, 'iu'),
  new RegExp(String.raw`\b${evidence} (?:is|are) (?:silent|quiet|not clear|unclear|inconclusive)\b`, 'iu'),
  new RegExp(
    String.raw`\b${evidence} (?:lacks?|omits?|leaves? (?:it |this |that )?(?:open|out)|has nothing|says? nothing|ha(?:s|ve) no)\b`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:nothing|no(?:where| part| line| passage)?|none) (?:in|of|from) ${evidence}`,
    'iu',
  ),
  new RegExp(
    String.raw`\b${negated} ${adverb}(?:${participles} )?(?:(?:in|by|from|among|within|of) ${evidence}|shown here|visible here|included here|covered here|quoted here|part of (?:${evidence}|what))`,
    'iu',
  ),
  new RegExp(String.raw`\b(?:outside|beyond|(?:missing|absent) (?:from|in)) ${evidence}`, 'iu'),
  new RegExp(String.raw`\bno ${evidence.replace('(?:the |this', '(?:')} (?:here |given )?${verbs}s?\b`, 'iu'),
];

/** In a sentence whose author marks it as having no source, these deny that something is known, and the evidence need not be named. */
const unknown = new RegExp(
  String.raw`\b(?:${negated} ${adverb}${participles}|(?:is|are|was|were|remains?|left) ${adverb}(?:un(?:clear|known|specified|documented|defined|stated|explained)|open|not clear|not known))\b`,
  'iu',
);

/** Ends the statement on either side. "And" does not, because it joins what is not shown. */
const boundary =
  /[;:()\n]|\s[—–-]+\s|[.!?](?=\s|$)|,?\s(?:but|although|though|whereas|while|yet|because|since|so|as|which|instead|therefore)\s|,\s(?=(?:it|they|he|she|this|these|the|and (?:it|they|the|then))\s)/giu;

export interface Gap {
  /** The statement of what is not shown. */
  readonly statement: string;
  /** The claim without it, with its citations. */
  readonly rest: string;
}

const limits =
  /\b(?:not(?! (?:only|just|merely)\b)|no(?! (?:doubt|matter|fewer|less)\b)|none|nothing(?! (?:but|other|less)\b)|nowhere|never|neither|nor|cannot|missing|absent|outside|beyond)\b|n['’]t\b/i;
/** A contrast as in ", not a list", and "and" before a denial or before a verb with what it acts on, begin another clause. */
const conjunction =
  /,\s(?=(?:not|never)\s)|,?\s(?:and|or)\s(?=(?:(?:it|they|does|do|is|are|was|were|has|have|can|will)\s)*(?:never|not|no|cannot|nothing|neither|\w+n['’]t)\b)|,?\sand\s(?=(?:\w+ly\s|then\s|also\s)*\p{L}{2,}(?:s|ed)\s(?:\w+\s)?[\d▮])/giu;

/** A denial within a condition does not deny what happens then. */
const condition = /\s(?:if|when|unless|until)\s.*$/su;
/** As in "there is no `retry` option". */
const absentName = /\b(?:no|nor|neither)\s+(?:an?\s+|the\s+)?`[^`\n]{1,400}`/giu;

/** Longer claims are not read. The claim reader cuts claims long before this length. */
const maxLength = 8_000;

/**
 * @param text the claim; quotations and code count as part of the statement that they are in
 * @param isMarked its author marks it as having no source
 */
export function findGap(text: string, isMarked = false): Gap | undefined {
  if (text.length > maxLength) return undefined;
  const masked = mask(text);
  const patterns = isMarked ? [...statements, unknown] : statements;
  const match = patterns.map((pattern) => pattern.exec(masked)).find((found) => found !== null);
  if (match === undefined || match === null) return undefined;
  let [from, to] = [0, text.length];
  for (const { 0: mark, index } of masked.matchAll(boundary)) {
    if (index + mark.length <= match.index) from = index + mark.length;
    else if (index >= match.index + match[0].length) {
      to = index;
      break;
    }
  }
  const citations = text.slice(from, to).match(new RegExp(citationMark, 'g')) ?? [];
  return {
    statement: text.slice(from, to),
    rest: `${text.slice(0, from)} ${citations.join('')} ${text.slice(to)}`,
  };
}

const opaque = new RegExp(String.raw`“[^”]{0,600}”|${'`'}[^${'`'}\n]{1,400}${'`'}|${citationMark}`, 'gu');

/** Replaces quotations, code and citations with marks of the same length, since their words and punctuation end no statement. */
function mask(text: string): string {
  return text.replace(opaque, (all) => (all.startsWith('[') ? ' ' : '▮').repeat(all.length));
}

export interface Clauses {
  /** They say that something is not there or does not happen. The names that they say are absent are omitted. */
  readonly denials: readonly string[];
  /** They say something, so they need a source. A clause of one word says nothing. */
  readonly assertions: readonly string[];
}

/** Splits a text that cites nothing into its clauses. */
export function splitClauses(text: string): Clauses {
  if (text.length > maxLength) return { denials: [], assertions: [text] };
  const masked = mask(text);
  const ends = [...masked.matchAll(boundary), ...masked.matchAll(conjunction)]
    .map(({ 0: mark, index }) => [index, index + mark.length] as const)
    .toSorted(([a], [b]) => a - b);
  const ranges = [[0, 0] as const, ...ends].map(
    ([, from], at, all) => [from, Math.max(from, all[at + 1]?.[0] ?? text.length)] as const,
  );
  const clauses = ranges.map(([from, to]) => ({
    text: text.slice(from, to),
    masked: masked.slice(from, to),
  }));
  const denials = clauses.filter((clause) => limits.test(clause.masked.replace(condition, '')));
  const assertions = clauses.filter(
    (clause) => !denials.includes(clause) && /[\p{L}\p{N}▮]\s+[\p{L}\p{N}▮]/u.test(clause.masked),
  );
  return {
    denials: denials.map((clause) => clause.text.replaceAll(absentName, ' ')),
    assertions: assertions.map((clause) => clause.text),
  };
}
