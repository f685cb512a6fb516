/** Finds the line of a manifest (JSON or TOML) that states a value. */

/**
 * @param keys the key, and the tables around it, outermost first
 * @param value a text that the line must contain; undefined for any
 * @returns the 1-based line; undefined if no line below the tables states it
 */
export function findManifestLine(
  text: string,
  keys: readonly string[],
  value: string | undefined,
): number | undefined {
  const lines = text.split('\n');
  let from = 0;
  for (const [index, key] of keys.entries()) {
    const isLast = index === keys.length - 1;
    const at = lines.findIndex(
      (line, lineIndex) =>
        lineIndex >= from &&
        statesKey(line, key) &&
        (!isLast || value === undefined || line.includes(escapeForJson(value)) || line.includes(value)),
    );
    // A dotted header, such as [project.scripts], states the inner table alone.
    if (at === -1 && isLast) return undefined;
    from = at === -1 ? from : at;
    if (isLast) return at + 1;
  }
  return undefined;
}

function statesKey(line: string, key: string): boolean {
  const quoted = JSON.stringify(key);
  const at = line.indexOf(quoted);
  if (at !== -1 && /^\s*[:=]/.test(line.slice(at + quoted.length))) return true;
  const trimmed = line.trim();
  const header = /^\[\[?([^\]]+)\]\]?/.exec(trimmed)?.[1]?.trim();
  if (header !== undefined) return header === key || header.endsWith(`.${key}`);
  return trimmed.startsWith(key) && /^\s*=/.test(trimmed.slice(key.length));
}

function escapeForJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
