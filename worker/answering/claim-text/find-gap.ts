/**
 * Finds the part of a claim that states what the evidence does not show, such as "the source does not say how often it retries". The statement
 * must name the evidence; that the code does not do something is an ordinary claim.
 */

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
  new RegExp(String.raw`\bno ${evidence.replace('(?:the |this', '(?:')} (?:here |given )?${verbs}s?\b`, 'iu'),
];

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
  /\b(?:not|no|none|nothing|nowhere|never|neither|nor|cannot|unknown|unclear|missing|absent|outside|beyond)\b|n['’]t\b/i;

/** Returns whether a sentence that its author marks as having no source states a limit, and does not assert something. */
export function statesLimit(text: string): boolean {
  return limits.test(text.replace(/\[chunk:[^\]\n]{1,60}\]|“[^”]{0,600}”|`[^`\n]{1,400}`/gu, ' '));
}

/** Longer claims are not read. The claim reader cuts claims long before this length. */
const maxLength = 8_000;

/** @param text the claim; quotations and code count as part of the statement that they are in */
export function findGap(text: string): Gap | undefined {
  if (text.length > maxLength) return undefined;
  // Marks of the same length keep the positions, and punctuation within code ends no statement.
  const masked = text.replace(/“[^”]{0,600}”|`[^`\n]{1,400}`|\[chunk:[^\]\n]{1,60}\]/gu, (all) =>
    'x'.repeat(all.length),
  );
  const match = statements.map((pattern) => pattern.exec(masked)).find((found) => found !== null);
  if (match === undefined || match === null) return undefined;
  let [from, to] = [0, text.length];
  for (const { 0: mark, index } of masked.matchAll(boundary)) {
    if (index + mark.length <= match.index) from = index + mark.length;
    else if (index >= match.index + match[0].length) {
      to = index;
      break;
    }
  }
  const citations = text.slice(from, to).match(/\[chunk:[^\]\n]{1,60}\]/g) ?? [];
  return {
    statement: text.slice(from, to),
    rest: `${text.slice(0, from)} ${citations.join('')} ${text.slice(to)}`,
  };
}
