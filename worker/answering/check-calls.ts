/** Who calls whom: a call that a claim tells must stand, as a call, within or after the definition of who is said to make it; and one it denies must not. */

import type { ClaimCheck } from '../core/answer.ts';
import { isOfAttachment, isOfLines, type AnyEvidence } from '../core/evidence.ts';

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

interface SaidCall {
  readonly caller: string;
  readonly callee: string;
}

function isNamed(one: string | undefined): one is string {
  return one !== undefined && /^[\w$.:]+(?:\(\))?$/.test(one);
}

function made(caller: string | undefined, callee: string | undefined): readonly SaidCall[] {
  return isNamed(caller) && isNamed(callee) ? [{ caller: lastPart(caller), callee: lastPart(callee) }] : [];
}

/** @param isCalled whether the cited lines call or define a plain word */
function callsSaid(text: string, isCalled: (word: string) => boolean): readonly SaidCall[] {
  const seenAsName = (word: string | undefined): string | undefined =>
    word !== undefined && (/[a-z][A-Z]|_|\w\.\w/.test(word) || (!pronoun.test(word) && isCalled(word)))
      ? word
      : undefined;
  return [
    ...[...text.matchAll(active)].flatMap(([, a, bareA, b, bareB]) =>
      made(a ?? seenAsName(bareA), b ?? seenAsName(bareB)),
    ),
    ...[...text.matchAll(passive)].flatMap(([, b, bareB, a, bareA]) =>
      made(a ?? seenAsName(bareA), b ?? seenAsName(bareB)),
    ),
  ];
}

/** Bare, such a word is no name: "it uses them". */
const pronoun =
  /^(?:it|its|this|that|which|who|they|one|he|she|and|or|also|then|code|function|method|class|file|module|the|is|are)$/i;

function lastPart(name: string): string {
  return name.replace(/\(\)$/, '').split(/\.|::/).at(-1) ?? name;
}

/** Nothing where no lines are cited. */
export function checkCalls(text: string, cited: readonly AnyEvidence[]): readonly ClaimCheck[] {
  const spans = cited.filter((one) => isOfLines(one) || isOfAttachment(one));
  if (spans.length === 0) return [];
  const isCalled = (word: string): boolean =>
    spans.some((span) => span.text.includes(`${word}(`) || span.text.includes(` ${word} (`));
  return callsSaid(text, isCalled).flatMap(({ caller, callee }): readonly ClaimCheck[] => {
    if (caller === callee) return [];
    const places = spans.map((span) => ({
      text: span.text,
      uses: usesOf(span.text, callee),
      from:
        isPart(isOfLines(span) ? span.symbol : undefined, caller) || span.path.includes(caller)
          ? 0
          : definitionOf(span.text, caller),
    }));
    if (
      places.every(({ uses }) => uses.length === 0) &&
      spans.every(({ text: lines }) => !holds(lines, callee))
    )
      return [];
    const isMade = places.some(
      ({ uses, from, text: lines }) =>
        from >= 0 && uses.some((at) => at >= from && !isOfAnother(lines, from, at)),
    );
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
            : `The cited lines do not tell that \`${caller}\` uses \`${callee}\`.`,
      },
    ];
  });
}

const definitionLine =
  /^([ \t]*)(?:(?:export|default|async|pub|static)\s+)*(?:function|def|class|fn|func|impl)\b/gm;

/** Whether another definition begins between one and a use, no further in. */
function isOfAnother(text: string, from: number, at: number): boolean {
  if (from === 0) return false;
  const line = text.lastIndexOf('\n', from) + 1;
  const indent = /^\s*/.exec(text.slice(line, from + 200))?.[0].replace(/\n/g, '').length ?? 0;
  const end = text.indexOf('\n', from);
  const between = end < 0 ? '' : text.slice(end + 1, at);
  return [...between.matchAll(definitionLine)].some((match) => (match[1] ?? '').length <= indent);
}

function isPart(symbol: string | undefined, name: string): boolean {
  return symbol !== undefined && (symbol === name || symbol.split(/\.|::|#/).includes(name));
}

const escaped = (text: string): string => text.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&');
const defining = String.raw`(?:function\*?|def|class|fn|func(?: \([^)\n]{0,80}\))?|interface|struct|trait|enum|type|const|let|var|val|module|impl(?:<[^>\n]{0,80}>)?|public|private|protected|static|async|export|default)\s+(?:self\.)?`;

function holds(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`).test(text);
}

/** Where it is defined; -1 where it is not. */
function definitionOf(text: string, name: string): number {
  if (!text.includes(name)) return -1;
  return text.search(
    new RegExp(
      `${defining}${escaped(name)}(?![\\w$])|(?<![.(,=]\\s{0,40})^[ \\t]*(?:(?!return|throw|raise|new|await|else|yield|case|if|while|for|switch|catch|import|from)[\\w<>,*&]+ )*${escaped(name)}\\s*(?:\\([^;{}]{0,300}\\)[^;{\\n]{0,80}\\{|[:=]\\s*(?:async\\b|function\\b|\\())`,
      'm',
    ),
  );
}

/** Where it stands and is not being defined. */
function usesOf(text: string, name: string): readonly number[] {
  const places: number[] = [];
  if (!text.includes(name)) return places;
  const own = new RegExp(`(${defining})?(?<![\\w$])${escaped(name)}(?![\\w$])`, 'g');
  const definition = definitionOf(text, name);
  for (const match of text.matchAll(own)) {
    const at = match.index + match[0].length - name.length;
    const isDefined =
      match[1] !== undefined ||
      (definition >= 0 &&
        at - definition < 80 &&
        at >= definition &&
        !text.slice(definition, at).includes('\n'));
    if (!isDefined) places.push(at);
  }
  return places;
}
