/**
 * Parses what a history question asks for (first change, last change, reason, or any change) and the lines,
 * commits and numbers that it mentions.
 */

import { plainHistoryText } from './plain-history-text.ts';
import { readHistoryOrder, type HistoryOrder } from './read-history-order.ts';

/** `introduced`: the first change. `last`: the last change. `why`: the reason. `which`: a change described in words. */
export type HistoryAspect = 'introduced' | 'last' | 'why' | 'which';

export interface HistoryQuestion {
  readonly aspect: HistoryAspect;
  /** The place in time of the requested change; undefined if the question names none. */
  readonly order: HistoryOrder | undefined;
  /** Whether the question contains a word for changes, or for those who make them. */
  readonly isAboutChanges: boolean;
  /** Whether the question asks for several changes. */
  readonly asksForList: boolean;
  /** Whether the question asks for a commit, date, author or change, so that code alone does not answer it. */
  readonly asksForHistory: boolean;
  /** Whether the question asks which lines of a commit that it names still stand. */
  readonly asksForCommitLines: boolean;
  /** Whether the question asks for a reason in words. */
  readonly asksForReason: boolean;
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
  'added|introduced|created|written|implemented|brought|landed|first|originally|initially|historically|invented|born|arrive[ds]?|begins?|began|start(?:s|ed)?|come from|c[ao]me into|came from|originate\\w*|authored|contributed|gave (?:us|me)|made (?:this|that|it) possible|bec[ao]me (?:an? |the )?(?:option|available|possible|supported|configurable|public|default)|put (?:it|that|this|them|in)';
const changeNouns = 'change|rewrite|rewriting|move|removal|rename|switch|refactoring';
const patterns = {
  introduced: new RegExp(
    `\\b(?:who|when|since when|which|what|by whom|where|commit)\\b.{0,100}?\\b(?:${beginVerbs}|wrote|introduce|add|create|implement|bring|contribute)\\b|\\bsince (?:when|which|what)\\b|\\bhow (?:long|old)\\b|\\b(?:origins?|birth|first (?:commit|version|appearance)|introduction) of\\b|\\b(?:introduc|add|creat|contribut)(?:ed|ing|s)\\b|\\b(?:came|comes?|coming) from\\b|\\b(?:first|when did .{1,60}|did (?:it|this|that)) appear(?:ed|s|ance)?\\b`,
    'i',
  ),
  last: /\b(?:last|latest|most recent(?:ly)?|recently|newest)\b.{0,40}\b(?:chang\w*|modif\w*|touch\w*|edit\w*|updat\w*|commit\w*|alter\w*|rewrit\w*|revis\w*|work\w*)\b|\b(?:chang|modif|touch|edit|updat|alter)\w*\b.{0,60}\b(?:last|latest|most recently|recently)\b|\b(?:who|when|which commit|what commit)\b.{0,60}\b(?:changed|modified|touched|edited|updated|altered|rewrote)\b/i,
  why: /\bwhy\b|\bhow come\b|\bwhat for\b|\b(?:reasons?|rationale|motivation|intention|intended|background|justification|(?<!some )(?<!which )point|purpose)\b|\bfor (?:what|which) (?:reason|purpose)\b|\bfor what\b|\b(?:came|come) to be\b|\bwhat (?:problem|bug|issue|broke|is it waiting)\b|\b(?:which|what) \w+ led to\b|^\W*(?:please )?explain\b|\bplease explain\b|\bhistory behind\b|\b(?:what|which) .{2,80} for\W*$/i,
  /** A reason that the question asks for besides the change. */
  whyBesides:
    /[,;]?\s*(?:\band\b|\bplus\b|[,;-])\s*(?:also\s+)?(?:why\b|what for\b|for what\b|what (?:is|was) the (?:reason|purpose)\b|what (?:is|was|were) (?:it|this|that|they) for\b)[^.?!]{0,24}[?.!\s]*$/i,
  /** Words for changes, which make "last" and "first" an order of changes. */
  changeTalk:
    /\b(?:chang\w*|modif\w*|touch\w*|edit\w*|updat\w*|commit\w*|alter\w*|rewr\w*|revis\w*|revision|work(?:ed|s)? on|prs?|pull requests?|merge requests?|who|whom|whose|authors?|blame|history|when|git|sha|patch|maintain\w*|entry|in there|things? done|done (?:to|in|by)|person|people|hands?|news|activity|happen\w*|anyone|anybody|someone|somebody|developers?|contributors?|diff|begin|began|start(?:ed)?)\b/i,
  list: /\b(?:list|all|every(?:thing|one)?|anything|each|commits|changes|edits|updates|pull requests|prs|changelog|what(?: has| have|['’]s)? (?:\w+ )?(?:changed|happened|been (?:changed|done))|what was (?:changed|done)|how (?:did|has|have)\b.{1,120}\b(?:changed?|evolved?|develop(?:ed)?)|activity|history|log|work (?:on|in|done)|what did .{1,60}? do)\b/i,
  history:
    /\b(?:(?:which|what) (?:commits?|change|patch|revision|release|version|prs?)|commit [0-9a-f]{7,}|pull requests?|merge requests?|git (?:blame|log|history)|blame for|history of|who (?:\w+ )?(?:wrote|added|introduced|authored|changed|touched|made|created|last|first|implemented|committed|removed|contributed|edited|put|decided|did)|when (?:was|were|did|has|have)|since (?:when|which|what)\b|first (?:ever )?(?:appear\w*|added|introduced|commit|created)|(?:the|a) (?:commit|pull request|pr|patch|change) (?:in which|that|which|where|after which|when)|(?:need|find|looking for|show(?: me)?|give me) (?:the|a) (?:\w+ )?(?:commit|change|pr|pull request|sha)|origins? of|(?:came|comes?) from (?:where|which)|where (?:does|do) .{1,80} originate|where did .{1,80} (?:come from|originate)|author\b.{0,12}\bdate|at some point|where was (?:that|this|it) (?:done|changed)|what (?:made|fixed|broke|caused|removed|changed|stopped)|history behind|who (?:wrote|did|was)|what (?:problem|bug|issue|trouble) (?:was|is|were|did|does|had)|(?:commit|change|pull request|pr|patch) (?:after|in|with) which)\b|\b(?:introduced|added|created|written|contributed|modified|changed|edited|touched|updated|appear(?:ed|s)?|landed) (?:by(?: whom)?|in|when)\s*\W*$|\bprs?\s*\?|^\W*(?:(?:the|a) )?(?:change|commit|pr|pull request) (?:that|which|where)\b/i,
  commitLines:
    /\b(?:which|what|how many|list|show|the) (?:\w+ )?(?:lines?|code|parts?|ranges?)\b|\bleft (?:of|from)\b|\bremain\w*|\bsurviv\w*|\bstill (?:there|stand\w*|in|exist\w*|around|present|alive)\b/i,
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
    /\b(?:commits?|pull requests?|prs?|merge requests?|changesets?|changed?s?|patch|who|when|which version|what version)\b/i,
} as const;

const pathWithLine =
  /[`"'(\s]?([\w@./+-]+\.\w{1,8}|[\w@.+-]+(?:\/[\w@.+-]+)+):(\d{1,7})(?:\s?[-–]\s?(\d{1,7}))?/;
const fileName = /`?([\w@./+-]+\.\w{1,8})`?/;
const lineWords = /\blines?\s+(\d{1,7})(?:\s*(?:-|–|to|and|through|until)\s*(\d{1,7}))?/i;
const commitId = /(?<![\w#./-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f]|[0-9]{40})[0-9a-f]{7,64}(?![\w-])/g;
const number = /(?:(?<![\w/&])#|\b(?:pull request|pr|issue|merge request|mr)s?\s+#?!?)(\d{1,7})\b/gi;

export function readHistoryQuestion(text: string): HistoryQuestion {
  const plain = plainHistoryText(text);
  const order = patterns.changeTalk.test(plain) ? readHistoryOrder(plain) : undefined;
  const aspect = readAspect(plain, order);
  const asksForHistory =
    [patterns.history, patterns.last, patterns.circumstances].some((pattern) => pattern.test(plain)) ||
    (order !== undefined && aspect !== 'why');
  return {
    aspect,
    order,
    isAboutChanges: patterns.changeTalk.test(plain),
    asksForList: patterns.list.test(plain),
    asksForHistory,
    asksForCommitLines: patterns.commitLines.test(text) && new RegExp(commitId.source).test(text),
    asksForReason: aspect === 'why' && patterns.why.test(plain),
    asksForAuthors: patterns.writers.test(plain) && order === undefined,
    lines: readLines(text),
    commits: [...new Set(text.match(commitId) ?? [])],
    numbers: [...new Set([...text.matchAll(number)].map((match) => Number(match[1])))],
  };
}

/** Reasons take precedence over dates: "why was it added" is not answered by a date. A reason in an aside does not. */
function readAspect(text: string, order: HistoryOrder | undefined): HistoryAspect {
  const main = text.replace(patterns.whyBesides, ' ');
  const isDated = patterns.last.test(main) || patterns.introduced.test(main) || order !== undefined;
  const asked = isDated ? main : text;
  if (patterns.why.test(asked) || patterns.circumstances.test(asked)) return 'why';
  if (order?.from === 'newest' || patterns.last.test(asked)) return 'last';
  if (order?.from === 'oldest' || patterns.introduced.test(asked)) return 'introduced';
  const isAboutChanges = patterns.list.test(asked) && patterns.changeTalk.test(asked);
  return isAboutChanges || patterns.history.test(asked) || patterns.change.test(asked) ? 'which' : 'why';
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
