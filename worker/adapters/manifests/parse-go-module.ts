/** The lines of a go.mod that say where imports lead: `module`, and `replace` alone or in a block (https://go.dev/ref/mod). */

interface GoModule {
  readonly module: string;
  /** From a module's path to what stands for it, a path of another module or a folder; versions left out. */
  readonly replace: Readonly<Record<string, string>>;
}

/** @returns undefined where the file names no module. */
export function parseGoModule(text: string): GoModule | undefined {
  let module: string | undefined;
  let block = '';
  const replaced: (readonly [string, string])[] = [];
  for (const line of text.split('\n')) {
    const words = wordsOf(line);
    const [first = '', second = ''] = words;
    if (block !== '' && first === ')') block = '';
    else if (block === '' && second === '(') block = first;
    else if (block === '' && first === 'module') module ??= second;
    else if (block === 'replace') replaced.push(...replacement(words));
    else if (block === '' && first === 'replace') replaced.push(...replacement(words.slice(1)));
    // A block of one line, `module ( … )`, is written by nobody.
  }
  return module === undefined || module === ''
    ? undefined
    : { module, replace: Object.fromEntries(replaced) };
}

/** `old v1.2.3 => new v1.2.3`, versions where there are any. */
function replacement(words: readonly string[]): readonly (readonly [string, string])[] {
  const [from, to] = [words[0], words[words.indexOf('=>') + 1]];
  return from === undefined || to === undefined || !words.includes('=>') ? [] : [[from, to]];
}

function wordsOf(line: string): readonly string[] {
  return line
    .replace(/\/\/.*$/, '')
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^["`](.*)["`]$/, '$1'));
}
