/**
 * Checks what a claim says a function does. A name or word that appears only in another definition of the cited
 * lines fails. A function that the cited lines do not define is not checked.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { isAttachmentEvidence, isSpanEvidence, type AnyEvidence } from '../../../core/answers/evidence.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import { isSupportedBy, significantWords } from './check-vocabulary.ts';
import {
  findDefinitionBodies,
  findBodyAt,
  isCommented,
  type DefinitionBody,
} from '../../evidence-text/definition-bodies.ts';
import { isGenericWord } from './vocabulary.ts';

/** "`release` raises …": a name and a verb at the start of a sentence. */
const activeForm =
  /^\W*(?:(?:also|then|first|here|there|in turn|finally|internally|the (?:function|method|helper|routine))\W+)*`([\w$.:#]{1,120})(?:\(\))?`\s+(?:(?:also|then|first|itself|in turn|only|always|directly|internally)\s+)*([a-z]{2,}s)\b(.*)$/is;
/** "`TimeoutError` is raised by `release`". */
const passiveForm =
  /^(.*?)\s(?:is|are|gets?|can be|may be)\s+(?:[a-z]+ly\s+)?([a-z]{2,}(?:ed|en|wn|nt|pt|ld|un|ut|et))\b(.*?)\s(?:by|in|inside|within)\s+(?:the (?:function|method|helper) )?`([\w$.:#]{1,120})(?:\(\))?`\W*$/is;
/** Verbs that describe a state or a position, not an action. */
const stateVerb =
  /^(?:is|was|has|does|stands|lies|lives|belongs|resembles|looks|differs|comes|follows|precedes|equals|extends|implements|inherits|appears|serves|exists|needs|matters|helps|works|acts|sits|corresponds|wraps)$/i;
/** Words after which the sentence may describe another subject. */
const subjectChange =
  /,?\s+(?:while|whereas|which|that|who|whose|so|before|after|until|like|unlike|instead|than|as|because|since|for use|used by|called by)\b|[,;]\s|\sand\s+`[^`]*`\s+[a-z]+s\b/i;

export function checkBehavior(text: string, cited: readonly AnyEvidence[]): readonly ClaimCheck[] {
  const spans = cited
    .filter((evidence) => isSpanEvidence(evidence) || isAttachmentEvidence(evidence))
    .map((evidence) => evidence.text);
  const cache = new Map<string, readonly SpanParts[]>();
  return splitSentences(text).flatMap((sentence): readonly ClaimCheck[] => {
    const { subject, action } = parseAction(sentence);
    if (subject === '') return [];
    const name = subject.split(/\.|::|#/).at(-1) ?? subject;
    const parts = cache.get(name) ?? spans.flatMap((span) => splitBySubject(span, name) ?? []);
    cache.set(name, parts);
    if (parts.length === 0) return [];
    const unsupported =
      findNames(action).find((item) => isOnlyInOthers(parts, (lines) => containsName(lines, item))) ??
      findWords(action).find((word) => isOnlyInOthers(parts, (_, terms) => isSupportedBy(word, terms)));
    return unsupported === undefined
      ? []
      : [
          {
            check: 'wording',
            passed: false,
            detail: `“${unsupported}” appears in another definition, but not in \`${subject}\`.`,
          },
        ];
  });
}

/** Masks code without changing the length, so that it cannot match a sentence end or conjunction. */
function maskCode(text: string): string {
  return text.replace(/`[^`\n]*`/g, (code) => `\`${'x'.repeat(code.length - 2)}\``);
}

function splitSentences(text: string): readonly string[] {
  const ends = [...maskCode(text).matchAll(/[.!?;](?=\s|$)|\n\s*\n/g)].map(({ index }) => index);
  return [...ends, text.length].map((end, at) => text.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end));
}

interface StatedAction {
  /** Empty if the sentence describes no action. */
  readonly subject: string;
  readonly action: string;
}

function parseAction(sentence: string): StatedAction {
  const [, subject = '', verb = '', rest = ''] = activeForm.exec(sentence) ?? [];
  if (subject !== '' && !stateVerb.test(verb))
    return { subject, action: `${verb} ${rest.slice(0, subjectChange.exec(maskCode(rest))?.index)}` };
  const [, object = '', participle = '', complement = '', agent = ''] = passiveForm.exec(sentence) ?? [];
  return subjectChange.test(maskCode(object))
    ? { subject: '', action: '' }
    : { subject: agent, action: `${object} ${participle} ${complement}` };
}

interface IndexedText {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

/** A span's lines, split into those of the subject or of no function, and those of other functions. */
interface SpanParts {
  readonly own: IndexedText;
  readonly others: IndexedText;
}

function isOnlyInOthers(
  parts: readonly SpanParts[],
  matches: (lines: string, terms: ReadonlySet<string>) => boolean,
): boolean {
  return (
    parts.some(({ others }) => matches(others.text, others.terms)) &&
    !parts.some(({ own }) => matches(own.text, own.terms))
  );
}

/** Undefined if the text does not define the name. */
function splitBySubject(text: string, name: string): SpanParts | undefined {
  const bodies = findDefinitionBodies(text, name);
  if (bodies.length === 0) return undefined;
  const others = findOtherFunctions(text, bodies);
  let own = '';
  let other = '';
  let at = 0;
  for (const { from, to } of others) {
    if (to <= at) continue;
    own += text.slice(at, Math.max(at, from));
    other += text.slice(Math.max(at, from), to);
    at = to;
  }
  return { own: indexText(own + text.slice(at)), others: indexText(other) };
}

function indexText(text: string): IndexedText {
  return { text, terms: new Set(extractTerms(text)) };
}

const functionStart =
  /^[ \t]*(?:(?:export|default|async|pub(?:\([^)\n]*\))?|static|public|private|protected|final|override)[ \t]+)*(?:function\*?|def|fn|fun|func|sub)\b.*$|^[ \t]*(?:export[ \t]+)?const[ \t]+\w+[ \t]*=[ \t]*(?:async[ \t]*)?(?:\([^\n]*|\w+)[ \t]*=>.*$/gm;

/** Finds functions that do not overlap the subject's bodies, with the comments above them. */
function findOtherFunctions(text: string, own: readonly DefinitionBody[]): readonly DefinitionBody[] {
  return [...text.matchAll(functionStart)].flatMap(({ index }) => {
    const body = findBodyAt(text, index + 1);
    const isOther = own.every(({ from, to }) => body.to <= from || body.from >= to);
    return isOther && !isCommented(text, index)
      ? [{ from: findCommentStart(text, body.from), to: body.to }]
      : [];
  });
}

function findCommentStart(text: string, at: number): number {
  let from = at;
  while (from > 0) {
    const start = text.lastIndexOf('\n', from - 2) + 1;
    if (!/^\s*(?:\/\/|\/\*|\*|#|@\w)/.test(text.slice(start, from))) return from;
    from = start;
  }
  return from;
}

function findNames(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]{1,120})`/g)].map(([, name = '']) => name.replace(/\(\)$/, ''));
}

function containsName(text: string, name: string): boolean {
  return (
    text.includes(name) &&
    new RegExp(`(?<![\\w$])${name.replace(/[$.*+?^{}()|[\]\\/]/g, '\\$&')}(?![\\w$])`).test(text)
  );
}

function findWords(text: string): readonly string[] {
  return significantWords(text.replace(/`[^`\n]*`/g, ' ')).filter((word) => !isGenericWord(word));
}
