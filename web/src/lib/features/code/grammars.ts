/** Loads the highlighting grammar of a language on first use. Code in a language without a grammar stays plain. */
import type { LanguageRegistration, HighlighterCore } from 'shiki/core';

type Loader = () => Promise<{ readonly default: LanguageRegistration[] }>;

/** By the language names that the server uses. */
const grammars: Readonly<Record<string, Loader>> = {
  asciidoc: () => import('shiki/langs/asciidoc.mjs'),
  astro: () => import('shiki/langs/astro.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  clojure: () => import('shiki/langs/clojure.mjs'),
  cmake: () => import('shiki/langs/cmake.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  csv: () => import('shiki/langs/csv.mjs'),
  dart: () => import('shiki/langs/dart.mjs'),
  dockerfile: () => import('shiki/langs/dockerfile.mjs'),
  elixir: () => import('shiki/langs/elixir.mjs'),
  erb: () => import('shiki/langs/erb.mjs'),
  erlang: () => import('shiki/langs/erlang.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  graphql: () => import('shiki/langs/graphql.mjs'),
  haskell: () => import('shiki/langs/haskell.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  jinja: () => import('shiki/langs/jinja.mjs'),
  json: () => import('shiki/langs/jsonc.mjs'),
  julia: () => import('shiki/langs/julia.mjs'),
  just: () => import('shiki/langs/just.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  latex: () => import('shiki/langs/latex.mjs'),
  less: () => import('shiki/langs/less.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  makefile: () => import('shiki/langs/makefile.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  nim: () => import('shiki/langs/nim.mjs'),
  ocaml: () => import('shiki/langs/ocaml.mjs'),
  perl: () => import('shiki/langs/perl.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  protobuf: () => import('shiki/langs/protobuf.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  r: () => import('shiki/langs/r.mjs'),
  restructuredtext: () => import('shiki/langs/rst.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  scala: () => import('shiki/langs/scala.mjs'),
  scss: () => import('shiki/langs/scss.mjs'),
  shell: () => import('shiki/langs/shellscript.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  svelte: () => import('shiki/langs/svelte.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  terraform: () => import('shiki/langs/terraform.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  vue: () => import('shiki/langs/vue.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
  zig: () => import('shiki/langs/zig.mjs'),
};

/** Other names that authors write after an opening code fence. */
const aliases: Readonly<Record<string, string>> = {
  bash: 'shell',
  cs: 'csharp',
  js: 'javascript',
  jsx: 'tsx',
  md: 'markdown',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  rst: 'restructuredtext',
  sh: 'shell',
  ts: 'typescript',
  yml: 'yaml',
};

/** The server's names of the languages with a grammar. */
export const grammarLanguages: readonly string[] = Object.keys(grammars);

function findGrammar(language: string): Loader | undefined {
  return grammars[aliases[language] ?? language];
}

/**
 * Loads the grammar of a language into a highlighter.
 * @param language the server's name or an alias
 * @returns the highlighter's name for the grammar; null if there is no grammar
 */
export async function loadGrammar(core: HighlighterCore, language: string): Promise<string | null> {
  const load = findGrammar(language);
  if (load === undefined) return null;
  const { default: registrations } = await load();
  await core.loadLanguage(registrations);
  // Embedded grammars come first, the language's own last.
  return registrations.at(-1)?.name ?? null;
}
