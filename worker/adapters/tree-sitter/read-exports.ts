/** Reads exports that are separate from definitions: exports of ES modules, and assignments to `module.exports` or `exports.name`. */

import type { SyntaxRange } from '../../ports/parser.ts';
import type { CapturedExport } from './captured-names.ts';

/** Maximum UTF-16 units of an exported name. */
const maxNameLength = 200;

const namePattern = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

export function readExports(
  text: string,
  captured: readonly CapturedExport[],
): { readonly exported: string; readonly local: string }[] {
  const readText = ({ start, end }: SyntaxRange) =>
    text.slice(start, Math.min(end, start + maxNameLength + 1));
  return captured.flatMap(({ local, exported, target }) => {
    const localText = readText(local);
    const isNamed = namePattern.test(localText);
    if (!isNamed && exported !== 'default') return [];
    const explicitName =
      exported === 'default' ? 'default' : exported && readText(exported).replaceAll(/["']/g, '');
    const name =
      target === undefined ? (explicitName ?? localText) : assignedName(readText(target), explicitName);
    if (name === undefined || name.length > maxNameLength) return [];
    // An expression without a name can only be the default export.
    return [{ exported: name, local: isNamed ? localText : 'default' }];
  });
}

/** Returns the name that `module.exports = a` or `exports.b = a` exports; undefined when the target is not an export. */
function assignedName(target: string, explicitName: string | undefined): string | undefined {
  if (target === 'module.exports') return explicitName ?? 'default';
  const member = /^(?:module\.)?exports\.([\w$]+)$/.exec(target)?.[1];
  return explicitName === undefined ? member : undefined;
}
