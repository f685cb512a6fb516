/**
 * Words and phrases that the project does not use, each with what to write instead. `npm run check` holds comments, messages,
 * labels and Markdown to it. A word with a good meaning elsewhere (`like`, `way`, `state`) is left to the reviewer.
 */

interface GlossaryEntry {
  /** A regular expression without look-around, matched on word boundaries, whatever the case. */
  readonly avoid: string;
  readonly use: string;
}

export const glossary: readonly GlossaryEntry[] = [
  { avoid: 'told', use: 'sent, reported or stated' },
  { avoid: 'tells? (?:of|that|apart|how|what|which|whether|where|who|why|when)', use: 'states, reports or shows' },
  { avoid: 'borne out', use: 'supported' },
  { avoid: 'likest', use: 'closest' },
  { avoid: 'mistyped', use: 'misspelled' },
  { avoid: 'lets? be', use: 'skip' },
  { avoid: 'what became of', use: 'the status of' },
  { avoid: 'stands? nowhere', use: 'is not found' },
  { avoid: 'is none', use: 'does not exist' },
  { avoid: 'are none', use: 'do not exist' },
  { avoid: 'parted', use: 'split' },
  { avoid: 'cut apart', use: 'split' },
  { avoid: '(?:made|make|makes) harmless', use: 'sanitize' },
  { avoid: 'put on its own', use: 'rewritten' },
  { avoid: '(?:hand|hands|handed|handing) over', use: 'import or upload' },
  { avoid: 'is asked of', use: 'is requested from' },
  { avoid: 'of which it', use: 'for which it' },
  { avoid: 'such as are', use: 'that are' },
  { avoid: 'kept beside', use: 'stored with' },
  { avoid: 'broken off', use: 'interrupted' },
  { avoid: 'cut off', use: 'interrupted or truncated' },
  { avoid: 'stands still', use: 'stalls' },
  { avoid: 'letters apart', use: 'within an edit distance' },
  { avoid: 'askers?', use: 'user' },
  { avoid: 'vendors?', use: 'provider' },
  { avoid: 'pasts?', use: 'history' },
  { avoid: 'remarks?', use: 'comment' },
  { avoid: 'lineages?', use: 'line history' },
  { avoid: 'held to', use: 'checked against' },
  { avoid: 'given out', use: 'issued or re-exported' },
  { avoid: 'in turn', use: 'one after the other or interleaved' },
  { avoid: 'beside it', use: 'with it' },
];
