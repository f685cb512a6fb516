/** Versions a claim names in prose: what is said of one is borne out by lines of its commit alone. */

import { isOfLines, type AnyEvidence } from '../core/evidence.ts';
import { withProse } from './claim-parts.ts';

/**
 * The claim without the names of versions all its lines are of; another's name stays, to be found in no line.
 * @param versions commits of versions that were compared, by the name they are told by
 */
export function withoutVersions(
  text: string,
  cited: readonly AnyEvidence[],
  versions: ReadonlyMap<string, string>,
): string {
  const own = [...versions].flatMap(([name, commit]) =>
    cited.length > 0 && cited.every((one) => isOfLines(one) && one.commit === commit) ? [name] : [],
  );
  if (own.length === 0) return text;
  const named = new RegExp(
    String.raw`(?<![\p{L}\p{N}_./-])(?:${own.map(escaped).join('|')})(?![\p{L}\p{N}_/-]|\.\p{N})`,
    'gu',
  );
  return withProse(text, (prose) => prose.replace(named, ' '));
}

function escaped(name: string): string {
  return name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
