/**
 * Reads robots.txt as RFC 9309 and search engines do. The group with the crawler's name takes precedence over the group for all crawlers, and the
 * longest rule wins; if two rules have the same length, the one that allows wins. The time per decision is bounded for any file.
 */

import type { SiteRules } from '../../ports/page-reader.ts';
import { bareHost } from './page-fetcher.ts';

/** Limits on the rules that contain `*`, which are matched piece by piece: their number and their total length. */
const maxPatterns = 1_000;
const maxPatternLength = 50_000;

interface Rule {
  /** Normalized, without repeated `*`. */
  readonly pattern: string;
  readonly isAllowed: boolean;
}

interface Verdict {
  readonly isAllowed: boolean;
  /** Length of the rule; the longest rule decides. */
  readonly length: number;
}

interface Pattern extends Verdict {
  /** The parts between the `*`s. */
  readonly pieces: readonly string[];
  /** Whether the pattern must match up to the end of the path. */
  readonly isWhole: boolean;
}

interface Group {
  readonly rules: Rule[];
  delaySeconds: number;
}

/** Lines that belong to the rules of a group. Any other line may occur between the user agents of a group. */
const groupLines: ReadonlySet<string> = new Set(['allow', 'disallow', 'crawl-delay']);

interface RobotsFile {
  readonly url: string;
  readonly text: string;
  readonly userAgent: string;
}

export function readRobots({ url, text, userAgent }: RobotsFile): SiteRules {
  const { group, sitemaps } = selectGroup(text, userAgent);
  const rules = compileRules(group.rules);
  const site = bareHost(new URL(url));
  return {
    isAllowed(page) {
      const pageUrl = new URL(page);
      return bareHost(pageUrl) !== site || decide(rules, normalizePath(pageUrl.pathname + pageUrl.search));
    },
    cost: rules.cost,
    delayMs: Math.max(0, Math.round(group.delaySeconds * 1_000)) || 0,
    sitemaps: sitemaps.flatMap((sitemap) => (URL.canParse(sitemap, url) ? [new URL(sitemap, url).href] : [])),
  };
}

/** Selects the rules for the crawler. Merges groups with the same name, and skips other groups. */
function selectGroup(text: string, userAgent: string): { group: Group; sitemaps: readonly string[] } {
  const ownName = crawlerName(userAgent);
  const groups = new Map<string, Group>();
  const sitemaps: string[] = [];
  let currentNames = new Set<string>();
  let isInNames = false;
  for (const [name, value] of parseLines(text)) {
    if (name === 'sitemap' && value !== '') sitemaps.push(value);
    if (name === 'user-agent') {
      if (!isInNames) currentNames = new Set();
      isInNames = true;
      const product = crawlerName(value);
      if (product === ownName || product === '*') currentNames.add(product);
    }
    if (!groupLines.has(name)) continue;
    isInNames = false;
    for (const product of currentNames) {
      const group = groups.get(product) ?? { rules: [], delaySeconds: 0 };
      groups.set(product, group);
      if (name === 'crawl-delay') group.delaySeconds = Number(value) || group.delaySeconds;
      else if (value !== '')
        group.rules.push({ pattern: normalizePattern(value), isAllowed: name === 'allow' });
    }
  }
  return { group: groups.get(ownName) ?? groups.get('*') ?? { rules: [], delaySeconds: 0 }, sitemaps };
}

function parseLines(text: string): (readonly [name: string, value: string])[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const withoutComment = line.split('#', 1)[0] ?? '';
    const colon = withoutComment.indexOf(':');
    return colon < 0
      ? []
      : [
          [
            withoutComment.slice(0, colon).trim().toLowerCase(),
            withoutComment.slice(colon + 1).trim(),
          ] as const,
        ];
  });
}

/** Returns the lower-case name of a crawler without its version. */
function crawlerName(userAgent: string): string {
  return (userAgent.toLowerCase().split('/', 1)[0] ?? '').trim();
}

/** Normalizes a pattern. A `$` that is not at the end is an ordinary character. */
function normalizePattern(value: string): string {
  const isWhole = value.endsWith('$');
  const path = (isWhole ? value.slice(0, -1) : value).replaceAll('$', '%24').replaceAll(/\*+/g, '*');
  return normalizeEscapes(path) + (isWhole ? '$' : '');
}

/** Normalizes a path like a pattern, and escapes characters that have a meaning in patterns. */
function normalizePath(path: string): string {
  return normalizeEscapes(path).replaceAll('*', '%2A').replaceAll('$', '%24');
}

/** Escapes characters beyond ASCII, in upper case, and unescapes characters that need no escape (RFC 9309, 2.2.2). */
function normalizeEscapes(path: string): string {
  return encodeURI(path.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%25', '%')
    .replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
      const character = String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
    });
}

interface CompiledRules {
  /** Verdicts by path prefix, and by whole path. */
  readonly prefixes: Map<string, Verdict>;
  readonly wholePaths: Map<string, Verdict>;
  /** The distinct lengths of the prefixes. */
  readonly lengths: readonly number[];
  /** Longest first. */
  readonly patterns: readonly Pattern[];
  readonly cost: number;
}

function compileRules(rules: readonly Rule[]): CompiledRules {
  const [prefixes, wholePaths] = [new Map<string, Verdict>(), new Map<string, Verdict>()];
  const patterns = new Map<string, Pattern>();
  let remainingCharacters = maxPatternLength;
  for (const { pattern, isAllowed } of rules) {
    const isWhole = pattern.endsWith('$');
    const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
    const [prefix = '', ...otherPieces] = pieces;
    const verdict = { isAllowed, length: pattern.length };
    if (otherPieces.length === 0) setIfBetter(isWhole ? wholePaths : prefixes, prefix, verdict);
    else if (otherPieces.join('') === '') setIfBetter(prefixes, prefix, verdict);
    else if (
      patterns.has(pattern) ||
      (patterns.size < maxPatterns && remainingCharacters >= pattern.length)
    ) {
      if (!patterns.has(pattern)) remainingCharacters -= pattern.length;
      setIfBetter(patterns, pattern, { ...verdict, pieces, isWhole });
    }
    // Beyond the limit, a rule that disallows applies to every path with its prefix: excluding too much is safer than too little.
    else if (!isAllowed) setIfBetter(prefixes, prefix, verdict);
  }
  const lengths = [...new Set([...prefixes.keys()].map(({ length }) => length))];
  return {
    prefixes,
    wholePaths,
    lengths,
    patterns: [...patterns.values()].toSorted(
      (a, b) => b.length - a.length || Number(b.isAllowed) - Number(a.isAllowed),
    ),
    cost: maxPatternLength - remainingCharacters + lengths.length,
  };
}

function setIfBetter<V extends Verdict>(rules: Map<string, V>, key: string, verdict: V): void {
  if (isBetter(verdict, rules.get(key))) rules.set(key, verdict);
}

function isBetter(a: Verdict, b: Verdict | undefined): boolean {
  if (b === undefined || a.length !== b.length) return a.length > (b?.length ?? -1);
  return a.isAllowed && !b.isAllowed;
}

function decide({ prefixes, wholePaths, lengths, patterns }: CompiledRules, path: string): boolean {
  const verdicts = [
    wholePaths.get(path),
    ...lengths.map((length) => (length > path.length ? undefined : prefixes.get(path.slice(0, length)))),
    patterns.find((pattern) => matchesPattern(pattern, path)),
  ];
  let best: Verdict | undefined;
  for (const verdict of verdicts) if (verdict !== undefined && isBetter(verdict, best)) best = verdict;
  return best?.isAllowed ?? true;
}

/** Matches each piece at its first occurrence after the previous piece, which leaves the longest remainder for the other pieces. */
function matchesPattern({ pieces, isWhole }: Pattern, path: string): boolean {
  const [prefix = '', ...otherPieces] = pieces;
  if (!path.startsWith(prefix)) return false;
  const suffix = isWhole ? (otherPieces.pop() ?? '') : '';
  let position = prefix.length;
  for (const piece of otherPieces) {
    const index = path.indexOf(piece, position);
    if (index < 0) return false;
    position = index + piece.length;
  }
  return path.length - suffix.length >= position && path.endsWith(suffix);
}
