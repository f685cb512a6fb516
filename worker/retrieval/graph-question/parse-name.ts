/** Parses a name in a graph question, with the file, type or place it belongs to. */

import type { NameReference, ScopeReference } from '../../core/answers/question.ts';
import { isStopWord } from '../../core/text/terms.ts';
import { genericWords } from '../question/question-breadth.ts';

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
export function parseName(phrase: string | undefined): NameReference | undefined {
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
function withOwner(named: NameReference, said: Said): NameReference | undefined {
  const written = said['owner'];
  if (written === undefined) return named;
  const owner = tidyName(written);
  const isCapital = /^\p{Lu}/u.test(owner);
  const isFile = fileEnding.test(owner);
  const isCode = isFile || owner.includes('/') || /^[`"'“]/.test(written) || looksLikeCode(written, owner);
  if (!binding.test(said['at'] ?? '')) {
    const hasKind = said['ownerKind'] !== undefined || said['ownerAfter'] !== undefined;
    const place: ScopeReference = { name: owner, isSure: isCode || hasKind };
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

/** What a name may be called; said beside a name it tells nothing more. */
const kindWord = String.raw`(?:(?:python|typescript|javascript|go|rust|java|react|vue|svelte|helper|exported|public|private|abstract|base|async) )?(?:functions?|methods?|class(?:es)?|interfaces?|traits?|types?|structs?|enums?|components?|hooks?|decorators?|constants?|variables?|modules?|files?|packages?|librar(?:y|ies)|symbols?|macros?|constructors?|helpers?|handlers?|utilit(?:y|ies)|propert(?:y|ies)|fields?|definitions?|objects?|scripts?|headers?|folders?|director(?:y|ies)|dependency)`;

/** Loose on purpose: what is not a name is told later, and one class of characters is matched fast. */
const token = '`[^`]{1,200}`|"[^"]{1,200}"|\'[^\']{1,200}\'|“[^”]{1,200}”|[^\\s`"\'“”,;?!]{1,200}';
const place = String.raw`(?: (?<at>in|inside|within|under|below|from|of|on|defined in|declared in)(?: the)?(?: (?<ownerKind>${kindWord}))?)`;
/** Said of where to look, not of where a name belongs. */
const notPlace = String.raw`(?!(?:total|tests?|all|this|that|our|my|here|there|which|what|where|general|practice|use|source|sources|code|project|repo\w*|codebase|program|tree|workspace|library|package|framework|app\w*|whole|entire)\b(?![./]))`;

const article = '(?:(?<article>the|an?|our|my|your|this|that) )';
const kind = `(?:(?<kind>${kindWord}) (?:(?:called|named) )?)`;
const after = String.raw`(?: (?<after>${kindWord})\b)`;
/** A name with what is said around it: an article, what kind of thing it is, and the file or type it stands in. */
export const nameForm = new RegExp(
  `^${article}?${kind}?(?<name>${token})${after}?(?:${place} ${notPlace}(?<owner>${token})(?: (?<ownerAfter>${kindWord}))?)?$`,
  'i',
);
/** A word for a kind of thing, and nothing else. */
export const kindAlone = new RegExp(`^${kindWord}$`, 'i');

/** `Router::route()` and `Router#route` are `Router.route`, while the mark of a private name stays; marks around it go. */
export function tidyName(written: string): string {
  const bare = written.replace(/^[`"'“]|[`"'”]$/g, '').trim();
  const called = bare.replace(/\(.*\)$/, '').replace(/;$/, '');
  return called.includes('/') ? called : called.replace(/::|(?<=[\w$])#|->/g, '.');
}
