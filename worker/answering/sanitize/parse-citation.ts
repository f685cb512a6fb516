/**
 * Parses a citation as a model writes it: `[chunk:e1]`, or an unambiguous variant such as `[e1]` or `[chunk:e1,
 * e2]`. It also parses unknown ids, so that the checks report them.
 */

interface WrittenCitation {
  /** In UTF-16 units. */
  readonly length: number;
  /** At least one. */
  readonly ids: readonly string[];
}

/** The maximum length of the text between brackets. */
const maxLength = 200;
const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '【': '】' };
const inner = /[^\][()【】\n`]{0,200}/y;
const namedId = /^chunk *: *([A-Za-z0-9_-]{1,40})$/i;
/** Without `chunk:`, only ids in the issued form are citations. */
const bareId = /^e\d{1,3}$/i;
const mayBeNamed = /^ *(?:c|ch|chu|chun|chunk *|chunk *:.*)?$/i;
const mayBeBare = /^ *e(?:\d{0,3}|\d{1,3}[ ,;].*)$/i;

/**
 * Parses the citation that starts at a bracket of `text`.
 * @param before the character before the bracket: `list[e1]` is an array element, not a citation
 * @returns `wait` if only more text can decide; undefined if the bracket opens no citation
 */
export function parseCitation(
  text: string,
  at: number,
  { before, isWhole }: { readonly before: string; readonly isWhole: boolean },
): WrittenCitation | 'wait' | undefined {
  const open = text[at] ?? '';
  inner.lastIndex = at + 1;
  const content = inner.exec(text)?.[0] ?? '';
  const end = at + 1 + content.length;
  const allowsBareIds = open !== '(' && !/[\p{L}\p{N}_]/u.test(before);
  if (end === text.length && !isWhole && content.length < maxLength) {
    const canBecomeCitation = mayBeNamed.test(content) || (allowsBareIds && mayBeBare.test(content));
    return canBecomeCitation ? 'wait' : undefined;
  }
  if (text[end] !== closers[open]) return undefined;
  const ids = parseIds(content, allowsBareIds);
  return ids === undefined ? undefined : { length: end + 1 - at, ids };
}

/** `chunk:` may precede every id or only the first. */
function parseIds(content: string, allowsBareIds: boolean): readonly string[] | undefined {
  const items = content.split(/[,;]/).map((item) => item.trim());
  const [first = ''] = items;
  const isNamed = namedId.test(first);
  if (!isNamed && !(allowsBareIds && items.every((item) => bareId.test(item)))) return undefined;
  const ids = items.map((item) => namedId.exec(item)?.[1] ?? /^[A-Za-z0-9_-]{1,40}$/.exec(item)?.[0]);
  return ids.every((id) => id !== undefined) ? ids.map(normalizeId) : undefined;
}

/** Ids are issued in lower case. */
function normalizeId(id: string): string {
  return /^(?:e\d+|none)$/i.test(id) ? id.toLowerCase() : id;
}
