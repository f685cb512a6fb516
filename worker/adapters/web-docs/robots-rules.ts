/**
 * robots.txt as RFC 9309 and search engines read it: the group of the crawler's own name before that for all, the longest rule first, and
 * of two as long the one that allows. A verdict takes time bounded by what is kept of the rules, whatever a site writes.
 */

import type { SiteRules } from '../../ports/page-reader.ts';
import { bareHost } from './page-fetcher.ts';

/** Rules with `*` inside that are compared piece by piece, and their characters together. */
const maxPatterns = 1_000;
const maxPatternLength = 50_000;

interface Rule {
  /** In one spelling, without a run of `*`. */
  readonly pattern: string;
  readonly isAllowed: boolean;
}

interface Verdict {
  readonly isAllowed: boolean;
  /** Of its rule: the longest decides. */
  readonly length: number;
}

interface Pattern extends Verdict {
  /** What stands between the `*`s. */
  readonly pieces: readonly string[];
  /** Whether it ends where the path ends. */
  readonly isWhole: boolean;
}

interface Group {
  readonly rules: Rule[];
  delaySeconds: number;
}

/** Lines that tell something of a group; any other may stand among its names. */
const ofGroup: ReadonlySet<string> = new Set(['allow', 'disallow', 'crawl-delay']);

interface Source {
  readonly url: string;
  readonly text: string;
  readonly userAgent: string;
}

export function readRobots({ url, text, userAgent }: Source): SiteRules {
  const { group, sitemaps } = groupOf(text, userAgent);
  const rules = compiled(group.rules);
  const site = bareHost(new URL(url));
  return {
    isAllowed(page) {
      const asked = new URL(page);
      return bareHost(asked) !== site || verdictOn(rules, oneSpelling(asked.pathname + asked.search));
    },
    cost: rules.cost,
    delayMs: Math.max(0, Math.round(group.delaySeconds * 1_000)) || 0,
    sitemaps: sitemaps.flatMap((one) => (URL.canParse(one, url) ? [new URL(one, url).href] : [])),
  };
}

/** The rules that hold for the crawler: groups of one name are one, and lines of other groups are passed over. */
function groupOf(text: string, userAgent: string): { group: Group; sitemaps: readonly string[] } {
  const own = productOf(userAgent);
  const groups = new Map<string, Group>();
  const sitemaps: string[] = [];
  let named = new Set<string>();
  let isNaming = false;
  for (const [name, value] of linesOf(text)) {
    if (name === 'sitemap' && value !== '') sitemaps.push(value);
    if (name === 'user-agent') {
      if (!isNaming) named = new Set();
      isNaming = true;
      const product = productOf(value);
      if (product === own || product === '*') named.add(product);
    }
    if (!ofGroup.has(name)) continue;
    isNaming = false;
    for (const product of named) {
      const group = groups.get(product) ?? { rules: [], delaySeconds: 0 };
      groups.set(product, group);
      if (name === 'crawl-delay') group.delaySeconds = Number(value) || group.delaySeconds;
      else if (value !== '') group.rules.push({ pattern: patternOf(value), isAllowed: name === 'allow' });
    }
  }
  return { group: groups.get(own) ?? groups.get('*') ?? { rules: [], delaySeconds: 0 }, sitemaps };
}

function linesOf(text: string): (readonly [name: string, value: string])[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const plain = line.split('#', 1)[0] ?? '';
    const at = plain.indexOf(':');
    return at < 0 ? [] : [[plain.slice(0, at).trim().toLowerCase(), plain.slice(at + 1).trim()] as const];
  });
}

/** The name of a crawler without its version, in small letters. */
function productOf(userAgent: string): string {
  return (userAgent.toLowerCase().split('/', 1)[0] ?? '').trim();
}

/** `$` in the middle stands for itself. */
function patternOf(value: string): string {
  const isWhole = value.endsWith('$');
  const path = (isWhole ? value.slice(0, -1) : value).replaceAll('$', '%24').replaceAll(/\*+/g, '*');
  return escaped(path) + (isWhole ? '$' : '');
}

/** A path as patterns are spelled; what has a meaning in a pattern is escaped. */
function oneSpelling(path: string): string {
  return escaped(path).replaceAll('*', '%2A').replaceAll('$', '%24');
}

/** Letters beyond ASCII escaped, escapes in capitals, and none of what needs none (RFC 9309, 2.2.2). */
function escaped(path: string): string {
  return encodeURI(path.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%25', '%')
    .replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
      const character = String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
    });
}

interface Compiled {
  /** By what a path begins with, and by the whole path. */
  readonly prefixes: Map<string, Verdict>;
  readonly wholes: Map<string, Verdict>;
  /** Of the prefixes. */
  readonly lengths: readonly number[];
  /** The longest first. */
  readonly patterns: readonly Pattern[];
  readonly cost: number;
}

function compiled(rules: readonly Rule[]): Compiled {
  const [prefixes, wholes] = [new Map<string, Verdict>(), new Map<string, Verdict>()];
  const patterns = new Map<string, Pattern>();
  let room = maxPatternLength;
  for (const { pattern, isAllowed } of rules) {
    const isWhole = pattern.endsWith('$');
    const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
    const [first = '', ...rest] = pieces;
    const verdict = { isAllowed, length: pattern.length };
    if (rest.length === 0) keepBest(isWhole ? wholes : prefixes, first, verdict);
    else if (rest.join('') === '') keepBest(prefixes, first, verdict);
    else if (patterns.has(pattern) || (patterns.size < maxPatterns && room >= pattern.length)) {
      if (!patterns.has(pattern)) room -= pattern.length;
      keepBest(patterns, pattern, { ...verdict, pieces, isWhole });
    }
    // Of more than that, those that forbid hold for all that begins as they do: too much is left out rather than too little.
    else if (!isAllowed) keepBest(prefixes, first, verdict);
  }
  const lengths = [...new Set([...prefixes.keys()].map(({ length }) => length))];
  return {
    prefixes,
    wholes,
    lengths,
    patterns: [...patterns.values()].toSorted(
      (a, b) => b.length - a.length || Number(b.isAllowed) - Number(a.isAllowed),
    ),
    cost: maxPatternLength - room + lengths.length,
  };
}

function keepBest<V extends Verdict>(held: Map<string, V>, key: string, verdict: V): void {
  if (isBetter(verdict, held.get(key))) held.set(key, verdict);
}

function isBetter(one: Verdict, other: Verdict | undefined): boolean {
  if (other === undefined || one.length !== other.length) return one.length > (other?.length ?? -1);
  return one.isAllowed && !other.isAllowed;
}

function verdictOn({ prefixes, wholes, lengths, patterns }: Compiled, path: string): boolean {
  const found = [
    wholes.get(path),
    ...lengths.map((length) => (length > path.length ? undefined : prefixes.get(path.slice(0, length)))),
    patterns.find((pattern) => isMatch(pattern, path)),
  ];
  let best: Verdict | undefined;
  for (const one of found) if (one !== undefined && isBetter(one, best)) best = one;
  return best?.isAllowed ?? true;
}

/** Each piece is looked for behind the one before: where it first stands leaves most for the rest. */
function isMatch({ pieces, isWhole }: Pattern, path: string): boolean {
  const [first = '', ...rest] = pieces;
  if (!path.startsWith(first)) return false;
  const last = isWhole ? (rest.pop() ?? '') : '';
  let at = first.length;
  for (const piece of rest) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}
