/**
 * Checks which function calls which: a stated call must appear inside the caller's definition, and a denied one
 * must not.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { isAttachmentEvidence, isSpanEvidence, type AnyEvidence } from '../../../core/answers/evidence.ts';
import { findDefinitionOffsets, isCommented, findScopes } from '../../evidence-text/definition-bodies.ts';

const name = String.raw`(?:${'`'}([^${'`'}\n]{1,120})${'`'}|([A-Za-z_$][\w$.]*))`;
const verb = String.raw`(?:calls?|calling|invokes?|uses?|runs?|executes?|delegates? to|hands? over to|relies on|depends on|wraps|triggers?)`;
const adverb = String.raw`(?:(?:\(\)|also|then|first|directly|internally|itself|does not|doesn['’]t|never|in turn|only)\s+)*`;
const active = new RegExp(String.raw`${name}\s+${adverb}${verb}\s+(?:the (?:function|method) )?${name}`, 'g');
const passive = new RegExp(
  String.raw`${name}\s+(?:is|are|gets|being)\s+(?:\w+\s+)?(?:called|invoked|used|run|executed|triggered|wrapped)\s+(?:\w+\s+)?(?:by|from|in|inside|within)\s+(?:the (?:function|method) )?${name}`,
  'g',
);
const denial =
  /\b(?:not|never|without|cannot|no longer|avoids?|neither|nor|instead of|rather than)\b|n['’]t\b/i;

interface StatedCall {
  readonly caller: string;
  readonly callee: string;
}

function isNamed(text: string | undefined): text is string {
  return text !== undefined && /^[\w$.:]+(?:\(\))?$/.test(text);
}

function toCall(caller: string | undefined, callee: string | undefined): readonly StatedCall[] {
  return isNamed(caller) && isNamed(callee) ? [{ caller: lastPart(caller), callee: lastPart(callee) }] : [];
}

/** @param isCalled whether the cited lines call or define a plain word */
function findStatedCalls(text: string, isCalled: (word: string) => boolean): readonly StatedCall[] {
  const asName = (word: string | undefined): string | undefined =>
    word !== undefined && (/[a-z][A-Z]|_|\w\.\w/.test(word) || (!pronoun.test(word) && isCalled(word)))
      ? word
      : undefined;
  return [
    ...[...text.matchAll(active)].flatMap(([, a, bareA, b, bareB]) =>
      toCall(a ?? asName(bareA), b ?? asName(bareB)),
    ),
    ...[...text.matchAll(passive)].flatMap(([, b, bareB, a, bareA]) =>
      toCall(a ?? asName(bareA), b ?? asName(bareB)),
    ),
  ];
}

/** Without back-ticks, these words are not names: "it uses them". */
const pronoun =
  /^(?:it|its|this|that|which|who|they|one|he|she|and|or|also|then|code|function|method|class|file|module|the|is|are)$/i;

function lastPart(name: string): string {
  return name.replace(/\(\)$/, '').split(/\.|::/).at(-1) ?? name;
}

/** Returns no checks if no lines are cited. */
export function checkCalls(text: string, cited: readonly AnyEvidence[]): readonly ClaimCheck[] {
  const spans = cited.filter((evidence) => isSpanEvidence(evidence) || isAttachmentEvidence(evidence));
  if (spans.length === 0) return [];
  const isCalled = (word: string): boolean =>
    spans.some((span) => span.text.includes(`${word}(`) || span.text.includes(` ${word} (`));
  const calls = new Map(
    findStatedCalls(text, isCalled).map((item) => [`${item.caller} ${item.callee}`, item]),
  );
  return [...calls.values()].flatMap(({ caller, callee }): readonly ClaimCheck[] => {
    if (caller === callee) return [];
    if (spans.every((span) => !containsName(span.text, callee))) return [];
    const isMade = spans.some((span) => {
      const uses = findUses(span.text, callee);
      return (
        uses.length > 0 &&
        findScopes(span, caller).some(({ from, to }) => uses.some((at) => at >= from && at < to))
      );
    });
    const isDenied = denial.test(text);
    const passed = isMade && !isDenied;
    return [
      {
        check: 'call',
        passed,
        detail: passed
          ? `The cited lines have \`${caller}\` use \`${callee}\`.`
          : isDenied && isMade
            ? `The cited lines have \`${caller}\` use \`${callee}\`, which is denied.`
            : `The cited lines do not show that \`${caller}\` uses \`${callee}\`.`,
      },
    ];
  });
}

function containsName(text: string, name: string): boolean {
  return wholeName(name).test(text);
}

/** Returns the offsets at which code uses the name without defining it. */
function findUses(text: string, name: string): readonly number[] {
  if (!text.includes(name)) return [];
  const defined = new Set(findDefinitionOffsets(text, name));
  return [...text.matchAll(wholeName(name))]
    .map(({ index }) => index)
    .filter((at) => !defined.has(at) && !isCommented(text, at));
}

function wholeName(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${name.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&')}(?![\\w$])`, 'g');
}
