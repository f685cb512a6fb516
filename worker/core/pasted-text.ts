/** Pasted text made plain: what copying brings along is taken off, and of a command the address is kept. */

/** Characters that are seen by nobody: zero-width ones, marks of direction, soft hyphens. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Pairs that stand around an address in a text. */
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

/** Options of `git clone` that have a value of their own. */
const valued = new Set(
  '--depth -o --origin -c --config -j --jobs --reference --filter --shallow-since --shallow-exclude --template -u --upload-pack --separate-git-dir'.split(
    ' ',
  ),
);

/** @returns the address, and the ref a command names beside it. */
export function cleanPastedText(text: string): { readonly text: string; readonly ref: string | undefined } {
  const plain = unwrapped(text.replace(unseen, '').replace(/\s+/g, ' '));
  const [, url] = /^\[[^\]]*\]\(<?([^\s)>]+)>?\)$/.exec(plain) ?? [];
  if (url !== undefined) return { text: url, ref: undefined };
  const [, installed] =
    /^(?:[$>#%!] ?)?(?:sudo )?(?:(?:\S*python[\d.]* -m |uv )?pip[\d.]* install|uv add|(?:npm|pnpm|yarn) (?:i|install|add)) (.*)$/i.exec(
      plain,
    ) ?? [];
  if (installed !== undefined) return { text: addressToInstall(installed), ref: undefined };
  const command =
    /^(?:[$>#%] )?(?:sudo )?(?:git(?: -c \S+)* clone|gh repo clone|git submodule add) (.*)$/i.exec(plain);
  return command === null ? { text: plain, ref: undefined } : addressOfClone((command[1] ?? '').split(' '));
}

/** Of what is installed the first that git is asked for. */
function addressToInstall(words: string): string {
  const bare = words.split(' ').map((word) => word.replace(/^["']+|["']+$/g, ''));
  return bare.find((word) => /^(?:git\+|github:)|github\.com[/:]/.test(word)) ?? words;
}

function addressOfClone(words: readonly string[]): { text: string; ref: string | undefined } {
  let ref: string | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, joined] = /^--branch=(.+)$/.exec(word) ?? [];
    if (joined !== undefined) ref = joined;
    else if (word === '-b' || word === '--branch') ref = words[(at += 1)];
    else if (valued.has(word)) at += 1;
    else if (!word.startsWith('-'))
      return { text: unwrapped(word), ref: ref ?? branchAfter(words.slice(at + 1)) };
  }
  return { text: '', ref };
}

/** `git clone <address> -b <branch>` is taken by git as well. */
function branchAfter(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^(?:-b|--branch)(?:=|$)/.test(word));
  return at === -1 ? undefined : (words[at]?.split('=')[1] ?? words[at + 1]);
}

/** Takes off what stands around, again and again: `"<…>",`. Each round makes the text shorter. */
function unwrapped(text: string): string {
  let plain = text.trim();
  for (;;) {
    const ended = plain
      .replace(/[,;!]+$/, '')
      .replace(/(?<=[\w)\]>"'`/])[.:]$/, '')
      .trim();
    const inner =
      pairs[ended.charAt(0)] === ended.at(-1) && ended.length > 1 ? ended.slice(1, -1).trim() : ended;
    if (inner === plain) return plain;
    plain = inner;
  }
}

/** An address may hold a token before its host, behind one slash too: it is told to nobody. */
export function withoutCredentials(text: string): string {
  return text.replace(/(:\/|\/\/)[^/\s]*@/g, '$1').replace(/^[^/\s@]*:[^/\s@]*@/, '');
}
