/**
 * Removes markup that could make parsing expensive, in one pass: scripts, styles, comments, syntax highlighting, and tags beyond a depth or number
 * that no documentation page has. An HTML parser walks the open elements at each tag and repeats open formatting in every block, so its time is
 * quadratic in the nesting. Text within the element limit always remains.
 */

/** Deeper tags are removed. */
const maxDepth = 100;
/** Maximum open formatting elements (`b`, `a`, `code`, …). The parser reopens them in every block until they are closed. */
const maxFormatting = 8;
/** Maximum elements of a page, including reopened ones. The page is truncated after them. */
const maxElements = 50_000;

/** Elements that are removed together with their content. */
const droppedElements = new Set([
  'script',
  'style',
  'svg',
  'template',
  'iframe',
  'object',
  'canvas',
  'noframes',
]);
const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr !doctype'.split(' '),
);
/** Elements that the next element of their kind closes. Their end tags are often omitted, and they nest only through other elements. */
const autoClosedElements = new Set(
  'p li dt dd tr td th tbody thead tfoot option optgroup colgroup'.split(' '),
);
const formattingElements = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));

/** Matches the `span`s in code samples that have a meaning: line numbers, file names and hidden text. All others are syntax highlighting. */
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
  const highlightFilter = createHighlightFilter();
  let copiedTo = 0;
  for (let index = html.indexOf('<'); index !== -1; index = html.indexOf('<', index)) {
    const tag = readTag(html, index);
    if (tag === undefined) {
      index += 1;
      continue;
    }
    const staysInOutput =
      tag.isMarkup &&
      !highlightFilter.isOnlyHighlighting(tag, html.slice(index, tag.end)) &&
      nesting.accept(tag);
    if (nesting.isFull()) {
      output.push(html.slice(copiedTo, index));
      return { html: output.join(''), isCut: true };
    }
    if (!staysInOutput) {
      output.push(html.slice(copiedTo, index));
      copiedTo = tag.end;
    }
    index = tag.end;
  }
  output.push(html.slice(copiedTo));
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

function readTag(html: string, at: number): Tag | undefined {
  if (html.startsWith('<!--', at)) return removedElement('!--', endAfter(html, '-->', at + 4));
  tagName.lastIndex = at;
  const match = tagName.exec(html);
  if (match === null)
    return html.startsWith('<?', at) ? removedElement('?', endAfter(html, '>', at)) : undefined;
  const name = (match[2] ?? '').toLowerCase();
  const isEnd = match[1] === '/';
  const end = tagEnd(html, tagName.lastIndex);
  if (isEnd || !droppedElements.has(name)) return { name, isEnd, isMarkup: true, end };
  if (html[end - 2] === '/' && name === 'svg') return removedElement(name, end);
  return removedElement(name, endAfter(html, '>', endTag(html, name, end)));
}

function removedElement(name: string, end: number): Tag {
  return { name, isEnd: false, isMarkup: false, end };
}

function endAfter(html: string, mark: string, from: number): number {
  const index = html.indexOf(mark, from);
  return index === -1 ? html.length : index + mark.length;
}

/** Finds the next `</name`, ignoring case. Each search starts where the last one ended, so together they read the page once. */
function endTag(html: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
}

/** Returns the position after the `>` that ends a tag. Quotes are recognized only where a value may begin. */
function tagEnd(html: string, from: number): number {
  let previous = '';
  for (let index = from; index < html.length; index += 1) {
    const char = html[index] ?? '';
    if (char === '>') return index + 1;
    if ((char === '"' || char === "'") && previous === '=') {
      const close = html.indexOf(char, index + 1);
      if (close === -1) return html.length;
      index = close;
    }
    if (char.trim() !== '') previous = char;
  }
  return html.length;
}

/** Tracks the `span`s of code samples. */
function createHighlightFilter() {
  let samples = 0;
  const openSpans: boolean[] = [];
  return {
    /** @returns whether a tag is only syntax highlighting */
    isOnlyHighlighting({ name, isEnd }: Tag, source: string): boolean {
      if (name === 'pre') {
        samples = Math.max(0, samples + (isEnd ? -1 : 1));
        if (samples === 0) openSpans.length = 0;
      }
      if (name !== 'span' || samples === 0) return false;
      if (isEnd) return openSpans.pop() ?? false;
      const isHighlighting = !relevantSpan.test(source);
      openSpans.push(isHighlighting);
      return isHighlighting;
    },
  };
}

function createNesting() {
  let depth = 0;
  let openFormatting = 0;
  let elements = 0;
  /** The number of removed start tags by name, whose end tags are removed too. */
  const removedTags = new Map<string, number>();
  const acceptEndTag = (name: string): boolean => {
    const waiting = removedTags.get(name) ?? 0;
    if (waiting > 0) {
      removedTags.set(name, waiting - 1);
      return false;
    }
    depth = Math.max(0, depth - 1);
    if (formattingElements.has(name)) openFormatting = Math.max(0, openFormatting - 1);
    return true;
  };
  return {
    isFull: () => elements > maxElements,
    /** @returns whether the tag stays. */
    accept({ name, isEnd }: Tag): boolean {
      const isCounted = !voidElements.has(name) && !autoClosedElements.has(name);
      if (isEnd) return isCounted ? acceptEndTag(name) : true;
      elements += 1 + openFormatting;
      if (!isCounted) return true;
      const isFormatting = formattingElements.has(name);
      if (depth >= maxDepth || (isFormatting && openFormatting >= maxFormatting)) {
        removedTags.set(name, (removedTags.get(name) ?? 0) + 1);
        return false;
      }
      depth += 1;
      if (isFormatting) openFormatting += 1;
      return true;
    },
  };
}
