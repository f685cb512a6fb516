/**
 * HTML with what could hurt its reader taken out, in one pass from left to right: scripts and styles, comments, the colours of code, and tags beyond
 * a nesting or a number no page of documentation has. HTML is read by going up the open elements at each tag, and open formatting is
 * repeated in every block, so that both cost the square of what is nested; the text itself always stays.
 */

/** Deeper tags are left off. */
const maxDepth = 100;
/** Formatting (`b`, `a`, `code`, …) open at one place: it is opened again in every block until it is closed. */
const maxFormatting = 8;
/** Elements of a page, those opened again included; what follows is cut off. */
const maxElements = 50_000;

/** Left out with all they hold. */
const dropped = new Set(['script', 'style', 'svg', 'template', 'iframe', 'object', 'canvas', 'noframes']);
const empty = new Set(
  'area base br col embed hr img input link meta param source track wbr !doctype'.split(' '),
);
/** Closed by the next of their kind: their end tags are often left out, and they nest through other elements alone. */
const selfClosing = new Set('p li dt dd tr td th tbody thead tfoot option optgroup colgroup'.split(' '));
const formatting = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));

/** Of the `span`s in samples, those that are looked at: numbers of lines, names of files, what is hidden. All others colour the code. */
const toldSpan = /line-?n|\blnt?\b|gutter|boring|file-?name|title|hidden|sr-only|copy|display\s*:\s*none/i;

interface BoundMarkup {
  readonly html: string;
  /** Whether elements beyond the number that is read were left out. */
  readonly isCut: boolean;
}

export function boundMarkup(html: string): BoundMarkup {
  const kept: string[] = [];
  const nesting = createNesting();
  const colours = createColours();
  let from = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const tag = tagAt(html, at);
    if (tag === undefined) {
      at += 1;
      continue;
    }
    const isKept = tag.isMarkup && !colours.include(tag, html.slice(at, tag.end)) && nesting.see(tag);
    if (nesting.isFull()) {
      kept.push(html.slice(from, at));
      return { html: kept.join(''), isCut: true };
    }
    if (!isKept) {
      kept.push(html.slice(from, at));
      from = tag.end;
    }
    at = tag.end;
  }
  kept.push(html.slice(from));
  return { html: kept.join(''), isCut: false };
}

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  /** False for comments and elements that are dropped: `end` is then where they end. */
  readonly isMarkup: boolean;
  readonly end: number;
}

/** Names are short: nothing is searched for beyond. */
const tagName = /<(\/?)([a-z!][a-z0-9:-]{0,40})/iy;

function tagAt(html: string, at: number): Tag | undefined {
  if (html.startsWith('<!--', at)) return whole('!--', after(html, '-->', at + 4));
  tagName.lastIndex = at;
  const found = tagName.exec(html);
  if (found === null) return html.startsWith('<?', at) ? whole('?', after(html, '>', at)) : undefined;
  const name = (found[2] ?? '').toLowerCase();
  const isEnd = found[1] === '/';
  const end = tagEnd(html, tagName.lastIndex);
  if (isEnd || !dropped.has(name)) return { name, isEnd, isMarkup: true, end };
  if (html[end - 2] === '/' && name === 'svg') return whole(name, end);
  return whole(name, after(html, '>', endTag(html, name, end)));
}

function whole(name: string, end: number): Tag {
  return { name, isEnd: false, isMarkup: false, end };
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** Where `</name` stands next, in any case of letters. Each search ends where the next begins, so that all together read the page once. */
function endTag(html: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
}

/** Past the `>` that ends a tag; quotes count where a value may begin. */
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

/** Follows the `span`s of samples. */
function createColours() {
  let samples = 0;
  const open: boolean[] = [];
  return {
    /** @returns whether a tag only colours code */
    include({ name, isEnd }: Tag, source: string): boolean {
      if (name === 'pre') {
        samples = Math.max(0, samples + (isEnd ? -1 : 1));
        if (samples === 0) open.length = 0;
      }
      if (name !== 'span' || samples === 0) return false;
      if (isEnd) return open.pop() ?? false;
      const isColour = !toldSpan.test(source);
      open.push(isColour);
      return isColour;
    },
  };
}

function createNesting() {
  let depth = 0;
  let open = 0;
  let elements = 0;
  /** Of tags left off, whose end tags go too, by name. */
  const leftOff = new Map<string, number>();
  const end = (name: string): boolean => {
    const waiting = leftOff.get(name) ?? 0;
    if (waiting > 0) {
      leftOff.set(name, waiting - 1);
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
      const isCounted = !empty.has(name) && !selfClosing.has(name);
      if (isEnd) return isCounted ? end(name) : true;
      elements += 1 + open;
      if (!isCounted) return true;
      const isFormatting = formatting.has(name);
      if (depth >= maxDepth || (isFormatting && open >= maxFormatting)) {
        leftOff.set(name, (leftOff.get(name) ?? 0) + 1);
        return false;
      }
      depth += 1;
      if (isFormatting) open += 1;
      return true;
    },
  };
}
