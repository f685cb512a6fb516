/**
 * Checks what a claim says a function does. A name or word that appears only in another definition of the cited
 * lines fails; an undefined function is not checked.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { isAttachmentEvidence, isSpanEvidence, type AnyEvidence } from '../../../core/answers/evidence.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import { isSupportedBy, significantWords } from './check-vocabulary.ts';
import {
  findDefinitionBodies,
  bodyAt,
  isCommented,
  type DefinitionBody,
} from '../../evidence-text/definition-bodies.ts';
import { isGenericWord } from './vocabulary.ts';

/** "`release` raises …": a name at the beginning, and what it does. */
const deed =
  /^\W*(?:(?:also|then|first|here|there|in turn|finally|internally|the (?:function|method|helper|routine))\W+)*`([\w$.:#]{1,120})(?:\(\))?`\s+(?:(?:also|then|first|itself|in turn|only|always|directly|internally)\s+)*([a-z]{2,}s)\b(.*)$/is;
/** "`TimeoutError` is raised by `release`". */
const passive =
  /^(.*?)\s(?:is|are|gets?|can be|may be)\s+(?:[a-z]+ly\s+)?([a-z]{2,}(?:ed|en|wn|nt|pt|ld|un|ut|et))\b(.*?)\s(?:by|in|inside|within)\s+(?:the (?:function|method|helper) )?`([\w$.:#]{1,120})(?:\(\))?`\W*$/is;
/** Says where it stands or what it is, and nothing of what it does. */
const noDeed =
  /^(?:is|was|has|does|stands|lies|lives|belongs|resembles|looks|differs|comes|follows|precedes|equals|extends|implements|inherits|appears|serves|exists|needs|matters|helps|works|acts|sits|corresponds|wraps)$/i;
/** What goes on to speak of another. */
const goesOn =
  /,?\s+(?:while|whereas|which|that|who|whose|so|before|after|until|like|unlike|instead|than|as|because|since|for use|used by|called by)\b|[,;]\s|\sand\s+`[^`]*`\s+[a-z]+s\b/i;

export function checkBehavior(text: string, cited: readonly AnyEvidence[]): readonly ClaimCheck[] {
  const spans = cited
    .filter((one) => isSpanEvidence(one) || isAttachmentEvidence(one))
    .map((one) => one.text);
  const known = new Map<string, readonly Places[]>();
  return sentencesIn(text).flatMap((sentence): readonly ClaimCheck[] => {
    const { who, told } = saidIn(sentence);
    if (who === '') return [];
    const name = who.split(/\.|::|#/).at(-1) ?? who;
    const places = known.get(name) ?? spans.flatMap((span) => placesOf(span, name) ?? []);
    known.set(name, places);
    if (places.length === 0) return [];
    const strange =
      namesIn(told).find((one) => isOfOthers(places, (lines) => holds(lines, one))) ??
      wordsIn(told).find((word) => isOfOthers(places, (_, terms) => isSupportedBy(word, terms)));
    return strange === undefined
      ? []
      : [
          {
            check: 'wording',
            passed: false,
            detail: `“${strange}” stands in another definition than \`${who}\`.`,
          },
        ];
  });
}

/** As long, with nothing in its code that could end or go on. */
function masked(text: string): string {
  return text.replace(/`[^`\n]*`/g, (code) => `\`${'x'.repeat(code.length - 2)}\``);
}

function sentencesIn(text: string): readonly string[] {
  const ends = [...masked(text).matchAll(/[.!?;](?=\s|$)|\n\s*\n/g)].map(({ index }) => index);
  return [...ends, text.length].map((end, at) => text.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end));
}

interface SaidDeed {
  /** Empty where nobody is said to do anything. */
  readonly who: string;
  readonly told: string;
}

function saidIn(sentence: string): SaidDeed {
  const [, who = '', verb = '', rest = ''] = deed.exec(sentence) ?? [];
  if (who !== '' && !noDeed.test(verb))
    return { who, told: `${verb} ${rest.slice(0, goesOn.exec(masked(rest))?.index)}` };
  const [, what = '', done = '', how = '', whom = ''] = passive.exec(sentence) ?? [];
  return goesOn.test(masked(what)) ? { who: '', told: '' } : { who: whom, told: `${what} ${done} ${how}` };
}

interface Lines {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

/** What of a span is told by whoever is spoken of or by no definition, and what by others. */
interface Places {
  readonly own: Lines;
  readonly others: Lines;
}

function isOfOthers(
  places: readonly Places[],
  is: (lines: string, terms: ReadonlySet<string>) => boolean,
): boolean {
  return (
    places.some(({ others }) => is(others.text, others.terms)) &&
    !places.some(({ own }) => is(own.text, own.terms))
  );
}

/** Undefined where it is not defined there. */
function placesOf(text: string, name: string): Places | undefined {
  const bodies = findDefinitionBodies(text, name);
  if (bodies.length === 0) return undefined;
  const others = othersIn(text, bodies);
  let own = '';
  let other = '';
  let at = 0;
  for (const { from, to } of others) {
    if (to <= at) continue;
    own += text.slice(at, Math.max(at, from));
    other += text.slice(Math.max(at, from), to);
    at = to;
  }
  return { own: linesOf(own + text.slice(at)), others: linesOf(other) };
}

function linesOf(text: string): Lines {
  return { text, terms: new Set(extractTerms(text)) };
}

const begins =
  /^[ \t]*(?:(?:export|default|async|pub(?:\([^)\n]*\))?|static|public|private|protected|final|override)[ \t]+)*(?:function\*?|def|fn|fun|func|sub)\b.*$|^[ \t]*(?:export[ \t]+)?const[ \t]+\w+[ \t]*=[ \t]*(?:async[ \t]*)?(?:\([^\n]*|\w+)[ \t]*=>.*$/gm;

/** Functions that neither are of it nor hold it, with the comments above them. */
function othersIn(text: string, own: readonly DefinitionBody[]): readonly DefinitionBody[] {
  return [...text.matchAll(begins)].flatMap(({ index }) => {
    const body = bodyAt(text, index + 1);
    const isOther = own.every(({ from, to }) => body.to <= from || body.from >= to);
    return isOther && !isCommented(text, index) ? [{ from: commentAbove(text, body.from), to: body.to }] : [];
  });
}

function commentAbove(text: string, at: number): number {
  let from = at;
  while (from > 0) {
    const start = text.lastIndexOf('\n', from - 2) + 1;
    if (!/^\s*(?:\/\/|\/\*|\*|#|@\w)/.test(text.slice(start, from))) return from;
    from = start;
  }
  return from;
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]{1,120})`/g)].map(([, name = '']) => name.replace(/\(\)$/, ''));
}

function holds(text: string, name: string): boolean {
  return (
    text.includes(name) &&
    new RegExp(`(?<![\\w$])${name.replace(/[$.*+?^{}()|[\]\\/]/g, '\\$&')}(?![\\w$])`).test(text)
  );
}

function wordsIn(text: string): readonly string[] {
  return significantWords(text.replace(/`[^`\n]*`/g, ' ')).filter((word) => !isGenericWord(word));
}
