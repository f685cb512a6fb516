/**
 * Decides whether a heading is a title that states nothing: one to three plain words or a short question. Any
 * other heading is checked as a claim.
 */

/** Heading marks, a leading number, emphasis and closing punctuation. */
const decoration = /^#{1,6}\s+(?:\d{1,2}[.)]\s+)?[*_]{0,3}|[:?]?[*_]{0,3}[:?]?(?:\s+#+)?$/g;
const plainWords = /^[A-Za-z][a-z]*(?:[ -][a-z]+)*$/;
/** Two capitalized words are a common heading form; longer ones could hide names. */
const twoWords = /^[A-Z][a-z]* [A-Z][a-z]*$/;
const question = /^(?:how|what|where|when|which|who|why)\b/i;
const maxWords = { title: 3, question: 6 } as const;

/** Words that turn a short heading into a statement or a judgment. */
const judgmentWords =
  /\b(?:yes|no|not|never|none|nothing|nobody|always|only|every|all|any|true|false|correct|right|wrong|safe|secure|official|free|best|proven|trusted|guaranteed)\b/i;
const statementWords =
  /\b(?:am|is|are|was|were|be|been|has|have|had|does|do|did|can|cannot|could|will|would|shall|should|may|might|must|needs|uses|makes|takes|gives|works|runs|calls|returns|it|its|this|that|these|those|they|we|you|i|he|she)\b|[a-z]{2}(?:ed|n't)\b/i;

export function isTitle(heading: string): boolean {
  const words = heading.replace(decoration, '').trim();
  if (words === '') return true;
  const count = words.split(/[ -]/).length;
  if (judgmentWords.test(words)) return false;
  if (!plainWords.test(words)) return twoWords.test(words) && !statementWords.test(words);
  return question.test(words)
    ? count <= maxWords.question
    : count <= maxWords.title && !statementWords.test(words);
}
