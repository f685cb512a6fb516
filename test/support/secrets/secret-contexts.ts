/**
 * The forms in which people write a secret into a file. The rules were tuned on `firstContexts`. `secondContexts` was written at the same time
 * but is used only for measuring: no rule was made for any of its forms.
 */

export interface SecretContext {
  readonly name: string;
  /** @param words the words in the setting's name, in lowercase: `['stripe', 'api', 'key']` */
  readonly write: (words: readonly string[], value: string) => string;
}

const snake = (words: readonly string[]): string => words.join('_');
const upper = (words: readonly string[]): string => snake(words).toUpperCase();
const kebab = (words: readonly string[]): string => words.join('-');
const dotted = (words: readonly string[]): string => words.join('.');
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (words: readonly string[]): string => words.map(capitalize).join('');
const camel = (words: readonly string[]): string =>
  pascal(words).replace(/^./, (first) => first.toLowerCase());

export const firstContexts: readonly SecretContext[] = [
  { name: 'YAML', write: (words, value) => `service:\n  ${snake(words)}: ${value}\n  port: 80\n` },
  { name: 'YAML, quoted', write: (words, value) => `${camel(words)}: "${value}"\n` },
  {
    name: 'Kubernetes environment',
    write: (words, value) => `env:\n  - name: ${upper(words)}\n    value: "${value}"\n`,
  },
  {
    name: 'JSON',
    write: (words, value) => `{\n  "${camel(words)}": ${JSON.stringify(value)},\n  "port": 80\n}\n`,
  },
  {
    name: 'JSON in a string',
    write: (words, value) => `payload = "{\\"${snake(words)}\\":\\"${value}\\",\\"port\\":80}"\n`,
  },
  { name: '.env', write: (words, value) => `PORT=80\n${upper(words)}=${value}\n` },
  { name: 'shell export', write: (words, value) => `export ${upper(words)}='${value}'\nrun\n` },
  { name: 'Python', write: (words, value) => `import os\n${upper(words)} = "${value}"\n` },
  {
    name: 'Python default',
    write: (words, value) => `key = os.environ.get("${upper(words)}", "${value}")\n`,
  },
  { name: 'Go', write: (words, value) => `client := New(Config{${pascal(words)}: "${value}", Port: 80})\n` },
  { name: 'JavaScript', write: (words, value) => `const ${camel(words)} = '${value}';\n` },
  {
    name: 'TypeScript default',
    write: (words, value) =>
      `export const ${camel(words)}: string = process.env.${upper(words)} ?? '${value}';\n`,
  },
  {
    name: 'Java',
    write: (words, value) => `    private static final String ${upper(words)} = "${value}";\n`,
  },
  { name: 'Ruby', write: (words, value) => `config = { ${snake(words)}: '${value}', port: 80 }\n` },
  { name: 'PHP', write: (words, value) => `return [\n    '${snake(words)}' => '${value}',\n];\n` },
  { name: 'Rust', write: (words, value) => `const ${upper(words)}: &str = "${value}";\n` },
  { name: 'properties', write: (words, value) => `app.${dotted(words)}=${value}\napp.port=80\n` },
  {
    name: 'XML element',
    write: (words, value) => `<config><${camel(words)}>${value}</${camel(words)}></config>\n`,
  },
  { name: 'XML attribute', write: (words, value) => `<add key="${pascal(words)}" value="${value}" />\n` },
  {
    name: 'Terraform',
    write: (words, value) => `provider "x" {\n  ${snake(words)}   = "${value}"\n}\n`,
  },
  { name: 'Dockerfile', write: (words, value) => `FROM scratch\nENV ${upper(words)} ${value}\n` },
  { name: 'Markdown', write: (words, value) => `The ${words.join(' ')} is: \`${value}\`\n` },
];

export const secondContexts: readonly SecretContext[] = [
  { name: 'INI', write: (words, value) => `[main]\n${snake(words)} = ${value}\n` },
  { name: 'TOML', write: (words, value) => `[main]\n${kebab(words)} = "${value}"\n` },
  {
    name: 'C#',
    write: (words, value) => `public string ${pascal(words)} { get; set; } = "${value}";\n`,
  },
  { name: 'Kotlin', write: (words, value) => `val ${camel(words)}: String = "${value}"\n` },
  { name: 'Swift', write: (words, value) => `static let ${camel(words)} = "${value}"\n` },
  { name: 'Elixir', write: (words, value) => `config :app, ${snake(words)}: "${value}"\n` },
  { name: 'PowerShell', write: (words, value) => `$env:${upper(words)} = '${value}'\n` },
  { name: 'option', write: (words, value) => `./run --port 80 --${kebab(words)} ${value} --verbose\n` },
  { name: 'option with =', write: (words, value) => `RUN deploy --${kebab(words)}=${value} --verbose\n` },
  { name: 'Helm', write: (words, value) => `helm upgrade app . --set ${camel(words)}=${value},port=80\n` },
  { name: 'Makefile', write: (words, value) => `${upper(words)} ?= ${value}\n\nall:\n` },
  {
    name: 'Terraform variable',
    write: (words, value) => `variable "${snake(words)}" {\n  type    = string\n  default = "${value}"\n}\n`,
  },
  {
    name: 'query of a URL',
    write: (words, value) => `curl https://api.internal.dev/v1?${snake(words)}=${value}\n`,
  },
  {
    name: 'header',
    write: (words, value) =>
      `curl -H "X-${words.map(capitalize).join('-')}: ${value}" https://api.internal.dev/\n`,
  },
  { name: 'setter', write: (words, value) => `client.set${pascal(words)}("${value}");\n` },
  { name: 'C', write: (words, value) => `#define ${upper(words)} "${value}"\n` },
  { name: 'comment', write: (words, value) => `// TODO remove: ${snake(words)} = ${value}\n` },
  { name: 'Markdown table', write: (words, value) => `| ${words.join(' ')} | ${value} |\n` },
  { name: 'Markdown bold', write: (words, value) => `* **${words.map(capitalize).join(' ')}:** ${value}\n` },
  {
    name: 'log',
    write: (words, value) => `2026-01-01T00:00:00Z INFO using ${snake(words)}=${value} port=80\n`,
  },
];
