/**
 * Restores the text that a claim may have had before sanitizing, so that a quotation can match the evidence
 * exactly. Only the checks use it; the displayed text stays sanitized.
 */

import { quotation } from '../claim-text/parse-claim.ts';

const quoted = new RegExp(quotation, 'gu');
const code = /`[^`\n]{1,400}`/g;

/**
 * Changes that sanitizing makes: the displayed form with its context, the original, and a pattern that matches
 * both. The original of a bracket may also have had a backslash before it.
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

interface TextForms {
  /** The text with every change undone. */
  readonly original: string;
  /** Matches the text with each change undone or not. */
  readonly either: RegExp;
}

function parseForms(shown: string): TextForms {
  let original = '';
  let either = '';
  for (let at = 0; at < shown.length;) {
    const [whole, before, pattern] = changeAt(shown, at) ?? [shown.charAt(at), shown.charAt(at), undefined];
    original += before;
    either += pattern ?? literal(whole);
    at += whole.length;
  }
  return { original, either: new RegExp(either, 'u') };
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

/** In a table, sanitizing escapes pipes in code with a backslash. */
function parseCodeForms(shown: string): TextForms {
  const either = shown
    .split('\\|')
    .map((part) => literal(part))
    .join(String.raw`\\?\|`);
  return { original: shown.replaceAll('\\|', '|'), either: new RegExp(either, 'u') };
}

/** Moves words after a fence's language above the fence, where clients show them. */
function moveFenceWords(text: string): string {
  return text.replace(/^(`{3,}|~{3,})[ \t]*(\S*)[ \t]+(\S[^\n]*)/, '$3\n\n$1$2');
}

function mapQuotedText(text: string, change: (forms: TextForms) => string): string {
  return moveFenceWords(text)
    .replace(quoted, (whole) => whole.charAt(0) + change(parseForms(whole.slice(1, -1))) + whole.slice(-1))
    .replace(code, (whole) =>
      whole.includes('\\|') ? `\`${change(parseCodeForms(whole.slice(1, -1)))}\`` : whole,
    );
}

/**
 * @param sources texts that the claim may quote
 * @returns the possible original texts, most likely first
 */
export function restoreWrittenText(text: string, sources: readonly string[]): readonly string[] {
  const original = mapQuotedText(text, (forms) => forms.original);
  const found = mapQuotedText(text, ({ original: other, either }) => findInSources(sources, either) ?? other);
  return [...new Set([original, found, moveFenceWords(text)])];
}

/** Returns the match on one line, because a quotation in straight marks cannot contain a blank line. */
function findInSources(sources: readonly string[], either: RegExp): string | undefined {
  for (const source of sources) {
    const found = either.exec(source)?.[0];
    if (found !== undefined) return found.replace(/\s+/g, ' ');
  }
  return undefined;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
