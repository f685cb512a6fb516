/**
 * Parses what a history question asks for (first change, last change, reason, or any change) and the lines,
 * commits and numbers that it mentions.
 */

/** `introduced`: the first change. `last`: the last change. `why`: the reason. `which`: a change described in words. */
export type HistoryAspect = 'introduced' | 'last' | 'why' | 'which';

export interface HistoryQuestion {
  readonly aspect: HistoryAspect;
  /** Whether the question asks for a commit, date, author or change, so that code alone does not answer it. */
  readonly asksForHistory: boolean;
  /** Whether the question asks who wrote something, not who added it. */
  readonly asksForAuthors: boolean;
  /** The lines in the question, with `path` as written. */
  readonly lines: { readonly path: string; readonly startLine: number; readonly endLine: number } | undefined;
  /** Commit ID prefixes of at least seven digits. */
  readonly commits: readonly string[];
  /** Numbers of pull requests or issues. */
  readonly numbers: readonly number[];
}

const beginVerbs =
  'added|introduced|created|written|implemented|brought|landed|first|originally|initially|historically|invented|born|arrive|appear|come from|c[ao]me into|came from|originate\\w*|authored|started';
const changeNouns = 'change|rewrite|rewriting|move|removal|rename|switch|refactoring';
const patterns = {
  introduced: new RegExp(
    `\\b(?:who|when|since when|which|what|by whom|where)\\b.{0,100}?\\b(?:${beginVerbs}|wrote|introduce|add|create|implement|bring)\\b|\\bsince (?:when|which|what)\\b|\\bhow (?:long|old)\\b|\\b(?:origins?|first (?:commit|version|appearance)|introduction) of\\b|\\b(?:introduc|add|creat)(?:ed|ing|s)\\b`,
    'i',
  ),
  last: /\b(?:last|latest|most recent(?:ly)?|recently|newest)\b.{0,40}\b(?:chang\w*|modif\w*|touch\w*|edit\w*|updat\w*|commit\w*|alter\w*|rewrit\w*|revis\w*|work\w*)\b|\b(?:chang|modif|touch|edit|updat|alter)\w*\b.{0,60}\b(?:last|latest|most recently|recently)\b|\b(?:who|when|which commit|what commit)\b.{0,60}\b(?:changed|modified|touched|edited|updated|altered|rewrote)\b/i,
  why: /\bwhy\b|\bhow come\b|\bwhat for\b|\b(?:reason|rationale|motivation|intention|background|justification|point)\b|\bfor (?:what|which) (?:reason|purpose)\b/i,
  history:
    /\b(?:(?:which|what) (?:commits?|change|patch|revision|release|version)|commit [0-9a-f]{7,}|pull requests?|merge requests?|git blame|history of|who (?:\w+ )?(?:wrote|added|introduced|authored|changed|touched|made|created|last|first|implemented|committed|removed)|when (?:was|were|did|has|have)|since (?:when|which|what) (?:version|commit|release)|first (?:appear\w*|added|introduced))\b/i,
  writers:
    /\bwho (?:(?:all|has|have|mainly|mostly|originally) )?(?:wrote|written|authored)\b|\b(?:main |original )?authors? of\b|\bwritten by\b/i,
  // What current code cannot show: the cause of a change, the state before it, the origin of a rule, and reported problems.
  circumstances: new RegExp(
    [
      `\\b(?:forced|caused|prompted|triggered|motivated|led to) (?:the |this |that |a )?(?:\\w+ )?(?:${changeNouns})\\b(?= (?:of|to|in|from|away)\\b|\\W*$)`,
      `\\bbefore and after (?:the |this |that )?(?:\\w+ )?(?:${changeNouns})\\b`,
      '\\bwhat (?:did|was|happened)\\b.{0,60}?\\bbefore\\b.{1,60}?\\bwas\\b',
      '\\b(?:old|former) (?:way|behaviou?r|form|meaning) of\\b',
      // Only for a name in the code, since other limits may be computed in code.
      '\\bwhere (?:does|did) the (?:\\w+ )?(?:name|limit|bound|threshold|idea|convention|rule) (?:around|of|in|on|for|behind) `[^`]+` (?:come|came) from\\b',
      '\\bmisbehave[sd]?\\b',
      '\\b(?:are|were|is|was) there (?:any )?(?:known|reported) (?:bugs?|issues?|problems?|failures?)\\b',
      '\\b(?:which|what) (?:bugs?|issues?|problems?|failures?) (?:were|was|have been|has been) (?:reported|raised|filed|seen)\\b',
    ].join('|'),
    'i',
  ),
  change:
    /\b(?:commits?|pull requests?|prs?|merge requests?|changesets?|changes?|patch|who|when|which version|what version)\b/i,
} as const;

const pathWithLine =
  /[`"'(\s]?([\w@./+-]+\.\w{1,8}|[\w@.+-]+(?:\/[\w@.+-]+)+):(\d{1,7})(?:\s?[-–]\s?(\d{1,7}))?/;
const fileName = /`?([\w@./+-]+\.\w{1,8})`?/;
const lineWords = /\blines?\s+(\d{1,7})(?:\s*(?:-|–|to|and|through|until)\s*(\d{1,7}))?/i;
const commitId = /(?<![\w#./-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f]|[0-9]{40})[0-9a-f]{7,64}(?![\w-])/g;
const number = /(?:(?<![\w/&])#|\b(?:pull request|pr|issue|merge request|mr)s?\s+#?!?)(\d{1,7})\b/gi;

export function readHistoryQuestion(text: string): HistoryQuestion {
  return {
    aspect: readAspect(text),
    asksForHistory: [patterns.history, patterns.last, patterns.circumstances].some((pattern) =>
      pattern.test(text),
    ),
    asksForAuthors: patterns.writers.test(text),
    lines: readLines(text),
    commits: [...new Set(text.match(commitId) ?? [])],
    numbers: [...new Set([...text.matchAll(number)].map((match) => Number(match[1])))],
  };
}

/** Reasons take precedence over dates: "why was it added" is not answered by a date. */
function readAspect(text: string): HistoryAspect {
  if (patterns.why.test(text) || patterns.circumstances.test(text)) return 'why';
  if (patterns.last.test(text)) return 'last';
  if (patterns.introduced.test(text)) return 'introduced';
  return patterns.history.test(text) || patterns.change.test(text) ? 'which' : 'why';
}

function readLines(text: string): HistoryQuestion['lines'] {
  const direct = pathWithLine.exec(text);
  if (direct !== null) return lineRange(direct[1] ?? '', direct[2], direct[3]);
  const lines = lineWords.exec(text);
  const file = fileName.exec(text.replace(lineWords, ' '));
  return lines === null || file === null ? undefined : lineRange(file[1] ?? '', lines[1], lines[2]);
}

function lineRange(
  path: string,
  first: string | undefined,
  last: string | undefined,
): HistoryQuestion['lines'] {
  const startLine = Number(first);
  const endLine = Number(last ?? first);
  return { path, startLine: Math.min(startLine, endLine), endLine: Math.max(startLine, endLine) };
}
