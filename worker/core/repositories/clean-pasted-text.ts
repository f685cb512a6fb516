/** Cleans pasted text: removes invisible characters and surrounding punctuation, and extracts the address from a command. */

/** Zero-width characters, direction marks and soft hyphens. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Brackets and quotes that may surround an address. */
const pairs: Readonly<Record<string, string>> = {
  '<': '>',
  '"': '"',
  "'": "'",
  '`': '`',
  '(': ')',
  '[': ']',
  '{': '}',
  '“': '”',
  '‘': '’',
  '«': '»',
};

/** Options of `git clone` that take a value. */
const optionsWithValue = new Set(
  '--depth -o --origin -c --config -j --jobs --reference --filter --shallow-since --shallow-exclude --template -u --upload-pack --separate-git-dir'.split(
    ' ',
  ),
);

/** @returns the address, and the ref if the text is a command with a branch */
export function cleanPastedText(text: string): { readonly text: string; readonly ref: string | undefined } {
  const plain = unwrap(text.replace(invisible, '').replace(/\s+/g, ' '));
  const [, url] = /^\[[^\]]*\]\(<?([^\s)>]+)>?\)$/.exec(plain) ?? [];
  if (url !== undefined) return { text: url, ref: undefined };
  const [, installed] =
    /^(?:[$>#%!] ?)?(?:sudo )?(?:(?:\S*python[\d.]* -m |uv )?pip[\d.]* install|uv add|(?:npm|pnpm|yarn) (?:i|install|add)) (.*)$/i.exec(
      plain,
    ) ?? [];
  if (installed !== undefined) return { text: extractInstallAddress(installed), ref: undefined };
  const command =
    /^(?:[$>#%] )?(?:sudo )?(?:git(?: -c \S+)* clone|gh repo clone|git submodule add) (.*)$/i.exec(plain);
  return command === null
    ? { text: plain, ref: undefined }
    : extractCloneAddress((command[1] ?? '').split(' '));
}

/** The first package that is installed from git. */
function extractInstallAddress(words: string): string {
  const bare = words.split(' ').map((word) => word.replace(/^["']+|["']+$/g, ''));
  return bare.find((word) => /^(?:git\+|github:)|github\.com[/:]/.test(word)) ?? words;
}

function extractCloneAddress(words: readonly string[]): { text: string; ref: string | undefined } {
  let ref: string | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, joined] = /^--branch=(.+)$/.exec(word) ?? [];
    if (joined !== undefined) ref = joined;
    else if (word === '-b' || word === '--branch') ref = words[(at += 1)];
    else if (optionsWithValue.has(word)) at += 1;
    else if (!word.startsWith('-'))
      return { text: unwrap(word), ref: ref ?? findBranchOption(words.slice(at + 1)) };
  }
  return { text: '', ref };
}

/** The branch in `git clone <address> -b <branch>`: git accepts options after the address. */
function findBranchOption(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^(?:-b|--branch)(?:=|$)/.test(word));
  return at === -1 ? undefined : (words[at]?.split('=')[1] ?? words[at + 1]);
}

/** Removes surrounding brackets, quotes and punctuation repeatedly, as in `"<…>",`. Each round shortens the text, so the loop ends. */
function unwrap(text: string): string {
  let plain = text.trim();
  for (;;) {
    const trimmed = plain
      .replace(/[,;!]+$/, '')
      .replace(/(?<=[\w)\]>"'`/])[.:]$/, '')
      .trim();
    const inner =
      pairs[trimmed.charAt(0)] === trimmed.at(-1) && trimmed.length > 1
        ? trimmed.slice(1, -1).trim()
        : trimmed;
    if (inner === plain) return plain;
    plain = inner;
  }
}

/** Removes user names, passwords and tokens before a host, also after a single slash. */
export function removeCredentials(text: string): string {
  return text.replace(/(:\/|\/\/)[^/\s]*@/g, '$1').replace(/^[^/\s@]*:[^/\s@]*@/, '');
}
