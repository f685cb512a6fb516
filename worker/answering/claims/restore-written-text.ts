/**
 * Restores the text that a claim may have had before sanitizing, so that a quotation can match the evidence
 * exactly. Only the checks use it; the displayed text stays sanitized.
 */

import { quotation } from '../claim-text/parse-claim.ts';

const quoted = new RegExp(quotation, 'gu');
const code = /`[^`\n]{1,400}`/g;

/**
 * What may have been changed: as it is shown, with as much around it as tells, as it was before, and as a pattern that finds either. Beside
 * these, a backslash may have stood before a bracket or an angle.
 */
const changes: readonly (readonly [shown: RegExp, before: string, either: string])[] = [
  [/ ?`((?:https?:\/\/|ftp:\/\/|www\.|mailto:|xmpp:)[^`\s]*)`/iy, '', ''],
  [/\] (?=[(:])/y, ']', String.raw`\] ?`],
  [/< (?=[A-Za-z/!?])/y, '<', String.raw`\\?< ?`],
  [/(?<=[A-Za-z0-9_.+-]) @(?=[A-Za-z0-9_-]+\.)/y, '@', ' ?@'],
  [/(?<=[A-Za-z0-9+.-]): (?=\/\/)/y, ':', ': ?'],
  [/&#96;/y, '`', '(?:&#96;|\\\\?`)'],
  [/&#126;/y, '~', '(?:&#126;|~)'],
  [/&amp;(?=#?[A-Za-z0-9]{1,31};)/y, '&', '&(?:amp;)?'],
  [/\\\\(?=[/:@.])/y, '\\', String.raw`\\{1,2}`],
  [/[[<]/y, '', ''],
  [/\s+/y, '', String.raw`\s+`],
];

interface Forms {
  /** With every change undone. */
  readonly undone: string;
  /** Finds it with each change undone or not. */
  readonly either: RegExp;
}

function formsOf(shown: string): Forms {
  let undone = '';
  let either = '';
  for (let at = 0; at < shown.length;) {
    const [whole, before, pattern] = changeAt(shown, at) ?? [shown.charAt(at), shown.charAt(at), undefined];
    undone += before;
    either += pattern ?? literal(whole);
    at += whole.length;
  }
  return { undone, either: new RegExp(either, 'u') };
}

function changeAt(shown: string, at: number): readonly [string, string, string] | undefined {
  for (const [pattern, before, either] of changes) {
    pattern.lastIndex = at;
    const found = pattern.exec(shown);
    if (found === null) continue;
    const [whole, address] = found;
    if (address !== undefined)
      return [whole, `${whole.startsWith(' ') ? ' ' : ''}${address}`, ` ?\`?${literal(address)}\`?`];
    if (before !== '') return [whole, before, either];
    return [whole, whole, either === '' ? String.raw`\\?${literal(whole)}` : either];
  }
  return undefined;
}

/** A bar within code stands behind a backslash in a table. */
function codeFormsOf(shown: string): Forms {
  const either = shown
    .split('\\|')
    .map((part) => literal(part))
    .join(String.raw`\\?\|`);
  return { undone: shown.replaceAll('\\|', '|'), either: new RegExp(either, 'u') };
}

/** Words behind the language of a fence are shown above its code: they are said like any others. */
function withWordsOfFence(text: string): string {
  return text.replace(/^(`{3,}|~{3,})[ \t]*(\S*)[ \t]+(\S[^\n]*)/, '$3\n\n$1$2');
}

function changed(text: string, change: (forms: Forms) => string): string {
  return withWordsOfFence(text)
    .replace(quoted, (whole) => whole.charAt(0) + change(formsOf(whole.slice(1, -1))) + whole.slice(-1))
    .replace(code, (whole) =>
      whole.includes('\\|') ? `\`${change(codeFormsOf(whole.slice(1, -1)))}\`` : whole,
    );
}

/** @param sources what it may quote @returns each way it may have been written, the likeliest first */
export function restoreWrittenText(text: string, sources: readonly string[]): readonly string[] {
  const undone = changed(text, (forms) => forms.undone);
  const found = changed(text, ({ undone: other, either }) => foundIn(sources, either) ?? other);
  return [...new Set([undone, found, withWordsOfFence(text)])];
}

/** In one line, as quotations between straight marks are. */
function foundIn(sources: readonly string[], either: RegExp): string | undefined {
  for (const source of sources) {
    const found = either.exec(source)?.[0];
    if (found !== undefined) return found.replace(/\s+/g, ' ');
  }
  return undefined;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
