/**
 * Lists the files of a folder outside git and respects the `.gitignore` of every folder, like git: the deepest file
 * with a matching rule decides, and ignored folders are not entered. Symlinks are listed, not followed.
 */

import { readdirSync, readFileSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import ignore from 'ignore';
import type { Ignore } from 'ignore';
import type { SkippedEntry } from './pack-source.ts';

/** Folders that never contain source code: version control data and installed packages. */
const excludedNames = new Set(['.git', '.hg', '.svn', 'node_modules']);

const gitOptions = { ignorecase: false, allowRelativePaths: true };

interface Rules {
  /** The folder of the rules as a prefix ending in `/`; empty for the root. */
  readonly prefix: string;
  readonly patterns: Ignore;
}

interface FolderListing {
  /** Relative paths, sorted within each folder. */
  readonly paths: string[];
  /** Ignored paths, excluded folders and unreadable folders. */
  readonly skipped: SkippedEntry[];
}

/** @param path of a folder, ending in `/`, or of a file */
export function skippedByGit(path: string): SkippedEntry {
  return { path, reason: 'ignored', detail: 'ignored by git' };
}

export function walkFolder(root: string): FolderListing {
  const listing: FolderListing = { paths: [], skipped: [] };
  walk({ root, listing }, '', []);
  return listing;
}

function walk(
  traversal: { root: string; listing: FolderListing },
  prefix: string,
  outerRules: readonly Rules[],
): void {
  const children = listChildren(traversal, prefix);
  const rules = addFolderRules(join(traversal.root, prefix), prefix, outerRules);
  for (const child of children) {
    const path = prefix + child.name;
    if (excludedNames.has(child.name)) {
      if (child.name === 'node_modules')
        traversal.listing.skipped.push({
          path: `${path}/`,
          reason: 'vendored',
          detail: 'installed packages',
        });
    } else if (isIgnored(child.isDirectory() ? `${path}/` : path, rules)) {
      traversal.listing.skipped.push(skippedByGit(child.isDirectory() ? `${path}/` : path));
    } else if (child.isDirectory()) walk(traversal, `${path}/`, rulesBelow(`${path}/`, rules));
    else traversal.listing.paths.push(path);
  }
}

function listChildren(traversal: { root: string; listing: FolderListing }, prefix: string): Dirent[] {
  try {
    const children = readdirSync(join(traversal.root, prefix), { withFileTypes: true });
    return children.sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    traversal.listing.skipped.push({
      path: prefix,
      reason: 'unreadable',
      detail: `cannot be listed: ${reason}`,
    });
    return [];
  }
}

/** Returns the rules that apply in a folder, outermost first. */
function addFolderRules(folder: string, prefix: string, outerRules: readonly Rules[]): readonly Rules[] {
  try {
    const text = readFileSync(join(folder, '.gitignore'), 'utf8');
    const patterns = ignore(gitOptions).add(text);
    return [...outerRules, { prefix, patterns }];
  } catch {
    return outerRules;
  }
}

/**
 * Returns the rules that apply below an entered folder. An inner file may override a rule for the folder itself (`src/*`
 * above, `!build/` in `src/`). Git then matches each path below the folder by itself, while the library also
 * matches its parents.
 */
function rulesBelow(folder: string, rules: readonly Rules[]): readonly Rules[] {
  return rules.map((rule) => {
    const path = folder.slice(rule.prefix.length);
    if (!rule.patterns.test(path).ignored) return rule;
    const exception = `!/${path.replaceAll(/[\\*?[\] ]/g, String.raw`\$&`)}`;
    return { ...rule, patterns: ignore(gitOptions).add(rule.patterns).add(exception) };
  });
}

function isIgnored(path: string, rules: readonly Rules[]): boolean {
  for (const { prefix, patterns } of rules.toReversed()) {
    const verdict = patterns.test(path.slice(prefix.length));
    if (verdict.ignored || verdict.unignored) return verdict.ignored;
  }
  return false;
}
