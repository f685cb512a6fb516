/**
 * Parses a citation as a model writes it: `[chunk:e1]`, or an unambiguous variant such as `[e1]` or `[chunk:e1,
 * e2]`. Unknown ids are parsed too, so that the checks report them.
 */

interface WrittenCitation {
  /** UTF-16 units it takes. */
  readonly length: number;
  /** At least one. */
  readonly ids: readonly string[];
}

/** Longest list of ids in one pair of brackets. */
const longest = 200;
const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '【': '】' };
const inner = /[^\][()【】\n`]{0,200}/y;
const named = /^chunk *: *([A-Za-z0-9_-]{1,40})$/i;
/** As ids are issued; bare, nothing else is taken for one. */
const bare = /^e\d{1,3}$/i;
const mayBeNamed = /^ *(?:c|ch|chu|chun|chunk *|chunk *:.*)?$/i;
const mayBeBare = /^ *e(?:\d{0,3}|\d{1,3}[ ,;].*)$/i;

/**
 * At a bracket of `text`.
 * @param before what stands before it: `list[e1]` is an element, not a citation
 * @returns `wait` while more of the text may decide; undefined where it is none
 */
export function parseCitation(
  text: string,
  at: number,
  { before, isWhole }: { readonly before: string; readonly isWhole: boolean },
): WrittenCitation | 'wait' | undefined {
  const open = text[at] ?? '';
  inner.lastIndex = at + 1;
  const within = inner.exec(text)?.[0] ?? '';
  const end = at + 1 + within.length;
  const mayStandBare = open !== '(' && !/[\p{L}\p{N}_]/u.test(before);
  if (end === text.length && !isWhole && within.length < longest) {
    const mayBe = mayBeNamed.test(within) || (mayStandBare && mayBeBare.test(within));
    return mayBe ? 'wait' : undefined;
  }
  if (text[end] !== closers[open]) return undefined;
  const ids = idsIn(within, mayStandBare);
  return ids === undefined ? undefined : { length: end + 1 - at, ids };
}

/** `chunk:` may stand before each or before the first alone. */
function idsIn(within: string, mayStandBare: boolean): readonly string[] | undefined {
  const items = within.split(/[,;]/).map((item) => item.trim());
  const [first = ''] = items;
  const isNamed = named.test(first);
  if (!isNamed && !(mayStandBare && items.every((item) => bare.test(item)))) return undefined;
  const ids = items.map((item) => named.exec(item)?.[1] ?? /^[A-Za-z0-9_-]{1,40}$/.exec(item)?.[0]);
  return ids.every((id) => id !== undefined) ? ids.map(issuedForm) : undefined;
}

/** Ids are issued in small letters. */
function issuedForm(id: string): string {
  return /^(?:e\d+|none)$/i.test(id) ? id.toLowerCase() : id;
}
