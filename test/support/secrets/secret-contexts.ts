/**
 * The contexts in which people write a secret into a file. The rules were tuned on `firstContexts`. `secondContexts` was written at the same time
 * but is used only for measurements: no rule was written for any of its contexts.
 */

export interface SecretContext {
  readonly name: string;
  /** @param words the words in the setting's name, in lowercase: `['stripe', 'api', 'key']` */
  readonly write: (words: readonly string[], value: string) => string;
}

const snakeCase = (words: readonly string[]): string => words.join('_');
const upperCase = (words: readonly string[]): string => snakeCase(words).toUpperCase();
const kebabCase = (words: readonly string[]): string => words.join('-');
const dotCase = (words: readonly string[]): string => words.join('.');
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const pascalCase = (words: readonly string[]): string => words.map(capitalize).join('');
const camelCase = (words: readonly string[]): string =>
  pascalCase(words).replace(/^./, (first) => first.toLowerCase());

export const firstContexts: readonly SecretContext[] = [
  { name: 'YAML', write: (words, value) => `service:\n  ${snakeCase(words)}: ${value}\n  port: 80\n` },
  { name: 'YAML, quoted', write: (words, value) => `${camelCase(words)}: "${value}"\n` },
  {
    name: 'Kubernetes environment',
    write: (words, value) => `env:\n  - name: ${upperCase(words)}\n    value: "${value}"\n`,
  },
  {
    name: 'JSON',
    write: (words, value) => `{\n  "${camelCase(words)}": ${JSON.stringify(value)},\n  "port": 80\n}\n`,
  },
  {
    name: 'JSON in a string',
    write: (words, value) => `payload = "{\\"${snakeCase(words)}\\":\\"${value}\\",\\"port\\":80}"\n`,
  },
  { name: '.env', write: (words, value) => `PORT=80\n${upperCase(words)}=${value}\n` },
  { name: 'shell export', write: (words, value) => `export ${upperCase(words)}='${value}'\nrun\n` },
  { name: 'Python', write: (words, value) => `import os\n${upperCase(words)} = "${value}"\n` },
  {
    name: 'Python default',
    write: (words, value) => `key = os.environ.get("${upperCase(words)}", "${value}")\n`,
  },
  {
    name: 'Go',
    write: (words, value) => `client := New(Config{${pascalCase(words)}: "${value}", Port: 80})\n`,
  },
  { name: 'JavaScript', write: (words, value) => `const ${camelCase(words)} = '${value}';\n` },
  {
    name: 'TypeScript default',
    write: (words, value) =>
      `export const ${camelCase(words)}: string = process.env.${upperCase(words)} ?? '${value}';\n`,
  },
  {
    name: 'Java',
    write: (words, value) => `    private static final String ${upperCase(words)} = "${value}";\n`,
  },
  { name: 'Ruby', write: (words, value) => `config = { ${snakeCase(words)}: '${value}', port: 80 }\n` },
  { name: 'PHP', write: (words, value) => `return [\n    '${snakeCase(words)}' => '${value}',\n];\n` },
  { name: 'Rust', write: (words, value) => `const ${upperCase(words)}: &str = "${value}";\n` },
  { name: 'properties', write: (words, value) => `app.${dotCase(words)}=${value}\napp.port=80\n` },
  {
    name: 'XML element',
    write: (words, value) => `<config><${camelCase(words)}>${value}</${camelCase(words)}></config>\n`,
  },
  { name: 'XML attribute', write: (words, value) => `<add key="${pascalCase(words)}" value="${value}" />\n` },
  {
    name: 'Terraform',
    write: (words, value) => `provider "x" {\n  ${snakeCase(words)}   = "${value}"\n}\n`,
  },
  { name: 'Dockerfile', write: (words, value) => `FROM scratch\nENV ${upperCase(words)} ${value}\n` },
  { name: 'Markdown', write: (words, value) => `The ${words.join(' ')} is: \`${value}\`\n` },
];

export const secondContexts: readonly SecretContext[] = [
  { name: 'INI', write: (words, value) => `[main]\n${snakeCase(words)} = ${value}\n` },
  { name: 'TOML', write: (words, value) => `[main]\n${kebabCase(words)} = "${value}"\n` },
  {
    name: 'C#',
    write: (words, value) => `public string ${pascalCase(words)} { get; set; } = "${value}";\n`,
  },
  { name: 'Kotlin', write: (words, value) => `val ${camelCase(words)}: String = "${value}"\n` },
  { name: 'Swift', write: (words, value) => `static let ${camelCase(words)} = "${value}"\n` },
  { name: 'Elixir', write: (words, value) => `config :app, ${snakeCase(words)}: "${value}"\n` },
  { name: 'PowerShell', write: (words, value) => `$env:${upperCase(words)} = '${value}'\n` },
  { name: 'option', write: (words, value) => `./run --port 80 --${kebabCase(words)} ${value} --verbose\n` },
  { name: 'option with =', write: (words, value) => `RUN deploy --${kebabCase(words)}=${value} --verbose\n` },
  {
    name: 'Helm',
    write: (words, value) => `helm upgrade app . --set ${camelCase(words)}=${value},port=80\n`,
  },
  { name: 'Makefile', write: (words, value) => `${upperCase(words)} ?= ${value}\n\nall:\n` },
  {
    name: 'Terraform variable',
    write: (words, value) =>
      `variable "${snakeCase(words)}" {\n  type    = string\n  default = "${value}"\n}\n`,
  },
  {
    name: 'query of a URL',
    write: (words, value) => `curl https://api.internal.dev/v1?${snakeCase(words)}=${value}\n`,
  },
  {
    name: 'header',
    write: (words, value) =>
      `curl -H "X-${words.map(capitalize).join('-')}: ${value}" https://api.internal.dev/\n`,
  },
  { name: 'setter', write: (words, value) => `client.set${pascalCase(words)}("${value}");\n` },
  { name: 'C', write: (words, value) => `#define ${upperCase(words)} "${value}"\n` },
  { name: 'comment', write: (words, value) => `// TODO remove: ${snakeCase(words)} = ${value}\n` },
  { name: 'Markdown table', write: (words, value) => `| ${words.join(' ')} | ${value} |\n` },
  { name: 'Markdown bold', write: (words, value) => `* **${words.map(capitalize).join(' ')}:** ${value}\n` },
  {
    name: 'log',
    write: (words, value) => `2026-01-01T00:00:00Z INFO using ${snakeCase(words)}=${value} port=80\n`,
  },
];
