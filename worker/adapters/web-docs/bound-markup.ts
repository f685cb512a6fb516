/**
 * Removes markup that could make parsing expensive, in one pass: scripts, styles, comments, syntax highlighting, and tags beyond a depth or number
 * that no documentation page has. An HTML parser walks the open elements at each tag and repeats open formatting in every block, so its time is
 * quadratic in the nesting. Text always stays.
 */

/** Deeper tags are removed. */
const maxDepth = 100;
/** Maximum open formatting elements (`b`, `a`, `code`, …). The parser reopens them in every block until they are closed. */
const maxFormatting = 8;
/** Maximum elements of a page, including reopened ones. The rest of the page is truncated. */
const maxElements = 50_000;

/** Removed together with their content. */
const dropped = new Set(['script', 'style', 'svg', 'template', 'iframe', 'object', 'canvas', 'noframes']);
const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr !doctype'.split(' '),
);
/** Closed by the next element of their kind. Their end tags are often omitted, and they nest only through other elements. */
const selfClosing = new Set('p li dt dd tr td th tbody thead tfoot option optgroup colgroup'.split(' '));
const formatting = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));

/** The `span`s in code samples that matter: line numbers, file names and hidden text. All others are syntax highlighting. */
const relevantSpan =
  /line-?n|\blnt?\b|gutter|boring|file-?name|title|hidden|sr-only|copy|display\s*:\s*none/i;

interface BoundMarkup {
  readonly html: string;
  /** Whether elements beyond the limit were dropped. */
  readonly isCut: boolean;
}

export function boundMarkup(html: string): BoundMarkup {
  const output: string[] = [];
  const nesting = createNesting();
  const colours = createHighlightFilter();
  let from = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const tag = tagAt(html, at);
    if (tag === undefined) {
      at += 1;
      continue;
    }
    const staysInOutput = tag.isMarkup && !colours.include(tag, html.slice(at, tag.end)) && nesting.see(tag);
    if (nesting.isFull()) {
      output.push(html.slice(from, at));
      return { html: output.join(''), isCut: true };
    }
    if (!staysInOutput) {
      output.push(html.slice(from, at));
      from = tag.end;
    }
    at = tag.end;
  }
  output.push(html.slice(from));
  return { html: output.join(''), isCut: false };
}

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  /** False for comments and removed elements; `end` is then the end of the whole element. */
  readonly isMarkup: boolean;
  readonly end: number;
}

/** Tag names are short, so the match is bounded. */
const tagName = /<(\/?)([a-z!][a-z0-9:-]{0,40})/iy;

function tagAt(html: string, at: number): Tag | undefined {
  if (html.startsWith('<!--', at)) return removedElement('!--', after(html, '-->', at + 4));
  tagName.lastIndex = at;
  const found = tagName.exec(html);
  if (found === null)
    return html.startsWith('<?', at) ? removedElement('?', after(html, '>', at)) : undefined;
  const name = (found[2] ?? '').toLowerCase();
  const isEnd = found[1] === '/';
  const end = tagEnd(html, tagName.lastIndex);
  if (isEnd || !dropped.has(name)) return { name, isEnd, isMarkup: true, end };
  if (html[end - 2] === '/' && name === 'svg') return removedElement(name, end);
  return removedElement(name, after(html, '>', endTag(html, name, end)));
}

function removedElement(name: string, end: number): Tag {
  return { name, isEnd: false, isMarkup: false, end };
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** The position of the next `</name`, ignoring case. Each search starts where the last one ended, so that all of them read the page once. */
function endTag(html: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
}

/** The position after the `>` that ends a tag. Quotes count only where a value may begin. */
function tagEnd(html: string, from: number): number {
  let before = '';
  for (let at = from; at < html.length; at += 1) {
    const char = html[at] ?? '';
    if (char === '>') return at + 1;
    if ((char === '"' || char === "'") && before === '=') {
      const close = html.indexOf(char, at + 1);
      if (close === -1) return html.length;
      at = close;
    }
    if (char.trim() !== '') before = char;
  }
  return html.length;
}

/** Tracks the `span`s of code samples. */
function createHighlightFilter() {
  let samples = 0;
  const open: boolean[] = [];
  return {
    /** @returns whether a tag is only syntax highlighting */
    include({ name, isEnd }: Tag, source: string): boolean {
      if (name === 'pre') {
        samples = Math.max(0, samples + (isEnd ? -1 : 1));
        if (samples === 0) open.length = 0;
      }
      if (name !== 'span' || samples === 0) return false;
      if (isEnd) return open.pop() ?? false;
      const isColour = !relevantSpan.test(source);
      open.push(isColour);
      return isColour;
    },
  };
}

function createNesting() {
  let depth = 0;
  let open = 0;
  let elements = 0;
  /** The number of removed start tags by name, whose end tags are removed too. */
  const removedTags = new Map<string, number>();
  const end = (name: string): boolean => {
    const waiting = removedTags.get(name) ?? 0;
    if (waiting > 0) {
      removedTags.set(name, waiting - 1);
      return false;
    }
    depth = Math.max(0, depth - 1);
    if (formatting.has(name)) open = Math.max(0, open - 1);
    return true;
  };
  return {
    isFull: () => elements > maxElements,
    /** @returns whether the tag stays. */
    see({ name, isEnd }: Tag): boolean {
      const isCounted = !voidElements.has(name) && !selfClosing.has(name);
      if (isEnd) return isCounted ? end(name) : true;
      elements += 1 + open;
      if (!isCounted) return true;
      const isFormatting = formatting.has(name);
      if (depth >= maxDepth || (isFormatting && open >= maxFormatting)) {
        removedTags.set(name, (removedTags.get(name) ?? 0) + 1);
        return false;
      }
      depth += 1;
      if (isFormatting) open += 1;
      return true;
    },
  };
}
