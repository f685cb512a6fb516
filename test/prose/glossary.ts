/**
 * Lists words and phrases that the project does not use, each with its replacement. `npm run check` checks comments, messages, labels and
 * Markdown against it. Words that also have a standard meaning (`like`, `way`, `state`) are left to reviewers.
 */

interface GlossaryEntry {
  /** A regular expression without lookaround, matched at word boundaries, ignoring case. */
  readonly avoid: string;
  readonly use: string;
}

export const glossary: readonly GlossaryEntry[] = [
  { avoid: 'told', use: 'sent, reported or stated' },
  {
    avoid: 'tells? (?:of|that|apart|how|what|which|whether|where|who|why|when)',
    use: 'states, reports or shows',
  },
  { avoid: 'what is (?:asked|wanted|held|kept|told|said|given)', use: 'the request, the text, …' },
  { avoid: '(?:is|are|was) (?:asked|said|told) of', use: 'is requested from, applies to' },
  { avoid: 'said of', use: 'stated about' },
  { avoid: 'borne', use: 'supported' },
  { avoid: 'bears? out', use: 'supports' },
  { avoid: 'bears? no', use: 'has no' },
  { avoid: 'bears? (?:that|the|this) name', use: 'has this name' },
  { avoid: 'likest', use: 'closest' },
  { avoid: 'mistyped', use: 'misspelled' },
  { avoid: 'lets? be', use: 'skip' },
  { avoid: 'left out', use: 'skipped, excluded or omitted' },
  { avoid: '(?:what )?became of', use: 'the status of' },
  { avoid: 'nowhere', use: 'not found, unknown' },
  { avoid: '(?:that|which|what|it) (?:is|are) none', use: 'does not exist' },
  { avoid: 'parted', use: 'split' },
  { avoid: 'cut (?:apart|off)', use: 'split, interrupted or truncated' },
  { avoid: 'broken off', use: 'interrupted' },
  { avoid: '(?:made|make|makes) harmless', use: 'sanitize' },
  { avoid: 'neutrali[sz]e[sd]?', use: 'sanitize' },
  { avoid: '(?:put )?on its own wording', use: 'rewritten' },
  { avoid: 'put on its own', use: 'rewritten' },
  { avoid: '(?:hand|hands|handed|handing) over', use: 'import or upload' },
  { avoid: 'of which it', use: 'for which it' },
  { avoid: 'such as are', use: 'that are' },
  { avoid: '(?:is|are) (?:kept|held)', use: 'is cached, retained, stored or contained' },
  { avoid: 'kept beside', use: 'stored with' },
  { avoid: 'held to', use: 'checked against' },
  { avoid: 'stands? still', use: 'stalls' },
  { avoid: 'letters apart', use: 'within an edit distance' },
  { avoid: 'askers?', use: 'user' },
  { avoid: 'vendors?', use: 'provider' },
  { avoid: 'pasts', use: 'history' },
  { avoid: 'of the past', use: 'of history' },
  { avoid: 'remarks?', use: 'comment' },
  { avoid: 'lineages?', use: 'line history' },
  { avoid: '(?:given|gives?) out', use: 'issued or re-exported' },
  { avoid: 'judged', use: 'assessed, scored or classified' },
  { avoid: 'sifted|sifts?', use: 'filter' },
  { avoid: 'audiences?', use: 'subscribers' },
  { avoid: 'in turn', use: 'one after the other or interleaved' },
  { avoid: 'whoever', use: 'the user, the caller, …' },
  { avoid: 'anew', use: 'again' },
  { avoid: 'amiss', use: 'wrong' },
  // American spelling.
  { avoid: 'colours?', use: 'color' },
  { avoid: 'behaviours?', use: 'behavior' },
  { avoid: 'licence', use: 'license' },
  {
    avoid:
      '(?:normal|recogn|organ|serial|initial|optim|summar|minim|maxim|author|synchron|token|capital|categor)is(?:e|es|ed|ing|ation)',
    use: 'the spelling with z',
  },
];
