/**
 * Finds cues in a question's wording that indicate its class. Names written as code are masked first. No cue decides
 * alone.
 */

import { correctQuestionWords } from './correct-question-words.ts';

/** Maximum length in characters. The start of a text is enough to classify it. */
const maxLength = 1_000;
const changeVerb =
  '(?:chang|renam|remov|delet|drop|modif|alter|replac|refactor|touch|mov|bump|swap|tweak|rewrit|extend|shrink|break|rework|deprecat|edit|mak|switch|merg|split|disabl|get rid|rip)';
const place =
  '(?:file|module|class|function|method|package|struct|folder|directory|line|crate|header|component|part|place|script|interface|trait|type|object)';
const doing =
  'are|have|take|takes|call|use|raise|throw|emit|send|implement|extend|inherit|import|return|support|accept|allocate|construct|read|write|derive|override|define|handle';
const detail =
  '(?:defaults?|values?|limits?|max|min|maximum|minimum|ports?|names?|types?|signatures?|size|length|format|timeout|paths?|location|constant|key|return type|definition|prefix|extension|interval|url|status code)';
const pastChange =
  '(?:added|introduced|removed|dropped|deprecated|renamed|rewritten|replaced|changed|moved|deleted|reverted|merged|created|gone|written|split|switched|abandoned|made|fixed)';

/** Patterns match lowercase text in which `‹name›` masks names written as code. Repetition is bounded because the text is untrusted. */
const cuePatterns = {
  // Questions about where something is, or about one fact.
  where: /\bwhere(?:abouts|'s|s)?\b/,
  whereBegins: /^\W*(?:in|on|from|to)?\s?where(?:'s|s)?\b/,
  whichPlace: new RegExp(`\\b(?:which|what) (?:\\w+ )?${place}\\b(?!s)`),
  find: /\b(?:find|locate|looking for|look for|point me (?:to|at)|search for|pointers)\b/,
  defined: /\b(?:defin(?:ed|ition)|declar\w+|lives?|located|resides?|signature of)\b/,
  isDefined:
    /^\W*(?:(?:the )?(?:def|class|struct|func|function|interface|enum|type|trait|const) )?‹name›(?: (?:definition|declaration|signature|source))?\W*$/,
  factAsked: new RegExp(
    `\\b(?:what|which)(?:'s|s| is| are| was)? (?:the |a |an )?(?:\\w+ ){0,3}${detail}\\b`,
  ),
  factBare: new RegExp(
    `^\\W*(?:the )?(?:(?:default|max|min)\\b|(?:\\w+ ){0,2}${detail}(?: (?:of|for)\\b|\\W*$))`,
  ),
  whatIsName: /\bwhat(?:'s|s| is| are| does| do| did) (?:the )?(?:\w+ )?‹name›/,
  returns: /\bwhat\b.{0,80}\breturns?\b|\breturn (?:type|value)\b/,
  oneOf:
    /^\W*(?:which|what) (?!.{0,20}\b(?:version|release|commit|pr)\b)(?:\w+ )?\w*[^s\W] (?:is|has|does|handles|holds|marks|represents|contains|implements|wraps|parses|sets|reads|writes|decides|builds|makes|keeps|turns|takes|runs|creates|parks|stores|sends|checks|lists)\b/,
  whatIs: /^\W*what(?:'s|s| is| are)\b/,

  // Questions about how something works.
  howDoes: /\bhow(?:'s| (?:does|do|is|are|did|was|were|will|would|the|a|an))\b/,
  howBare: /^\W*(?:and )?how (?!many\b|often\b|long\b|come\b|about\b|to\b|risky\b|safe\b)/,
  yesOrNo: /^\W*(?:is|are|does|do|did|has|have|was|were|isn't|doesn't)\b/,
  whatDoes: /^\W*what (?:does|do|did)\b/,
  whatHappens: /\bwhat happens\b/,
  explain: /\b(?:explain|describe|walk (?:me|us) through|go over|understand|clarify|elaborate)\b/,
  underneath:
    /\b(?:under the hood|internally|behind the scenes|step by step|mechanism|flow|works?|decides?)\b/,
  complains:
    /\b(?:i (?:get|got|see|expected|set|tried|have|use|call)|(?:my|our) \w+|doesn't|does not|isn't|aren't|won't|instead|twice|never|forever|expected|ignored|still)\b/,
  severalSentences: /[.!?]\s+\S+ \S+/,
  orders:
    /^\W*(?:\w+: )?(?:fix|add|avoid|don't|do not|handle|support|allow|use|make|ensure|prevent|stop|reduce|set|return|skip|ignore|raise|implement|improve|move|rename|remove|drop|update|refactor|correct|respect|keep|pass|do|bump|replace)\b/,
  scoped: /^[\w/(),-]{2,30}: /,
  unasked:
    /^(?!.*\?)(?!\W*(?:(?:please|ok|hey|hi|so|and|can|could|you|just)\b\W*)*(?:how|why|what|where|which|who|when|since|in|list|show|find|explain|describe|tell|give|get|enumerate|count|all|every|is|are|does|do|locate|point|review|reason|history|rationale|origin|blame|git blame|changes (?:in|to|of|between|since)|impact|effects?|consequences|default|max|min|name of|number of|licen[cs]e|docs for|documentation)\b)/s,
  twoOrMore: /^\W*\S+ \S+ \S+ \S+/,
  whichDoes: /\bwhich (?:\w+ ){1,2}(?:is|does|do|has|have|are|will)\b/,
  howMuch:
    /\bhow (?:many|often|deep|large|big|long|much|far|fast) (?:\w+ )?(?:does|is|may|can|has|will)\b|\b(?:after|at|for|with|in|up to) (?:how many|how much|what|which)\b/,
  whenIs: /\bwhen (?:is|are|does|do|will)\b/,

  // Questions about reasons, dates and authors.
  why: /\bwhy\b|\bhow come\b|\bwhat for\b|\bfor (?:what|which) (?:reason|purpose)\b/,
  whyBegins: /^\W*(?:(?:and|so|but|ok|hey|hi)\W+){0,2}(?:why|how come)\b/,
  reason:
    /\b(?:reasons?|reasoning|rationale|motivat\w+|background|story|led to|drove|on purpose|intention\w*|justif\w+|trade-?offs?|decision|decided to|prompted|point of having)\b/,
  history:
    /\b(?:history|blame|origins?|originally|evol\w+|historical(?:ly)?|c[ao]me about|legacy of|over time|log of|timeline|used to)\b/,
  whoDid: new RegExp(
    `\\bwho (?:\\w+ )?(?:wrote|authored|came up|touched|committed|did|decided|maintains|reviewed|proposed|wanted|started|${pastChange})`,
  ),
  whenDid: /\bwhen (?:and why |exactly )?(?:was|were|did|has|have|had|is it that)\b/,
  sinceWhen:
    /\bsince (?:when|which|what|v?\d)|\bhow long (?:has|have|ago)\b|\b(?:which|what) (?:version|release|commit|pr|pull request|patch|change|issue)\b/,
  commit:
    /\b(?:commits?|pull requests?|prs?|merge requests?|changeset)\b(?! (?:to|the|an?|offsets?|transaction))/,
  betweenVersions:
    /\b(?:between|from) v?\d[\w.]*,? (?:and|to) v?\d|\b(?:what|anything|something)(?:'s| has| have| was)? (?:\w+ )?(?:changed|different|new)\b|\bchanges? (?:in|to|of) .{0,60}\bbetween\b/,
  wasDone: new RegExp(
    `\\b(?:was|were|been|got|did you|did we|did they|have you|has it|is|are|its?) (?:\\w+ ){0,2}(?:${pastChange}|remove|drop|add|introduce|replace|change|rename|move)\\b|\\bno longer\\b|\\bgo away\\b`,
  ),
  insteadOf: /\b(?:instead of|rather than|and not|over|but)\b/,

  // Questions about the impact of a change.
  breaks:
    /\b(?:breaks?|broken|breaking|breakage|stops? working|go(?:es)? wrong|suffers?|blow up|falls? apart|cause trouble)\b/,
  failsIf: /\b(?:will|would|could|may|might|does) .{0,60}\bfails?\b/,
  affects:
    /\b(?:affect\w*|impact\w*|influenc\w+|consequences?|effects? of|effects?$|blast radius|ripple\w*|side.effects?|downstream|fallout|repercussions?|implications?|reach(?:es)?|touched|hit by|be hit|knock-on)\b/,
  ifChanged: new RegExp(
    `\\b(?:if|when|once|after|suppose|supposing|were) (?:i|we|you|someone|one|they|it|‹name›|the|\\w+) (?:\\w+ ){0,3}?${changeVerb}`,
  ),
  ifLater: /(?!^)\bif (?:i|we|you|‹name›|the|a|an|someone|it)\b/,
  changing: new RegExp(
    `\\b${changeVerb}(?:y|e|p)?ing\\b|\\b(?:a|any|the) (?:change|removal|rename|deletion|modification)s? (?:of|in|to)\\b`,
  ),
  wantsChange: new RegExp(
    `\\b(?:i|we)(?:'d| would| am| are|'m|'re)? (?:\\w+ ){0,3}?(?:want|like|about|going|plan\\w*|think\\w*|need|hav\\w*)\\b.{0,20}\\b${changeVerb}`,
  ),
  canBe: new RegExp(
    `\\b(?:can|could|may|should|(?:safe|ok|okay|fine) to) (?:i |we |you )?(?:.{0,60} be )?(?:${changeVerb}|gone)`,
  ),
  modal: /\b(?:would|could|will|might|can i|may i|should i)\b/,
  safe: /\b(?:safe(?:ly)?|risk(?:y|s)?|danger\w*|harm\w*|harmless|careful|surprise|get away with)\b/,
  depends:
    /\b(?:depend(?:s|ed|ing|ent|ents)?|rel(?:y|ies|ied|ying)|needs?|requires?|couples?d? to|builds? on)\b/,
  adapts: /\b(?:adapt|must (?:\w+ )?change|have to (?:change|adapt|be)|need(?:s|ed)? (?:to )?chang\w+)\b/,

  // Questions for a complete list.
  all: /\b(?:all|every|each|everything|everywhere|any other|full|complete|entire|whole)\b/,
  allBegins: /^\W*(?:please )?(?:all|every|each)\b/,
  howMany: /\b(?:how (?:many|often)|count(?: up)?|number of|total)\b/,
  lists:
    /^\W*(?:(?:please|can you|could you|now)\W+)*(?:list|enumerate|count|name|show|give|print|display|get)\b/,
  seeks: /^\W*(?:please )?(?:find|search|look up|collect|gather)\b/,
  plural:
    /\b(?:which|what)(?: are)?(?: all)?(?: the| of the)? (?:\w+ )?(?!is\b|was\b|does\b|has\b|this\b|class\b|happens\b)\w{2,}s\b(?! (?:is|was|does|has)\b)/,
  kinds:
    /\b(?:files|modules|classes|functions|methods|packages|structs|types|interfaces|traits|places|spots|sites|endpoints|commands|hooks|flags|options|signals|events|routes|plugins|errors|exceptions|settings|constants|variables|metrics|subclasses|implementations|warnings|rules|bindings|backends|dialects)\b/,
  callers: /\b(?:callers?|calls?|called|invok\w+|call sites?)\b/,
  uses: /\b(?:usages?|uses?|used|references?|referenced|occurrences?|mentions?|imports?|imported|importers?|instantiat\w+|construct(?:s|ed)?|emits?|raises?|throws?)\b/,
  inherits:
    /\b(?:sub-?class(?:es)?|extends?|inherits?|derive[sd]?|implement(?:s|ors?|ers?|ations?)|children of)\b/,
  whereUsed:
    /\b(?:where|places?|spots?|lines?|files?)\b.{0,80}\b(?:used|called|referenced|imported|invoked|raised|thrown|emitted|instantiated|mentioned|set|send|sent|caught)\b/,
  whichDo: new RegExp(`^\\W*(?:which|what) (?:\\w+ )?\\w+s (?:\\w+ )?(?:${doing})\\b`),
  elsewhere: /\b(?:else|other|elsewhere|anywhere|everywhere)\b/,

  // Questions that documents of any project answer.
  manual:
    /\b(?:docs?|documentation|documented|readme|guides?|guidelines?|tutorials?|manual|faq|wiki|cookbook|how-?to|change-?log|release notes?|what's new|roadmap|written down|examples?|code samples?|sample (?:app|code|project)|demos?|quick-?start|getting started|get started|usage)\b/,
  legal: /\b(?:licen[cs]e[ds]?|copyright|code of conduct|security polic(?:y|ies)|vulnerabilit(?:y|ies))\b/,
  settingUp:
    /\b(?:install\w*|set(?:ting)? ?up|setup|prerequisites?|build|compil(?:e|ing)|deploy\w*|upgrad\w+|migrat\w+|contribut\w*|configure|bootstrap|develop(?:ment|er) environment|docker|from source|package manager)\b/,
  runs: /\b(?:run|start|launch|try|use|test|debug)\b/,
  howDoI: /\bhow (?:do|can|could|should|would|does) (?:i|we|you|one|someone|people)\b|^\W*how to\b/,
  ofProject:
    /\b(?:this|the) (?:project|repo(?:sitory)?|library|tool|package|framework|app|thing|code ?base)\b|\b(?:it|this)\W*$/,
  runsOn:
    /\b(?:minimum|minimal|min|supported|support|required?|requirements?|need|compatible|recommended|optional)\b.{0,40}\b(?:versions?|hardware|dependenc\w+|requirements?|systems?|platforms?|browsers?|os|operating)\b|\bversions?\b.{0,30}\b(?:do (?:i|we) need|supported|required)|\b(?:versions?|platforms?|systems?|browsers?) (?:are|is|does it) support\w*/,
  platform:
    /\b(?:python|node|go|golang|rust|java|jdk|php|ruby|windows|linux|mac|macos|android|ios|cuda|docker|gcc|clang|compiler) ?\d*(?:\.\d+)*\b/,
  report:
    /\b(?:report|submit|file|send|publish)\b.{0,20}\b(?:bugs?|issues?|patch(?:es)?|vulnerabilit\w+|plugins?|releases?)\b/,
  runsTests: /\b(?:run|execute|launch|start)\b.{0,30}\b(?:tests?|suite|benchmarks?|locally|it|server|demo)\b/,
  tests: /\b(?:the )?(?:unit )?tests?(?: suite)?\b/,
} as const satisfies Record<string, RegExp>;

export type QuestionCue =
  keyof typeof cuePatterns | 'namesCode' | 'isShort' | 'isLong' | 'isAsked' | 'isOneName';

/** Maximum words of a short question, which is hardly more than a name. */
const maxShortWords = 3;
const minLongWords = 18;

/** @param names names written as code, and paths */
export function findQuestionCues(text: string, names: readonly string[]): readonly QuestionCue[] {
  const masked = maskNames(text, names);
  const words = masked.split(' ').length;
  const matched = Object.entries(cuePatterns).flatMap(([cue, pattern]) =>
    pattern.test(masked) ? [cue as keyof typeof cuePatterns] : [],
  );
  const shapeCues: readonly (QuestionCue | false)[] = [
    names.length > 0 && 'namesCode',
    words <= maxShortWords && 'isShort',
    words >= minLongWords && 'isLong',
    masked.endsWith('?') && 'isAsked',
    names.length > 0 && words < maxShortWords && !/\w{2}/.test(masked.replace('‹name›', '')) && 'isOneName',
  ];
  return [...matched, ...shapeCues.filter((cue) => cue !== false)];
}

export function maskNames(text: string, names: readonly string[]): string {
  const bare = text.slice(0, maxLength).replaceAll('’', "'").replace(/\s+/g, ' ').trim();
  const quoted = bare.replaceAll(/`[^`]*`/g, '‹name›');
  const known = new Set(names);
  const masked = quoted.replaceAll(/[\w$@][\w$@./:#-]*[\w$]/g, (found) =>
    known.has(found.replaceAll(/::|#/g, '.')) ? '‹name›' : found,
  );
  return correctQuestionWords(masked.toLowerCase());
}
