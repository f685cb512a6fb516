/** Reads exports that are separate from definitions: of ES modules, and assignments to `module.exports` or `exports.name`. */

import type { SyntaxRange } from '../../ports/parser.ts';
import type { CapturedExport } from './captured-names.ts';

/** Maximum UTF-16 units of an exported name. */
const maxName = 200;

const namePattern = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

export function readExports(
  text: string,
  captured: readonly CapturedExport[],
): { readonly exported: string; readonly local: string }[] {
  const readText = ({ start, end }: SyntaxRange) => text.slice(start, Math.min(end, start + maxName + 1));
  return captured.flatMap(({ local, exported, target }) => {
    const written = readText(local);
    const isNamed = namePattern.test(written);
    if (!isNamed && exported !== 'default') return [];
    const own = exported === 'default' ? 'default' : exported && readText(exported).replaceAll(/["']/g, '');
    const name = target === undefined ? (own ?? written) : assignedName(readText(target), own);
    if (name === undefined || name.length > maxName) return [];
    // An expression without a name can only be the default export.
    return [{ exported: name, local: isNamed ? written : 'default' }];
  });
}

/** The name that `module.exports = a` and `exports.b = a` export; undefined when the target is not an export. */
function assignedName(target: string, own: string | undefined): string | undefined {
  if (target === 'module.exports') return own ?? 'default';
  const member = /^(?:module\.)?exports\.([\w$]+)$/.exec(target)?.[1];
  return own === undefined ? member : undefined;
}
