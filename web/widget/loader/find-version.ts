/** Finds the version of the documentation that a page shows: from an attribute, a `<meta>` element, or the page’s address. */

export interface VersionSources {
  readonly version: string | null;
  /** A part of an address with `{version}` in it, such as `/docs/{version}/`. */
  readonly pattern: string | null;
  /** The content of `<meta name="wherefore-version">`. */
  readonly meta: string | null;
  /** The path of the page. */
  readonly path: string;
}

const placeholder = '{version}';

/** @returns undefined for the newest version */
export function findVersion({ version, pattern, meta, path }: VersionSources): string | undefined {
  return [version, meta, pattern && matchPattern(pattern, path)].find(isNamed)?.trim();
}

function isNamed(version: string | null | undefined): version is string {
  return typeof version === 'string' && version.trim() !== '';
}

function matchPattern(pattern: string, path: string): string | undefined {
  const [before, after] = pattern.split(placeholder);
  if (before === undefined || after === undefined) return undefined;
  const matched = new RegExp(`${escapePattern(before)}([^/]+?)${escapePattern(after)}`).exec(path)?.[1];
  return matched === undefined ? undefined : decode(matched);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
