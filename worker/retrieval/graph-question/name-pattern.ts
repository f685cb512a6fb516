/** How a question writes a name: in code marks, as a path, or as one word, with or without what kind of thing it is. */

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
