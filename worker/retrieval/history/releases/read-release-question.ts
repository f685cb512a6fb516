/** Finds the version whose changes a question asks for: "what changed in v1.2?". */

const versionPattern = String.raw`["'\x60“]?(v?\d{1,5}(?:\.\d{1,5}){1,3}(?:(?:a|b|rc)\d{0,3})?)(?![\w]|\.\d)`;
const changeWords =
  'chang\\w*|new|news|added|removed|fixed|deprecated|happened|different|breaking|improved|brought';
const patterns = [
  new RegExp(
    String.raw`\bwhat(?:['’]s)?\b.{0,60}\b(?:${changeWords})\b.{0,40}?\b(?:in|with|by|of|for)\s+(?:the\s+)?(?:(?:version|release|tag)\s+)?${versionPattern}`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:release notes|change ?log|changes|news)\b.{0,20}\b(?:in|of|for)\s+(?:the\s+)?(?:(?:version|release|tag)\s+)?${versionPattern}`,
    'i',
  ),
  new RegExp(
    String.raw`\bwhat (?:did|does)\s+(?:(?:version|release)\s+)?${versionPattern}\s+(?:change|add|bring|remove|fix)`,
    'i',
  ),
];
/** Matches a comparison of two versions, which is a different kind of question. */
const comparesVersions = /\b(?:since|between|compared|until)\b/i;
const maxQuestionLength = 300;

export function readReleaseQuestion(text: string): string | undefined {
  if (text.length > maxQuestionLength || comparesVersions.test(text)) return undefined;
  for (const pattern of patterns) {
    const [, version] = pattern.exec(text) ?? [];
    if (version !== undefined) return version;
  }
  return undefined;
}
