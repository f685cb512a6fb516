/** Splits a question into names, quotations, decorators, paths and plain words. */

export interface ListToken {
  /** `name`: written as code. `quoted`: in quotation marks. `glob`: a pattern or extension. `decorator`: without its mark. */
  readonly kind: 'word' | 'name' | 'quoted' | 'decorator' | 'path' | 'glob';
  readonly text: string;
}

const fileExtension =
  /\.(?:py|pyi|[cm]?[jt]sx?|go|rs|java|c|h|cc|cpp|hpp|rb|cs|php|svelte|vue|kt|swift|sh|css|html|md|rst|toml|json|ya?ml|sql|proto|txt|xml|lock|cfg|ini|env)$/i;
const tokenPattern =
  /`([^`]{1,150})`|"([^"]{1,150})"|“([^”]{1,150})”|(?<![\p{L}\p{N}])'([^']{1,150})'(?![\p{L}\p{N}])|#\[([^\]\s]{1,100})\]|\[(\p{L}[\w.]{0,100})\]|(\S+)/gu;

export function readListTokens(text: string): readonly ListToken[] {
  const tokens: ListToken[] = [];
  for (const match of text.replaceAll('’', "'").matchAll(tokenPattern)) {
    const [, code, double, curly, single, attribute, bracketed, bare = ''] = match;
    const quoted = double ?? curly ?? single;
    if (code !== undefined) tokens.push(toCode(code));
    else if (quoted !== undefined) tokens.push({ kind: 'quoted', text: quoted });
    else if (attribute !== undefined || bracketed !== undefined)
      tokens.push({ kind: 'decorator', text: toDecorator(attribute ?? bracketed ?? '') });
    else tokens.push(...toBare(bare, tokens.length === 0));
  }
  return tokens;
}

function toCode(text: string): ListToken {
  if (/^@\w/.test(text)) return { kind: 'decorator', text: toDecorator(text) };
  const attribute = /^#\[(?:derive\()?([\w:]+)/.exec(text)?.[1] ?? /^\[(\w+)\]$/.exec(text)?.[1];
  if (attribute !== undefined) return { kind: 'decorator', text: toDecorator(attribute) };
  if (isGlob(text)) return { kind: 'glob', text: toExtensionGlob(text) };
  if (isPath(text)) return { kind: 'path', text };
  return /^[\p{L}_$][\w$.:#]*(?:\(\))?$/u.test(text)
    ? { kind: 'name', text: toName(text) }
    : { kind: 'quoted', text };
}

function toBare(written: string, isFirst: boolean): readonly ListToken[] {
  const text = written
    .replace(/^[("'[]+/, '')
    .replace(/[)"'\],;:?!…]+$/, (end) => (/^\(?\)/.test(end) && written.includes('(') ? ')' : ''))
    .replace(/\.+$/, '');
  if (text === '' || text === '-' || text === '–') return [];
  if (/^@[\w.]+/.test(text)) return [{ kind: 'decorator', text: toDecorator(text) }];
  if (isGlob(text)) return [{ kind: 'glob', text: toExtensionGlob(text) }];
  if (isPath(text)) return [{ kind: 'path', text }];
  const name = toName(text);
  if (looksLikeCode(text) || /^[A-Z]{3,}$/.test(name) || (!isFirst && isProperName(name)))
    return [{ kind: 'name', text: name }];
  // A hyphen joins plain words: "call-sites".
  return text.split('-').flatMap((word) => (word === '' ? [] : [{ kind: 'word' as const, text: word }]));
}

/** Capitalized inside a sentence, such as `Comparable` or `TODO`. */
function isProperName(name: string): boolean {
  return /^(?!I$)\p{Lu}[\p{L}\p{N}]*$/u.test(name) && name.length > 1 && !commonCapitals.test(name);
}

const commonCapitals =
  /^(?:Python|Go|Golang|Rust|Java|JavaScript|TypeScript|Ruby|PHP|Svelte|Vue|Markdown|YAML|JSON|TOML|SQL|CSS|HTML|Kotlin|GraphQL|Dockerfiles?|Makefiles?|READMEs?|README|Please|List|Show|Find|How|Where|Which|What|All|Every|Give|Count)$/i;

function looksLikeCode(text: string): boolean {
  return (
    !commonCapitals.test(text) &&
    (/[\p{L}\d]_|_[\p{L}\d]|::|\w\.\w|\(\)$|^\$/u.test(text) || /[a-z0-9][A-Z]|[A-Z]{2,}[a-z]{2,}/.test(text))
  );
}

function isGlob(text: string): boolean {
  return (
    /^[\w./{},-]*\*[\w.*/{},-]*$/.test(text) ||
    (/^\.[a-z][a-z0-9]{0,9}$/i.test(text) && !/^\.(?:e\.g|i\.e)/.test(text))
  );
}

function isPath(text: string): boolean {
  return /^[\w.@-]+(?:\/[\w.@-]*)+$/.test(text) || (fileExtension.test(text) && /^[\w.-]+$/.test(text));
}

function toExtensionGlob(text: string): string {
  return /^\.[a-z]/i.test(text) && !text.includes('/') ? `*${text}` : text;
}

function toName(text: string): string {
  return text
    .replace(/\(.*\)$/, '')
    .replaceAll(/::|#/g, '.')
    .replace(/^@/, '');
}

function toDecorator(text: string): string {
  return toName(
    text
      .replace(/^@/, '')
      .replace(/\(.*$/, '')
      .replace(/^derive\(/, ''),
  );
}
