/**
 * A rendered document as data: elements and attributes from a short list, and text. The app renders it with components, so that no HTML of a
 * repository reaches the page.
 */

export type DocumentNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  /** Images are not loaded; `text` is the alternative text. */
  | { readonly kind: 'image'; readonly text: string }
  | { readonly kind: 'link'; readonly target: string; readonly children: readonly DocumentNode[] }
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly id: string;
      /** 1-based line of its source; undefined for a heading in HTML. */
      readonly line: number | undefined;
      readonly children: readonly DocumentNode[];
    }
  | { readonly kind: 'element'; readonly name: ElementName; readonly children: readonly DocumentNode[] };

const elementNames = [
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'code',
  'em',
  'strong',
  'del',
  'br',
  'hr',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'details',
  'summary',
  'kbd',
  'sub',
  'sup',
  'dl',
  'dt',
  'dd',
] as const;

export type ElementName = (typeof elementNames)[number];

export function readElementName(name: string): ElementName | undefined {
  if (name === 'b') return 'strong';
  if (name === 'i') return 'em';
  if (name === 's') return 'del';
  return elementNames.find((known) => known === name);
}

/** The id of a heading from its text, like on GitHub, with a prefix that no other element of the app has. */
export function headingId(slug: string): string {
  return `heading-${slug}`;
}

export function slugOf(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}
