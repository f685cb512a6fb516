/**
 * Defines the English phrasings of graph questions as patterns: each relation's nouns and verbs in shared frames, plus
 * changes and call chains.
 */

import type { GraphRelation } from '../../core/answers/question.ts';
import { incomingRelationWords, outgoingRelationWords, type RelationWords } from './relation-words.ts';

export interface Phrasing {
  readonly relation: GraphRelation;
  readonly pattern: RegExp;
  /** Whether the name must be written as code, because the phrasing means something else with a plain word. */
  readonly requiresSureName: boolean;
}

/**
 * What a question searches for: `functions`, `other test files`. Only words that the graph can filter by: for "async functions" it would
 * also return functions that are not async.
 */
const thing =
  '(?:functions?|methods?|class(?:es)?|files?|modules?|tests?|places?|spots?|sites?|locations?|lines?|code|callers?|callees?|types?|interfaces?|traits?|structs?|enums?|components?|packages?|librar(?:y|ies)|definitions?|symbols?|names?|calls?|importers?|users?|dependents?|subclass(?:es)?|implementations?|hooks?|helpers?|handlers?|scripts?|parts?|things?|people|times|everything|anything|base class(?:es)?)';
const things = `(?:(?:of )?(?:the|all|every|any|other|else|all the|of the) )?(?:(?:unit )?tests? |source )?${thing}(?: (?:and|or) ${thing})?`;
const places =
  '(?:places?|spots?|sites?|locations?|lines?|files?|functions?|methods?|class(?:es)?|modules?|packages?|types?|interfaces?|components?|tests?|code|calls?|names?|things?|parts?|definitions?|symbols?)';
const article = '(?:the |any |an? )?';
const who = `(?:(?:what|who|which|whatever|anything|everything|anyone|everyone|everybody|how many|the|those)(?: ${things})?|${article}${places})(?: in (?:tests|(?:this|the) (?:repo|repository|codebase|project|code)))?(?: (?:that|which|who|to|are|is))?`;
const persons =
  '(?:i|we|you|they|it|one|someone|somebody|people|the (?:code|repo|repository|project|codebase|app))';

function incomingFrames({ nouns, verbs, base, participle }: RelationWords): readonly string[] {
  return [
    `${who} (?:${verbs}) {X}`,
    `${article}(?:${nouns}) (?:of|to|for|on) {X}`,
    `(?:the )?{X}(?:'s?)? (?:${nouns})`,
    `how many ${article}(?:${nouns}) (?:does|do|has|have) {X}(?: have| got| has)?`,
    `how many ${article}(?:${nouns}) (?:are there|exist|do we have|do you find|can you find) (?:of|to|for) {X}`,
    `how many ${article}(?:${nouns}) (?:of|to|for) {X} (?:are there|exist|do we have)`,
    `(?:what|which|how many) ${article}(?:${nouns}) does {X} have`,
    `how many ${article}(?:${nouns}) (?:of|to|for) {X}`,
    `(?:does|do) {X} have ${article}(?:${nouns})`,
    `(?:are|is) there ${article}(?:${nouns}) (?:of|to|for) {X}`,
    `(?:from )?where(?: all| else| exactly)? (?:is|are|gets?) {X} (?:being |ever |actually |currently )*(?:${participle})(?: from| by| in)?`,
    `(?:from )?where (?:all |else |exactly )?(?:do|does|can|should) ${persons} (?:${base}) {X}`,
    `(?:${article}${places} )?(?:where|wherever|in which|from which|that|which) {X} (?:is|are|gets?) (?:being )?(?:${participle})(?: from| in| by)?`,
    `${article}${places} {X} (?:is|are|gets?) (?:being )?(?:${participle})(?: from| in| by)?`,
    `(?:by )?(?:what|whom|who|which ${things})(?: else)? (?:is|are|gets?) {X} (?:being )?(?:${participle})(?: by| from| in)?`,
    `what {X} (?:is|are|gets?) (?:${participle})(?: by| from)`,
    `(?:what|where|who) (?:does|do) {X} get (?:${participle})(?: by| from| in)?`,
    `{X} (?:is|are) (?:${participle}) (?:by|from|in) (?:what|where|whom|which ${things})`,
    `(?:is|are|does|do) {X} (?:ever |actually |still |even |get |being )*(?:${participle})(?: by (?:anything|anyone|something|any ${things}))?`,
    `(?:does|do|is|are) (?:anything|anyone|something|someone|any(?: other)? ${things})(?: else)? (?:${base}|${verbs}) {X}`,
    `how (?:many (?:other |different )?(?:times|${things})|often) (?:is|are|gets?|has|have) {X} (?:get |been )?(?:${participle})(?: in| from| by)?`,
    `(?:in |from |by )?how many (?:other |different )?(?:times|${things}) (?:is|are|gets?) {X} (?:${participle})(?: in| from| by)?`,
    `how (?:many times|often) (?:do|does) ${persons} (?:${base}) {X}`,
  ];
}

function outgoingFrames({ nouns, verbs, base, participle }: RelationWords): readonly string[] {
  return [
    `(?:what|who|whom|which ${things}|which|what ${things}|how many ${things})(?: else| all| other ${things})? (?:does|do|did|can|will|would) {X} (?:${base})`,
    `(?:everything|anything|what|${article}${places}|which ${things})(?: that| which)? {X} (?:${verbs})`,
    `(?:what|everything|which ${things}|what ${things}|how many ${things}|${article}${places})(?: else)?(?: that| which)?(?: is| are| gets?| get)?(?: directly)? (?:${participle}) (?:by|from|in|inside|within) {X}`,
    `${article}(?:${nouns}) (?:of|for|in|by|from) {X}`,
    `(?:the )?{X}(?:'s?)? (?:${nouns})`,
    `how many ${article}(?:${nouns}) (?:does|do|has|have) {X}(?: have| make| got)?`,
    `how many ${article}(?:${nouns}) (?:are there |exist )?(?:of|for|in) {X}(?: are there)?`,
    `(?:what|which) ${article}(?:${nouns}) does {X} have`,
    `(?:does|do) {X} have ${article}(?:${nouns})`,
  ];
}

const change =
  '(?:(?:re)?name[sd]?|chang(?:e[sd]?)|modif(?:y|ies|ied)|edit(?:s|ed)?|remove[sd]?|delete[sd]?|refactor(?:s|ed)?|rewr(?:ite|ites|itten)|touch(?:es|ed)?|break(?:s)?|broken|alter(?:s|ed)?|update[sd]?|drop(?:s|ped)?|replace[sd]?|move[sd]?|deprecate[sd]?|rework(?:s|ed)?)';
const changing =
  '(?:(?:renam|chang|modify|edit|remov|delet|refactor|rewrit|touch|break|alter|updat|dropp|replac|mov|deprecat|rework)ing|(?:a |any )?(?:changes?|modifications?|edits?|updates?) (?:to|of|in)|(?:the )?(?:removal|deletion|renaming|refactoring) of)';
const aspect =
  '(?: (?:the )?(?:(?:method|function|class|return|public|type) )?(?:signature|behaviou?r|name|type|value|implementation|body|api|interface|arguments?|parameters?|code|definition|contract|shape|fields?|semantics) of)?';
/** Wordings of a change, which replace `{changed}` in a frame. */
const changes: readonly string[] = [
  `${persons} (?:(?:were to|want to|have to|had to|should|would|could|just|accidentally) )?${change}${aspect} {X}`,
  `{X}(?:'s [a-z]+)? (?:(?:is|are|was|were|gets?|got|has|had|to|be|been|ever|were to) )*(?:${change}|goes away|went away|disappears?|disappeared|is gone|is missing)`,
  `${changing}${aspect} {X}`,
];
const breaks =
  '(?:breaks?|broken|happens?|fails?|affected|impacted|influenced|affects?|changes?|changed|stops? working|no longer works?|updated?|goes wrong|go wrong|at risk|adapt(?:ed)?|retest(?:ed)?|adjust(?:ed)?|fixed|touched)';
/** Optional words in between: `would`, `could be`, `needs to`, `stops`. */
const mayBe = "(?:[a-z']+ ){0,4}";

const impactFrames: readonly string[] = [
  `(?:what|who|which ${things}|what ${things}|how many ${things}|how much(?: code)?) ${mayBe}${breaks} (?:if|when|by|after|once|should|upon|on) {changed}`,
  `(?:if|when|once|suppose|say) {changed},? (?:then )?(?:what|which ${things}|what ${things}|who|how many ${things}) ${mayBe}${breaks}`,
  `(?:what|which ${things}) (?:would|will|does|do|could|might|can) {changed} (?:break|affect|impact|change|touch|influence|do|cause)`,
  `${article}(?:impact|effects?|consequences?|blast radius|ripple effects?|fallout|repercussions?|risks?|implications?|side effects)(?: be)? (?:of|if|when|from|on) {changed}`,
  `(?:what|which ${things}|who) ${mayBe}(?:affected|impacted|influenced|broken) by {X}`,
  `${article}(?:change )?(?:impact|blast radius|ripple effects?)(?: analysis| report)? (?:of|for|on) {X}`,
  `(?:what|which ${things}) ${mayBe}(?:breaks?|fails?|stops? working) without {X}`,
  `(?:is it|would it be|how) (?:safe|ok|okay|risky|dangerous)(?: is it| would it be)? (?:for me )?to ${change}${aspect} {X}`,
  `how (?:safe|risky|dangerous) (?:is|would be) {changed}`,
  `(?:can|could|may|should) ${persons} safely ${change}${aspect} {X}`,
  `(?:can|could) ${persons} (?:just )?${change}${aspect} {X} (?:safely|without (?:breaking|affecting) (?:anything|things|something|stuff|other code))`,
  `(?:will|would|does|could|can) {changed} (?:break|affect|impact) (?:anything|something|things|stuff|other code)`,
  `(?:will|would|does|could|can) (?:anything|something|any ${things}) (?:else )?(?:break|fail|stop working|be affected|change) (?:if|when|by|after) {changed}`,
];

const reach =
  '(?:(?:ever|eventually|ultimately|finally|indirectly|transitively|actually|end up|ends up|manage to|come to|also|directly) )*(?:reach(?:es|ing)?|calls?|calling|invokes?|invoking|gets? to|getting to|leads? to|leading to|triggers?|triggering|flows? (?:in)?to|arrives? at|ends? up (?:in|at))';
const reached =
  '(?:(?:get|gets|be|ever|eventually|ultimately|indirectly|being) )*(?:reached|called|invoked|triggered|hit|arrived at|reachable|executed|run)';
const pathNoun =
  '(?:(?:call|calls|calling|execution|invocation|control|code|dependency|shortest|function|control-flow|stack) )*(?:chains?|paths?|graphs?|stacks?|traces?|flows?|sequences?|routes?|way|steps?|links?|connections?|hops?|hierarchy|calls)(?: of (?:calls|functions?|methods?|steps))?';
const toward =
  '(?:to|and|→|->|=>|through to|up to|down to|until|into|all the way to|and ending (?:at|in)|ending (?:at|in)|that reaches|which reaches)';
const flow =
  '(?:i|we|you|one|it|execution|control|calls|requests|a call|the call|a request|the request|the (?:code|program|flow|control flow|execution|call chain))';

const chainFrames: readonly string[] = [
  `how (?:does|do|can|could|did|would|will|might|is|are) {X} ${reach} {Y}`,
  `(?:and )?how {X} ${reach} {Y}`,
  `how (?:is|are|does|do|can|could) {Y} ${reached} (?:by|from|starting (?:from|at)|via) {X}`,
  `how (?:do|does|can|would|did|could) ${flow} (?:get|go|goes|reach|flow|come|travel|move|jump) from {X} ${toward} {Y}`,
  `(?:does|do|can|could|will|would) {X} ${reach} {Y}`,
  `(?:is|are|can|could|does) {Y} ${reached} (?:from|by) {X}`,
  `(?:is|are) there ${article}${pathNoun} (?:leading |going |that (?:leads|goes|runs) )?(?:from|between) {X} ${toward} {Y}`,
  `${article}${pathNoun} (?:leading |going |that (?:leads|goes|runs) )?(?:from|between|starting (?:at|from|with)) {X} ${toward} {Y}`,
  `(?:trace|follow|walk (?:me )?through|track|map|explain)(?: me)? ${article}(?:${pathNoun} )?(?:from |between )?{X} ${toward} {Y}`,
  `(?:through|via|by|over) (?:which|what)(?: ${things}| ${pathNoun})? (?:does|do|can) {X} ${reach} {Y}`,
  `(?:through|via|by|over) (?:which|what)(?: ${things}| ${pathNoun})? (?:is|are) {Y} ${reached} (?:from|by) {X}`,
  `what ${pathNoun} (?:leads?|goes|runs?|connects?|links?) (?:from )?{X} ${toward} {Y}`,
  `what (?:links|connects|lies between|is between|sits between|happens between) {X} (?:to|and|with) {Y}`,
  `how (?:is|are) {X} (?:connected|linked|wired) (?:to|with) {Y}`,
  `how are {X} and {Y} (?:connected|linked)`,
];
const bareChain = 'from {X} (?:to|→|->|=>) {Y}';

/** A placeholder for a name, which is parsed separately because full name patterns would compile slowly. */
const nameGroup = (group: string): string => `(?<${group}>[^,;]{1,250}?)`;

/** Phrasings that share a hint; questions that do not match the hint skip them all. */
interface PhrasingFamily {
  readonly hint: RegExp;
  readonly phrasings: readonly Phrasing[];
}

function phrasing(relation: GraphRelation, frame: string): readonly Phrasing[] {
  const frames = frame.includes('{changed}')
    ? changes.map((wording) => frame.replace('{changed}', wording))
    : [frame];
  return frames.map((completeFrame) => ({
    relation,
    pattern: new RegExp(
      `^(?:${completeFrame.replace('{X}', nameGroup('X')).replace('{Y}', nameGroup('Y'))})$`,
      'i',
    ),
    // With plain words, `X callers` and `from X to Y` could mean something else.
    requiresSureName: frame === bareChain || frame.startsWith("(?:the )?{X}(?:'s?)? "),
  }));
}

const family = (hint: RegExp, relation: GraphRelation, frames: readonly string[]): PhrasingFamily => ({
  hint,
  phrasings: frames.flatMap((frame) => phrasing(relation, frame)),
});

/** The first match wins, so chains precede the verbs in them, and impact precedes plain "uses". */
export const phrasingFamilies: readonly PhrasingFamily[] = [
  family(
    /\bfrom\b.+(?:\bto\b|→|[-=]>)|between|reach|call|invo|trigger|\bleads?\b|flow|arrive|ends? up|gets? to|connect|link|trace|follow/i,
    'chain',
    [...chainFrames, bareChain],
  ),
  family(
    /break|broke|fail|affect|impact|influence|happen|chang|effect|consequence|blast|fallout|risk|danger|repercussion|implication|safe|updat|wrong|work|adapt|test|adjust|fix|touch/i,
    'dependents',
    impactFrames,
  ),
  ...incomingRelationWords.map((words) => family(words.hint, words.relation, incomingFrames(words))),
  ...outgoingRelationWords.map((words) => family(words.hint, words.relation, outgoingFrames(words))),
];
