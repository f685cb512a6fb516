/**
 * The files of a folder that no git knows, obeying the `.gitignore` of every folder on the way as git would: the deepest
 * file that says anything of a path decides, and nothing below an ignored folder is looked at. Symlinks are listed, not
 * followed.
 */

import { readdirSync, readFileSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import ignore from 'ignore';
import type { Ignore } from 'ignore';
import type { LeftOut } from './pack-source.ts';

/** Never source: what version control keeps for itself, and installed packages. */
const neverPacked = new Set(['.git', '.hg', '.svn', 'node_modules']);

const asGit = { ignorecase: false, allowRelativePaths: true };

interface Rules {
  /** The folder the rules lie in, as a prefix ending in `/`; empty at the top. */
  readonly prefix: string;
  readonly patterns: Ignore;
}

interface FolderListing {
  /** Relative paths, sorted within each folder. */
  readonly paths: string[];
  /** What rules leave out, folders with names that are never packed, and what could not be listed. */
  readonly leftOut: LeftOut[];
}

/** @param path of a folder, ending in `/`, or of a file */
export function ignoredByGit(path: string): LeftOut {
  return { path, reason: 'ignored', detail: 'left out by the ignore rules of git' };
}

export function walkFolder(root: string): FolderListing {
  const listing: FolderListing = { paths: [], leftOut: [] };
  walk({ root, listing }, '', []);
  return listing;
}

function walk(at: { root: string; listing: FolderListing }, prefix: string, outer: readonly Rules[]): void {
  const children = list(at, prefix);
  const rules = withRulesOf(join(at.root, prefix), prefix, outer);
  for (const child of children) {
    const path = prefix + child.name;
    if (neverPacked.has(child.name)) {
      if (child.name === 'node_modules')
        at.listing.leftOut.push({ path: `${path}/`, reason: 'vendored', detail: 'installed packages' });
    } else if (isIgnored(child.isDirectory() ? `${path}/` : path, rules)) {
      at.listing.leftOut.push(ignoredByGit(child.isDirectory() ? `${path}/` : path));
    } else if (child.isDirectory()) walk(at, `${path}/`, rulesWithin(`${path}/`, rules));
    else at.listing.paths.push(path);
  }
}

function list(at: { root: string; listing: FolderListing }, prefix: string): Dirent[] {
  try {
    const children = readdirSync(join(at.root, prefix), { withFileTypes: true });
    return children.sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    at.listing.leftOut.push({ path: prefix, reason: 'unreadable', detail: `cannot be listed: ${why}` });
    return [];
  }
}

/** The rules in force in a folder, the outermost first. */
function withRulesOf(folder: string, prefix: string, outer: readonly Rules[]): readonly Rules[] {
  try {
    const text = readFileSync(join(folder, '.gitignore'), 'utf8');
    const patterns = ignore(asGit).add(text);
    return [...outer, { prefix, patterns }];
  } catch {
    return outer;
  }
}

/**
 * The rules in force below a folder that is entered. A rule that an inner file overruled for the folder itself (`src/*`
 * above, `!build/` in `src/`) says nothing of what lies in it: git looks at every path alone, the library at its parents too.
 */
function rulesWithin(folder: string, rules: readonly Rules[]): readonly Rules[] {
  return rules.map((rule) => {
    const path = folder.slice(rule.prefix.length);
    if (!rule.patterns.test(path).ignored) return rule;
    const entered = `!/${path.replaceAll(/[\\*?[\] ]/g, String.raw`\$&`)}`;
    return { ...rule, patterns: ignore(asGit).add(rule.patterns).add(entered) };
  });
}

function isIgnored(path: string, rules: readonly Rules[]): boolean {
  for (const { prefix, patterns } of rules.toReversed()) {
    const verdict = patterns.test(path.slice(prefix.length));
    if (verdict.ignored || verdict.unignored) return verdict.ignored;
  }
  return false;
}
