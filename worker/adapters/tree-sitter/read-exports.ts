/** Exports apart from definitions, those of ES modules and those that are assigned to `module.exports` or a member of `exports`. */

import type { SyntaxRange } from '../../ports/parser.ts';
import type { CapturedExport } from './captured-names.ts';

/** Longest name exported, in UTF-16 units. */
const maxName = 200;

const namePattern = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

export function readExports(
  text: string,
  captured: readonly CapturedExport[],
): { readonly exported: string; readonly local: string }[] {
  const nameOf = ({ start, end }: SyntaxRange) => text.slice(start, Math.min(end, start + maxName + 1));
  return captured.flatMap(({ local, exported, target }) => {
    const written = nameOf(local);
    const isNamed = namePattern.test(written);
    if (!isNamed && exported !== 'default') return [];
    const own = exported === 'default' ? 'default' : exported && nameOf(exported).replaceAll(/["']/g, '');
    const name = target === undefined ? (own ?? written) : assignedName(nameOf(target), own);
    if (name === undefined || name.length > maxName) return [];
    // An expression that has no name is only the default.
    return [{ exported: name, local: isNamed ? written : 'default' }];
  });
}

/** What `module.exports = a` and `exports.b = a` export; undefined where the target is no export. */
function assignedName(target: string, own: string | undefined): string | undefined {
  if (target === 'module.exports') return own ?? 'default';
  const member = /^(?:module\.)?exports\.([\w$]+)$/.exec(target)?.[1];
  return own === undefined ? member : undefined;
}
