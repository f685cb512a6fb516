/** Finds capitalized proper names and abbreviations in a question ("Kafka", "CORS"). */

/** English questions. In English no other word inside a sentence is capitalized. */
const englishQuestion =
  /^\W*(?:what|where|which|how|why|who|when|is|are|does|do|did|can|could|has|have|show|find|list|give|tell|locate|explain|describe)\b/i;
const inTheMiddle = /(?<=[\p{Ll}\p{N},;] )\p{Lu}\p{Ll}{2,}(?![\p{L}\p{N}_`.(/-])/gu;
const abbreviated = /(?<![\p{L}\p{N}_`./-])\p{Lu}{3,}(?![\p{L}\p{N}_`.(/-])/gu;
/** With a larger fraction of capitals it is written as a title, where capitals mean nothing. */
const mostCapitals = 0.4;
/** Programming languages and similar words, not names of things. */
const literals = new Set(['none', 'true', 'false', 'null', 'nil']);

/** @returns each once, in lower case */
export function properNamesIn(text: string): readonly string[] {
  return namesIn(text, inTheMiddle);
}

/** "CORS". @returns each once, in lower case */
export function abbreviationsIn(text: string): readonly string[] {
  return namesIn(text, abbreviated);
}

function namesIn(text: string, pattern: RegExp): readonly string[] {
  if (!englishQuestion.test(text)) return [];
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  const capitals = words.slice(1).filter((word) => /^\p{Lu}/u.test(word));
  if (capitals.length > mostCapitals * words.length) return [];
  const names = (text.match(pattern) ?? []).map((name) => name.toLowerCase());
  return [...new Set(names)].filter((name) => !literals.has(name));
}
