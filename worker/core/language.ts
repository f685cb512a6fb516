/** Languages by file name and extension. The name is what the API reports and filters by. */

const byExtension: Readonly<Record<string, string>> = {
  py: 'python', pyi: 'python', pyx: 'python',
  ts: 'typescript', mts: 'typescript', cts: 'typescript', tsx: 'tsx',
  js: 'javascript', mjs: 'javascript', cjs: 'javascript', jsx: 'javascript',
  go: 'go', rs: 'rust', java: 'java',
  c: 'c', h: 'c', cc: 'cpp', cpp: 'cpp', cxx: 'cpp', hh: 'cpp', hpp: 'cpp', hxx: 'cpp', ipp: 'cpp',
  rb: 'ruby', rake: 'ruby', gemspec: 'ruby', cs: 'csharp', php: 'php',
  svelte: 'svelte', vue: 'vue',
  md: 'markdown', mdx: 'markdown', markdown: 'markdown', rst: 'restructuredtext',
  html: 'html', htm: 'html', css: 'css', scss: 'scss', less: 'less',
  json: 'json', jsonc: 'json', json5: 'json', yaml: 'yaml', yml: 'yaml', toml: 'toml', ini: 'ini', cfg: 'ini', xml: 'xml',
  sh: 'shell', bash: 'shell', zsh: 'shell', ps1: 'powershell', sql: 'sql', graphql: 'graphql', gql: 'graphql', proto: 'protobuf',
  kt: 'kotlin', kts: 'kotlin', swift: 'swift', scala: 'scala', lua: 'lua', pl: 'perl', pm: 'perl', r: 'r', jl: 'julia', dart: 'dart',
  ex: 'elixir', exs: 'elixir', erl: 'erlang', hs: 'haskell', ml: 'ocaml', clj: 'clojure', zig: 'zig', nim: 'nim', tf: 'terraform',
  txt: 'text', adoc: 'asciidoc', tex: 'latex', csv: 'csv', jinja: 'jinja', j2: 'jinja', erb: 'erb', astro: 'astro',
};

const byName: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile', makefile: 'makefile', gnumakefile: 'makefile', rakefile: 'ruby', gemfile: 'ruby',
  'cmakelists.txt': 'cmake', 'go.mod': 'go-module', justfile: 'just', license: 'text', readme: 'text', changelog: 'text',
};

/** The language of a path, `text` when nothing tells. Never fails: content that is not text was filtered out before. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const known = byName[name];
  if (known !== undefined) return known;
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return byExtension[extension] ?? 'text';
}
