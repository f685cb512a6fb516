/**
 * The name in a piece of a question, with the file, type or place it is said to be of. "The `run` method of `Flask`" binds a name to
 * its type; "`run` in X" may tell a type, a module, a folder or nothing at all, which is left to the repository.
 */

import type { AskedName, AskedPlace } from '../../core/question.ts';
import { isStopWord } from '../../core/terms.ts';
import { genericWords } from '../breadth-of.ts';
import { kindAlone, nameForm, tidyName } from './name-pattern.ts';

const nonNames: ReadonlySet<string> = new Set(
  `many much itself themselves yourself default defaults performance anything everything something nothing anyone everyone someone what which who where why how all every each any other others else one ones
   call calls called caller callers used using uses user users usage import imports imported path paths chain thing things stuff place places made
   unused external internal global local user data database db api apis network memory disk`.split(/\s+/),
);
/** Ends in what files are called by. */
const fileEnding =
  /\.(?:py|pyi|[cm]?[jt]sx?|go|rs|java|c|h|cc|cpp|hpp|rb|cs|php|svelte|vue|kt|swift|sh|css|html|md|rst|toml|json|ya?ml|sql)$/i;
/** After these a name is one of what follows; after "in" it may only be looked for there. */
const binding = /^(?:of|on|defined in|declared in)$/i;

/** @returns undefined where the piece holds no name, or one of a plain word */
export function askedName(phrase: string | undefined): AskedName | undefined {
  const said = nameForm.exec(phrase?.trim() ?? '')?.groups;
  const written = said?.['name'] ?? '';
  const name = tidyName(written);
  if (said === undefined || !/^[@#\p{L}_$~./][^\s`]*$/u.test(name)) return undefined;
  const isPath = fileEnding.test(name) || (name.includes('/') && !name.startsWith('@'));
  const isSure = /^[`"'“]/.test(written) || isPath || looksLikeCode(written, name);
  const kind = said['kind'] ?? said['after'];
  if (!isSure && !mayBeName(name, { article: said['article'], kind })) return undefined;
  return withOwner({ name, isPath, isSure, path: undefined, place: undefined }, said);
}

type Said = Readonly<Record<string, string | undefined>>;

/** With what stands after it; a plain word that another plain word is in is no name. */
function withOwner(named: AskedName, said: Said): AskedName | undefined {
  const written = said['owner'];
  if (written === undefined) return named;
  const owner = tidyName(written);
  const isCapital = /^\p{Lu}/u.test(owner);
  const isFile = fileEnding.test(owner);
  const isCode = isFile || owner.includes('/') || /^[`"'“]/.test(written) || looksLikeCode(written, owner);
  if (!binding.test(said['at'] ?? '')) {
    const hasKind = said['ownerKind'] !== undefined || said['ownerAfter'] !== undefined;
    const place: AskedPlace = { name: owner, isSure: isCode || hasKind };
    if (isFile) return { ...named, path: owner, place };
    return place.isSure || isCapital || named.isSure ? { ...named, place } : undefined;
  }
  if (isFile || owner.includes('/')) return { ...named, path: owner };
  if (!isCode && !isCapital) return undefined;
  return { ...named, name: `${owner}.${named.name}`, isPath: false, isSure: true };
}

function looksLikeCode(written: string, name: string): boolean {
  return (
    written.endsWith('()') || /[._:#$@]\w|^[_$@]/.test(name) || /[a-z0-9][A-Z]|[A-Z]{2,}[a-z]{2,}/.test(name)
  );
}

/** A plain word that could be a name: not one of those every question is made of. */
function mayBeName(
  name: string,
  { article, kind }: { readonly article: string | undefined; readonly kind: string | undefined },
): boolean {
  const lower = name.toLowerCase();
  const isNone = isStopWord(lower) || nonNames.has(lower) || kindAlone.test(name);
  const isGeneric = genericWords.has(lower) && article !== undefined && kind === undefined;
  return !isNone && !isGeneric && !/^(?:this|that)$/i.test(article ?? '') && name.length > 1;
}
