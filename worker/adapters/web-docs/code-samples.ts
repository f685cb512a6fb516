/** Code samples of a page, with the language and the file name their generator wrote around them. */

import {
  attribute,
  classesOf,
  element,
  elementsWithin,
  hasClass,
  isElement,
  lineOf,
  replaceWithin,
  text,
  textOf,
  type PageChild,
  type PageElement,
  type PageNode,
} from './page-tree.ts';

/** How a sample is kept in the tree until it is written: its language as a class, the rest of its info string as data. */
export function sampleElement(
  code: string,
  info: { language?: string | undefined; meta: string },
): PageElement {
  const className = info.language === undefined ? [] : [`language-${info.language}`];
  return element('pre', [element('code', [text(code)], { className })], { dataMeta: info.meta });
}

const languageClass =
  /^(?:language|lang|highlight-source|highlight-text|highlight|brush:?)-([\w#+.-]{1,30})$/;
/** What stands where a language should, and is none. */
const noLanguages =
  /^(?:default|none|notranslate|plain|plaintext|text|txt|unknown|auto|nohighlight|wrapper|container)$/;
/** Read where a class is a language and no more (`hljs javascript`, `sourceCode python`, `rust fn`). */
const bareLanguages = new Set(
  'asciidoc bash bat c clojure cmake console cpp cs csharp css csv cuda dart diff dockerfile elixir elm erlang fish fortran fsharp go gradle graphql groovy haskell hcl html http ini java javascript js json json5 jsonc jsx julia kotlin latex less lua makefile markdown matlab md mermaid nginx nim nix objc objectivec ocaml perl php powershell prolog properties proto protobuf ps1 py python r rb rs ruby rust sass scala scheme scss sh shell solidity sql svelte swift tcl terraform toml ts tsx typescript vb vim vue xml yaml yml zig zsh'.split(
    ' ',
  ),
);
const aliases: Readonly<Record<string, string>> = {
  python3: 'python',
  py3: 'python',
  ipython3: 'python',
  shellsession: 'console',
};

/** @param around the elements a sample stands in, the nearest first */
export function languageOf(pre: PageElement, around: readonly PageElement[]): string | undefined {
  // Scripts that make samples run put one `pre` into another.
  const within = elementsWithin(pre).filter((one) => isElement(one, 'pre', 'code'));
  for (const place of [...within.toReversed(), pre, ...around.slice(0, 4)]) {
    const told = attribute(place, 'dataLang') ?? attribute(place, 'dataLanguage') ?? classLanguage(place);
    if (told === undefined) continue;
    const name = told.toLowerCase();
    return noLanguages.test(name) || !/^[\w#+.-]{1,30}$/.test(name) ? undefined : (aliases[name] ?? name);
  }
  return undefined;
}

function classLanguage(place: PageElement): string | undefined {
  const names = classesOf(place);
  const told = names.map((name) => languageClass.exec(name)?.[1]);
  return (
    told.find((name) => name !== undefined && name !== 'wrapper') ??
    (isElement(place, 'pre', 'code', 'figure') ? names.find((name) => bareLanguages.has(name)) : undefined)
  );
}

const captions =
  /^(?:filename|code-block-caption|codeBlockTitle.*|code-block-title|code-title|rehype-code-title|title|file-name|remark-code-title|highlight-caption)$/i;

/** Where a sample stands. */
export interface SamplePlace {
  /** The elements it stands in, the nearest first. */
  readonly around: readonly PageElement[];
  /** The element that stands before it. */
  readonly before: PageElement | undefined;
  /** Whether an element holds this sample and no other. */
  readonly isAlone: (box: PageElement) => boolean;
}

interface SampleTitle {
  readonly line: string;
  /** What shows it on the page. */
  readonly shownBy: PageElement | undefined;
}

/** What a sample is titled by the page: a name beside it, an attribute, or its own first line where that is a path and no more. */
export function titleOf(pre: PageElement, place: SamplePlace, code: string): SampleTitle | undefined {
  const { around } = place;
  const attributes = [pre, ...around.slice(0, 3)].map(
    (box) =>
      attribute(box, 'dataFilename') ??
      attribute(box, 'dataFileName') ??
      attribute(box, 'dataTitle') ??
      (isElement(box, 'pre') ? attribute(box, 'title') : undefined),
  );
  const told = attributes.find((one) => one !== undefined);
  const shownBy = told === undefined ? captionOf(place) : undefined;
  const found = told ?? (shownBy && lineOf(shownBy)) ?? commentedPath(code);
  const line = found
    ?.replaceAll(/["\s]+/g, ' ')
    .trim()
    .replace(/^file ?name: /i, '');
  return line === undefined || line === '' || line.length > 200 ? undefined : { line, shownBy };
}

function captionOf({ around, before, isAlone }: SamplePlace): PageElement | undefined {
  return (
    around
      .slice(0, 4)
      // A box that holds several samples titles none of them.
      .filter((box) => isAlone(box))
      .flatMap((box) => elementsWithin(box, (one) => !isElement(one, 'pre')))
      .find((one) => isElement(one, 'figcaption', 'caption') || isNamedCaption(one)) ?? nameOf(before)
  );
}

function isNamedCaption(one: PageElement): boolean {
  return hasClass(one, captions) && !/^h[1-6]$/.test(one.tagName);
}

/** A line before a sample that is a file's name and no more. */
function nameOf(before: PageElement | undefined): PageElement | undefined {
  const [only, ...others] = before?.children.filter((one) => lineOf(one) !== '') ?? [];
  const isName = isElement(only) && others.length === 0 && hasClass(only, /^file-?name$/);
  return isName ? before : undefined;
}

function commentedPath(code: string): string | undefined {
  const first = code.slice(0, 200).split('\n', 1)[0] ?? '';
  return /^(?:#|\/\/|--|;|<!--|\/\*)\s*(?:file(?:name)?:\s*)?((?:[\w@.-]+\/)*[\w@.-]+\.[a-z]\w{0,9})\s*(?:-->|\*\/)?$/i.exec(
    first,
  )?.[1];
}

/** The code as it would be copied: without the numbers of its lines and what is not meant to be read. */
export function codeOf(pre: PageElement): string {
  const lines: string[] = [];
  const visit = (node: PageNode): void => {
    if (node.type === 'text') lines.push(node.value);
    // Lines mdBook hides.
    if (isElement(node, 'span') && hasClass(node, /^boring$/)) return;
    if (isElement(node, 'br')) lines.push('\n');
    if (!('children' in node)) return;
    for (const child of node.children) visit(child);
    if (isElement(node, 'div', 'li', 'tr', 'p') && lines.at(-1)?.endsWith('\n') !== true) lines.push('\n');
  };
  visit(pre);
  return lines.join('').replaceAll('\u00a0', ' ').replace(/^\n+/, '').trimEnd();
}

export function toPlainSamples(content: PageElement): void {
  replaceWithin(content, (one) => numberedTable(one));
  const samples = samplesWithin(content);
  const titles = new Set<PageElement>();
  const rewrite = (parent: PageElement, around: readonly PageElement[]): void => {
    let before: PageElement | undefined;
    parent.children = parent.children.map((child) => {
      if (!isElement(child)) return child;
      const place = { around, before, isAlone: (box: PageElement) => samples.get(box) === 1 };
      before = child;
      if (child.tagName === 'pre') return sample(child, place, titles);
      rewrite(child, [child, ...around].slice(0, 4));
      return child;
    });
  };
  rewrite(content, [content]);
  replaceWithin(content, (one) => (titles.has(one) || isCaption(one) ? [] : undefined));
}

/** How many samples each element holds, those in others not counted. */
function samplesWithin(content: PageElement): ReadonlyMap<PageElement, number> {
  const counts = new Map<PageElement, number>();
  const count = (one: PageElement): number => {
    if (isElement(one, 'pre')) return 1;
    let samples = 0;
    for (const child of one.children) if (isElement(child)) samples += count(child);
    counts.set(one, samples);
    return samples;
  };
  count(content);
  return counts;
}

function sample(pre: PageElement, place: SamplePlace, titles: Set<PageElement>): PageElement {
  const code = codeOf(pre);
  const title = titleOf(pre, place, code);
  const language = languageOf(pre, place.around);
  if (title?.shownBy !== undefined && !isElement(title.shownBy, 'figcaption', 'caption'))
    titles.add(title.shownBy);
  // Some generators title a sample with its language.
  const isTitled = title !== undefined && title.line.toLowerCase() !== language;
  return sampleElement(code, { language, meta: isTitled ? `title="${title.line}"` : '' });
}

/** What names a sample is in its title by now. */
function isCaption(one: PageElement): boolean {
  if (isElement(one, 'figcaption')) return hasClass(one, /^(?:header|caption)/);
  return hasClass(one, /^(?:code-block-caption|codeBlockTitle.*|code-title)$/);
}

/** A table that puts line numbers beside a sample: what it holds besides them. */
function numberedTable(one: PageElement): readonly PageChild[] | undefined {
  // The language a box shows above its sample.
  if (hasClass(one, /^language-/))
    one.children = one.children.filter((child) => !isElement(child, 'span') || !hasClass(child, /^lang$/));
  if (!isElement(one, 'table')) return undefined;
  const inner = elementsWithin(one);
  const isLayout =
    hasClass(one, /^(?:highlighttable|lntable|rouge-table|hljs-ln|highlight)$/) ||
    inner.some((cell) => isElement(cell, 'td') && hasClass(cell, /^(?:code|rouge-code)$/));
  const samples = inner.filter(
    (pre) => isElement(pre, 'pre') && /\D/.test(textOf(pre).replaceAll(/\s/g, '')),
  );
  if (!isLayout || samples.length === 0) return undefined;
  return [...inner.filter((box) => hasClass(box, /^filename$/) && isElement(box, 'span')), ...samples];
}
