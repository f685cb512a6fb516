/** Tells a clause that describes code, as a heading does, from a question. */

const questionWord = /^\W*(?:how|what|where|which|why|when|who)\b/i;
/** In a question the verb follows the question word: "how are routes found" asks, "how routes are found" describes. */
const verbFirst =
  /\b(?:how|what|where|which|why|when|who)(?:['’]s|\s+(?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|to|come|many|much|long|often|big|large))\b/i;
const person = /\b(?:I|me|my|mine|we|us|our|you|your|it|its|this|that)\b/i;

/**
 * Whether the text is a clause like "how plugins are loaded at startup". People type such clauses to find the place that deals with a subject,
 * which the files answer best.
 */
export function isHeading(text: string): boolean {
  return questionWord.test(text) && !text.includes('?') && !verbFirst.test(text) && !person.test(text);
}
