/** Finds phrases to search verbatim: quotations, and paths of files that something reads or writes according to the question. */

const quotation =
  /(?<![\p{L}\p{N}])(?:"([^"\n]{3,200})"|“([^”\n]{3,200})”|'([^'\n]{3,200})'|‘([^’\n]{3,200})’)(?![\p{L}\p{N}])/gu;
const severalWords = /[\p{L}\p{N}].*\s.*[\p{L}\p{N}]/u;
const processedVerbs =
  'read|parsed|written|created|fetched|loaded|opened|saved|generated|checked|validated|handled|processed|looked (?:up|for)';
const processingVerbs =
  'reads?|pars(?:es?|ing)|writ(?:es?|ing)|creat(?:es?|ing)|fetch(?:es|ing)?|load(?:s|ing)?|opens?|saves?|generat(?:es?|ing)|checks?|validat(?:es?|ing)|handl(?:es?|ing)|process(?:es|ing)?|looks? (?:up|for)|reading|opening|saving|checking';
const asksWhere = /^\W*(?:where|what|which|who|how|when|is|are|does|do|find|show|list|give|locate)\b/i;

/** Finds quoted texts of several words. A single quoted word is an ordinary search term. */
function findQuotations(text: string): readonly string[] {
  return [...text.matchAll(quotation)]
    .map(([, ...groups]) => (groups.find((phrase) => phrase !== undefined) ?? '').trim())
    .filter((phrase) => severalWords.test(phrase));
}

/** Returns the paths of files if the question asks what reads, writes or creates them. */
function findProcessedPaths(text: string, paths: readonly string[]): readonly string[] {
  if (!asksWhere.test(text)) return [];
  return paths.filter((path) => {
    const name = `[\`"'(]?${path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}[\`"')]?`;
    return new RegExp(
      `${name}(?: files?)?(?: \\w+ly| being| to be| ever)? (?:${processedVerbs})\\b|\\b(?:${processingVerbs}) (?:(?:the|a|an|its|every|any) )?${name}`,
      'i',
    ).test(text);
  });
}

/** Returns unique phrases. */
export function findQuotedPhrases(text: string, paths: readonly string[]): readonly string[] {
  return [...new Set([...findQuotations(text), ...findProcessedPaths(text, paths)])];
}
