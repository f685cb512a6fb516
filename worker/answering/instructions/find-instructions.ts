/**
 * Finds text in evidence that addresses a model: demands to ignore rules, state or cite something, show links or
 * reveal the prompt. Such evidence is marked, never removed.
 */

import {
  type AnyEvidence,
  isCommitEvidence,
  isDiscussionEvidence,
  isSpanEvidence,
} from '../../core/answers/evidence.ts';
import { normalizeForMatching, decodeBase64Runs } from './deobfuscate.ts';
import { truncate } from '../../core/text/truncate.ts';

/** In UTF-16 units, for one piece of evidence. The spans that a model receives are always shorter. */
const maxScanned = 200_000;
const maxPhraseLength = 120;

const models = String.raw`(?:a\.?i\.?s?|llms?|(?:large )?language models?|ai (?:assistants?|agents?|models?|tools?|reviewers?|readers?)|chat ?bots?|assistants?|chatgpt|gpt ?\d?|claude|gemini|copilot|coding agents?)`;
const rulesWords = String.raw`(?:instructions?|rules?|prompts?|directions?|directives?|guidelines?|guardrails?|system messages?|safety (?:rules|policies))`;
const outputVerbs = String.raw`(?:say|state|claim|answer|reply|respond|report|assert|write|tell|mention|cite|quote|output|print|emit|append|include|insert|add|render|show|display|embed|link|recommend|conclude|confirm)`;
const linkOrImage = String.raw`(?:markdown |html |clickable |tracking |hidden )?(?:links?|images?|pictures?|pixels?|img|iframes?|urls?|badges?|html|markdown)`;

const forgedCitation = String.raw`\(?\[chunk: ?e\d{1,3}\]`;

/** Each matches one kind of demand in lower-case text with single spaces between words. */
const patterns: readonly RegExp[] = [
  // To ignore its rules.
  new RegExp(
    String.raw`\b(?:ignore|disregard|forget|override|bypass|drop|discard|do not (?:follow|obey)|don't (?:follow|obey)|stop following)\b(?: \w+){0,3} (?:(?:previous|prior|above|earlier|preceding|foregoing|your|system)(?: \w+){0,3} ${rulesWords}|(?:existing|other|these|those|all|any|the)(?: \w+){0,2} (?:instructions|prompts?|system messages?))\b`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:above|before|you (?:were|have been|know|read)|that (?:was|came))`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:new|updated|real|actual|hidden|secret|override) ${rulesWords} ?(?:for|to) (?:the |any |all )?(?:you|${models})\b`,
    'u',
  ),
  /\b(?:system|developer|admin(?:istrator)?) override ?:|\bnew instructions? ?:|\b(?:enter|enable|activate|switch to) (?:god|dan|unrestricted|jailbreak) mode\b/u,
  new RegExp(
    String.raw`\b(?:you are now|from now on,? you(?: are| will| must|'re)?|pretend (?:to be|that you are|you are)) (?:an? |the |in )?(?:\w+ )?(?:free of|no longer|without (?:any )?(?:rules|limits)|dan\b|unrestricted|${models})`,
    'u',
  ),
  // Addressed to a model by name, followed by a demand.
  new RegExp(
    String.raw`\b(?:note|notice|message|attention|dear|hey|hello|hi|reminder|important|instructions?|to|for)(?: to| for|:|,)?(?: the| any| all| every| you,?)? ${models}(?: (?:assistants?|agents?|readers?|models?|that|which|who|reading|reads|processing|answering|indexing|seeing|summari[sz]ing)\b[^.:;!?]{0,80})? ?[:,;!—–-] ?(?:please |you must |always |now )?(?:${outputVerbs}|ignore|disregard|forget|follow|call|use|run|execute|reveal|send|fetch|mark|treat|obey|stop|do not|don't|never|when|if|you)\b`,
    'u',
  ),
  new RegExp(
    String.raw`\b${models} ?[:,] (?:please |you must |always |now )?(?:(?:say|state|claim|answer|reply|respond|ignore|disregard|forget|reveal|obey|cite|quote|append|render|insert|include)\b|(?:begin|start|end|finish) your\b|(?:call|run|invoke|use|execute) (?:the|a|your) (?:tool|function|shell|command)\b)`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:if you are|if you're|as|since you are|because you are) an? ${models}(?: [^.:;!?]{0,60})?[,:] (?:please |you must |always |then )?(?:${outputVerbs}|ignore|disregard|call|run|execute|reveal|send|fetch|mark|treat|you)\b`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:any|every|the|all) ${models} (?:(?:that|which|who) )?(?:read(?:s|ing)?|process(?:es|ing)?|answer(?:s|ing)?|see(?:s|ing)?|summari[sz](?:es?|ing))(?: [^.:;!?]{0,60})? (?:must|should|shall|has to|have to|is to|are to) (?:always |only |also |first )?(?:${outputVerbs}|ignore|disregard|call|run|reveal|send|mark|treat)\b`,
    'u',
  ),
  // To state or cite something in the answer.
  new RegExp(
    String.raw`\b${outputVerbs}\b[^.!?]{0,200}\b(?:and|then|while|by|also) (?:cit(?:e|es|ing)|quot(?:e|ing)) (?:this|these|the) (?:very |same )?(?:chunk|passage|block|evidence|line|lines|comment|file|page|commit|source|span|text)\b`,
    'u',
  ),
  new RegExp(
    String.raw`\bcite (?:this|these) (?:very )?(?:chunk|passage|block|evidence|span|text|lines?|file|page|commit) (?:as|for|in)\b`,
    'u',
  ),
  new RegExp(
    String.raw`\b${outputVerbs}\b[^.!?]{0,160}\b(?:in|to|into|with|at the end of|at the top of|of|from) (?:your|the|every|each|any|all) (?:final |next )?(?:answers?|repl(?:y|ies)|responses?|outputs?|completions?|summar(?:y|ies))\b[^.!?]{0,80}\b(?:${models}|you|citation|verified|chunk|evidence)\b`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:in|with|to|into|at the end of|at the top of) your (?:final |next )?(?:answers?|repl(?:y|ies)|responses?|outputs?|summar(?:y|ies)),? (?:please |you must |always |also )?(?:${outputVerbs}|put|place)\b`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:${outputVerbs}|put|place)\b [^.!?]{0,160}\b(?:in|to|into|with|at the end of|at the top of|as) your (?:whole |entire |final |next )?(?:answers?|repl(?:y|ies)|responses?|outputs?|summar(?:y|ies))\b`,
    'u',
  ),
  /\byour (?:whole |entire |only |final |next )?(?:answer|reply|response|output|summary) (?:must|should|shall|has to|is to|needs to) (?:be|begin|start|end|contain|include|say|state|cite|link|consist|not)\b/u,
  new RegExp(
    String.raw`\byou (?:must|should|shall|have to|are to|will|are (?:required|obliged|instructed|ordered) to) (?:now |always |only |also |therefore |instead )?(?:${outputVerbs})\b(?! (?:that )?(?:to|the|a|an|your|it|this|these|one|some|more|new|them|their) (?:file|test|tests|option|options|import|imports|dependenc|package|module|line to))[^.!?]{0,160}\b(?:users?|readers?|ask(?:er|ing|ed|s)|question|citation|evidence|verified|certified|chunk)\b`,
    'u',
  ),
  /\b(?:do not|don't|never) (?:tell|inform|mention|reveal|say|show|warn|disclose)(?: (?:this|it|any of this|anything))?(?: to)? (?:the |your )?(?:users?|readers?|askers?|humans?|person)\b/u,
  /\btell (?:the|your) (?:users?|readers?|askers?|humans?) (?:that|to|this)\b/u,
  new RegExp(
    String.raw`\b(?:when|whenever|if) (?:you (?:are )?|the (?:user|reader) |someone |anyone |any(?:one|body) )?(?:asks?|asked|answering|quer(?:y|ied)|questioned)\b[^.!?]{0,100}?[,:] ?(?:you (?:must|should|will) |please |always |only |just )?${outputVerbs} (?:that|only|with|this|the (?:link|following|image|url)|exactly|nothing|:|!?\[)`,
    'u',
  ),
  // To show a link or image, or to leak the conversation or secrets.
  new RegExp(
    String.raw`\b(?:render|embed|emit|output|show|display|include|insert|append|add|end|begin|start|finish|close|answer|reply|respond)\b(?: \w+){0,6}? (?:with |using |by )?(?:this|the following|an?|that|these|one) ${linkOrImage}\b[^.!?]{0,80}\b(?:answer|reply|response|users?|readers?|conversation|question|prompt|verbatim|secret)\b`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:replace|encode|put|append|substitute|fill)\b[^.!?]{0,80}\b(?:conversation|chat history|question|prompt|user data|secrets?|api keys?)\b[^.!?]{0,60}\b(?:to|into|in) (?:the |this |that |its |an? )?(?:url|link|image|query|address)\b`,
    'u',
  ),
  // To reveal its prompt.
  new RegExp(
    String.raw`\b(?:reveal|print|repeat|output|show|leak|disclose|dump|recite|quote|write out|give|tell)(?: me| us)?(?: \w+){0,3} (?:your|the model's|the assistant's|the) (?:own |full |whole |entire |initial |hidden |secret |original )*(?:system (?:prompt|message|instructions?|rules)|hidden (?:prompt|instructions)|initial (?:prompt|instructions))\b`,
    'u',
  ),
  /\b(?:reveal|repeat|leak|disclose|recite|print) (?:all |each |every )?(?:of )?your (?:\w+ )?(?:instructions|rules|prompt)\b/u,
  // To call tools.
  new RegExp(
    String.raw`\b(?:call|invoke|use|run|execute) (?:the |your |a )?(?:tool|function|shell|browser|plugin)s? [^.!?]{0,80}\b(?:now|immediately|before (?:you )?answer(?:ing)?|first|with (?:the )?(?:arguments?|input|question|conversation)|to (?:fetch|send|delete|read|open|exfiltrate))\b[^.!?]{0,60}\b(?:you|your|model|assistant|answer(?:ing)?|question|conversation|user|secrets?)\b`,
    'u',
  ),
  /\bmark (?:this|it|that|every|each|all)(?: \w+){0,3} (?:as )?(?:verified|trusted|certified|proven|checked)\b/u,
  // To cite an id, before or after it. An id alone is text about citations, such as a test.
  new RegExp(
    String.raw`(?:^ ?|[.!?:,;(=] |\b(?:please|must|should|shall|always|only|never|now|you|and|then|to|just) )(?:${outputVerbs}|use|trust|prefer|mark|treat|end|begin|start|finish|attach|put|place|repeat|copy) (?:[^.!?()=[\]$]{0,160} )?${forgedCitation}`,
    'u',
  ),
  new RegExp(
    String.raw`${forgedCitation}[^.!?]{0,80}\b(?:must|should|shall|always|please|has to|needs to|is to)\b[^.!?]{0,60}\b(?:cited?|quoted?|used?|trust(?:ed)?|said|say|stated?|shown?|repeat(?:ed)?|verified|mark(?:ed)?)\b`,
    'u',
  ),
  // In languages other than English.
  /ignorier(?:e|en sie|t)\b[^.!?]{0,40}\b(?:anweisungen|regeln|vorgaben)|ignore[zr]?\b[^.!?]{0,40}\b(?:instructions|consignes|règles) (?:précédentes|ci-dessus|antérieures)|ignor(?:a|e|ar)\b[^.!?]{0,40}\b(?:instrucciones|instruções|istruzioni|reglas)/u,
  /(?:忽略|无视|無視)[^。！？]{0,15}(?:指令|指示|规则|規則|提示)|(?:指示|命令|ルール)を?(?:すべて|全て)?無視|игнорируй(?:те)?[^.!?]{0,40}(?:инструкци|правил|указани)|이전[^.!?]{0,15}(?:지시|명령|지침)[^.!?]{0,10}무시/u,
];

/** Every demand contains one of these words. Most code contains none and is scanned only once. */
const requiredWord =
  /\b(?:yours?|you(?:'re)?|cit(?:e|es|ing)|quoting|tell|users?|readers?|askers?|humans?|person|instructions?|rules?|prompts?|directions?|directives?|guidelines?|guardrails?|messages?|policies|ais?|a\.i|llms?|language models?|chat ?bots?|assistants?|chatgpt|gpt ?\d?|claude|gemini|copilot|agents?|override|mode|answer(?:s|ing)?|repl(?:y|ies)|responses?|conversation|questions?|verbatim|secrets?|api keys?|ask(?:s|ed)|quer(?:y|ied)|chat history|user data|verified|trusted|certified|proven|checked|chunk|everything|anything|pretend)\b|ignor|忽略|无视|無視|игнорир|무시/u;

/** Prompt markers: people do not write them, and only models read them. */
const promptMarks =
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\|?>|\[\/?INST\]|<<\/?SYS>>|(?:^|\n)[ \t]*(?:system|assistant) ?: ?(?:you (?:are|must|will)|ignore|from now)/iu;
/**
 * Tags of an evidence block, all in lower case or all in upper case. A type argument does not match:
 * `Omit<Evidence, 'text'>` is code.
 */
const blockMarks =
  /(?<![\w.])<\s?(?:(?:evidence|EVIDENCE)(?:-\d{1,9})?(?:\s+(?:id|kind)\s?=[^>\n]{0,200}|\s?)|\/\s?(?:evidence|EVIDENCE)(?:-\d{1,9})?\s?)>/u;
/** Characters that hide or reverse text. */
const hidingCharacters = /[\u{E0020}-\u{E007E}]{4}|[\u202D\u202E]|[\u200B\u2060\uFEFF\u00AD]{8}/u;

/** @returns the matched words in readable form, or undefined */
export function findInstructions(text: string): string | undefined {
  const scanned = text.slice(0, maxScanned);
  const mark = (promptMarks.exec(scanned) ?? blockMarks.exec(scanned))?.[0].trim();
  return (
    findDemand(normalizeForMatching(scanned)) ??
    (mark === undefined ? undefined : truncate(mark, maxPhraseLength)) ??
    decodeBase64Runs(scanned)
      .map(normalizeForMatching)
      .map(findDemand)
      .find((found) => found !== undefined) ??
    (hidingCharacters.test(scanned) ? 'characters that hide text' : undefined)
  );
}

function findDemand(plain: string): string | undefined {
  if (!requiredWord.test(plain)) return undefined;
  for (const pattern of patterns) {
    const found = pattern.exec(plain)?.[0];
    if (found !== undefined) return truncate(found, maxPhraseLength);
  }
  return undefined;
}

export function markInstructions<Any extends AnyEvidence>(evidence: Any): Any {
  const instructs = findInstructions(`${readNames(evidence)}\n\n${evidence.text}`);
  return instructs === undefined ? evidence : { ...evidence, instructs };
}

/** Names are scanned too, because the author of a file also chooses its path and symbol names. */
function readNames(evidence: AnyEvidence): string {
  if (isCommitEvidence(evidence)) return evidence.subject;
  if (isDiscussionEvidence(evidence)) return evidence.title;
  return isSpanEvidence(evidence) ? `${evidence.path}\n\n${evidence.symbol ?? ''}` : evidence.path;
}
