/** Parses a name in a graph question, and the file, type or place that it belongs to. */

import type { NameReference, ScopeReference } from '../../core/answers/question.ts';
import { isStopWord } from '../../core/text/terms.ts';
import { genericWords } from '../question/question-breadth.ts';

const nonNames: ReadonlySet<string> = new Set(
  `many much itself themselves yourself default defaults performance anything everything something nothing anyone everyone someone what which who where why how all every each any other others else one ones
   call calls called caller callers used using uses user users usage import imports imported path paths chain thing things stuff place places made
   unused external internal global local user data database db api apis network memory disk`.split(/\s+/),
);
/** File extensions. */
const fileEnding =
  /\.(?:py|pyi|[cm]?[jt]sx?|go|rs|java|c|h|cc|cpp|hpp|rb|cs|php|svelte|vue|kt|swift|sh|css|html|md|rst|toml|json|ya?ml|sql)$/i;
/** After these prepositions, the next name is the owner of the parsed name. After "in" it is only a place to search. */
const ownerPrepositions = /^(?:of|on|defined in|declared in)$/i;

/** @returns undefined if the phrase contains no name, or only a plain word that cannot be one */
export function parseName(phrase: string | undefined): NameReference | undefined {
  const groups = nameForm.exec(phrase?.trim() ?? '')?.groups;
  const written = groups?.['name'] ?? '';
  const name = tidyName(written);
  if (groups === undefined || !/^[@#\p{L}_$~./][^\s`]*$/u.test(name)) return undefined;
  const isPath = fileEnding.test(name) || (name.includes('/') && !name.startsWith('@'));
  const isSure = /^[`"'“]/.test(written) || isPath || looksLikeCode(written, name);
  const kind = groups['kind'] ?? groups['after'];
  if (!isSure && !isPossibleName(name, { article: groups['article'], kind })) return undefined;
  return addOwner({ name, isPath, isSure, path: undefined, scope: undefined }, groups);
}

type NameGroups = Readonly<Record<string, string | undefined>>;

/** Adds the owner or place that follows the name. A plain word inside another plain word is not a name. */
function addOwner(reference: NameReference, groups: NameGroups): NameReference | undefined {
  const written = groups['owner'];
  if (written === undefined) return reference;
  const owner = tidyName(written);
  const isCapital = /^\p{Lu}/u.test(owner);
  const isFile = fileEnding.test(owner);
  const isCode = isFile || owner.includes('/') || /^[`"'“]/.test(written) || looksLikeCode(written, owner);
  if (!ownerPrepositions.test(groups['at'] ?? '')) {
    const hasKind = groups['ownerKind'] !== undefined || groups['ownerAfter'] !== undefined;
    const place: ScopeReference = { name: owner, isSure: isCode || hasKind };
    if (isFile) return { ...reference, path: owner, scope: place };
    return place.isSure || isCapital || reference.isSure ? { ...reference, scope: place } : undefined;
  }
  if (isFile || owner.includes('/')) return { ...reference, path: owner };
  if (!isCode && !isCapital) return undefined;
  return { ...reference, name: `${owner}.${reference.name}`, isPath: false, isSure: true };
}

function looksLikeCode(written: string, name: string): boolean {
  return (
    written.endsWith('()') || /[._:#$@]\w|^[_$@]/.test(name) || /[a-z0-9][A-Z]|[A-Z]{2,}[a-z]{2,}/.test(name)
  );
}

/** Whether a plain word could be a name, and is not a common word of questions. */
function isPossibleName(
  name: string,
  { article, kind }: { readonly article: string | undefined; readonly kind: string | undefined },
): boolean {
  const lower = name.toLowerCase();
  const isNeverName = isStopWord(lower) || nonNames.has(lower) || kindAlone.test(name);
  const isGeneric = genericWords.has(lower) && article !== undefined && kind === undefined;
  return !isNeverName && !isGeneric && !/^(?:this|that)$/i.test(article ?? '') && name.length > 1;
}

/** Kinds of definitions and files. Next to a name they add no information. */
const kindWord = String.raw`(?:(?:python|typescript|javascript|go|rust|java|react|vue|svelte|helper|exported|public|private|abstract|base|async) )?(?:functions?|methods?|class(?:es)?|interfaces?|traits?|types?|structs?|enums?|components?|hooks?|decorators?|constants?|variables?|modules?|files?|packages?|librar(?:y|ies)|symbols?|macros?|constructors?|helpers?|handlers?|utilit(?:y|ies)|propert(?:y|ies)|fields?|definitions?|objects?|scripts?|headers?|folders?|director(?:y|ies)|dependency)`;

/** Permissive on purpose: later checks reject what is not a name, and one character class matches quickly. */
const token = '`[^`]{1,200}`|"[^"]{1,200}"|\'[^\']{1,200}\'|“[^”]{1,200}”|[^\\s`"\'“”,;?!]{1,200}';
const place = String.raw`(?: (?<at>in|inside|within|under|below|from|of|on|defined in|declared in)(?: the)?(?: (?<ownerKind>${kindWord}))?)`;
/** Words that say where to search, not which file or type owns the name. */
const notPlace = String.raw`(?!(?:total|tests?|all|this|that|our|my|here|there|which|what|where|general|practice|use|source|sources|code|project|repo\w*|codebase|program|tree|workspace|library|package|framework|app\w*|whole|entire)\b(?![./]))`;

const article = '(?:(?<article>the|an?|our|my|your|this|that) )';
const kind = `(?:(?<kind>${kindWord}) (?:(?:called|named) )?)`;
const after = String.raw`(?: (?<after>${kindWord})\b)`;
/** Matches a name with its article, kind, and the file or type that contains it. */
const nameForm = new RegExp(
  `^${article}?${kind}?(?<name>${token})${after}?(?:${place} ${notPlace}(?<owner>${token})(?: (?<ownerAfter>${kindWord}))?)?$`,
  'i',
);
/** Matches a kind word alone. */
const kindAlone = new RegExp(`^${kindWord}$`, 'i');

/** Normalizes `Router::route()` and `Router#route` to `Router.route`. Removes quotes, but not the `#` of a private name. */
export function tidyName(written: string): string {
  const unquoted = written.replace(/^[`"'“]|[`"'”]$/g, '').trim();
  const withoutArguments = unquoted.replace(/\(.*\)$/, '').replace(/;$/, '');
  return withoutArguments.includes('/')
    ? withoutArguments
    : withoutArguments.replace(/::|(?<=[\w$])#|->/g, '.');
}
