/** Converts every code sample of a page to a `pre` with its language and title, without surrounding boxes and captions. */

import {
  attribute,
  listClasses,
  element,
  elementsWithin,
  hasClass,
  isElement,
  textOnLine,
  replaceWithin,
  text,
  innerText,
  type PageChild,
  type PageElement,
  type PageNode,
} from './page-tree.ts';

/** Creates the element of a sample: its language is a class, the rest of its info string a data attribute. */
function sampleElement(code: string, info: { language?: string | undefined; meta: string }): PageElement {
  const className = info.language === undefined ? [] : [`language-${info.language}`];
  return element('pre', [element('code', [text(code)], { className })], { dataMeta: info.meta });
}

const languageClass =
  /^(?:language|lang|highlight-source|highlight-text|highlight|brush:?)-([\w#+.-]{1,30})$/;
/** Matches values that are used in place of a language but are not languages. */
const nonLanguages =
  /^(?:default|none|notranslate|plain|plaintext|text|txt|unknown|auto|nohighlight|wrapper|container)$/;
/** Languages that occur as a bare class (`hljs javascript`, `sourceCode python`, `rust fn`). */
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

/** @param ancestors the elements that enclose the sample, the nearest first */
export function detectLanguage(pre: PageElement, ancestors: readonly PageElement[]): string | undefined {
  // Scripts for runnable samples nest one `pre` in another.
  const innermost = elementsWithin(pre).filter((node) => isElement(node, 'pre', 'code'));
  for (const node of [...innermost.toReversed(), pre, ...ancestors.slice(0, 4)]) {
    const statedLanguage =
      attribute(node, 'dataLang') ?? attribute(node, 'dataLanguage') ?? classLanguage(node);
    if (statedLanguage === undefined) continue;
    const name = statedLanguage.toLowerCase();
    return nonLanguages.test(name) || !/^[\w#+.-]{1,30}$/.test(name) ? undefined : (aliases[name] ?? name);
  }
  return undefined;
}

function classLanguage(node: PageElement): string | undefined {
  const names = listClasses(node);
  const statedLanguages = names.map((name) => languageClass.exec(name)?.[1]);
  return (
    statedLanguages.find((name) => name !== undefined && name !== 'wrapper') ??
    (isElement(node, 'pre', 'code', 'figure') ? names.find((name) => bareLanguages.has(name)) : undefined)
  );
}

const captionClasses =
  /^(?:filename|code-block-caption|codeBlockTitle.*|code-block-title|code-title|rehype-code-title|title|file-name|remark-code-title|highlight-caption)$/i;

/** The surroundings of a sample. */
interface SampleContext {
  /** The enclosing elements, the nearest first. */
  readonly ancestors: readonly PageElement[];
  /** The preceding element. */
  readonly precedingElement: PageElement | undefined;
  /** Whether an element contains this sample and no other. */
  readonly hasNoOtherSample: (box: PageElement) => boolean;
}

interface SampleTitle {
  readonly line: string;
  /** The element that shows the title on the page. */
  readonly titleElement: PageElement | undefined;
}

/** Finds the title of a sample: an attribute, a caption, or the first line of the code if it is only a path in a comment. */
function findTitle(pre: PageElement, context: SampleContext, code: string): SampleTitle | undefined {
  const { ancestors } = context;
  const attributes = [pre, ...ancestors.slice(0, 3)].map(
    (box) =>
      attribute(box, 'dataFilename') ??
      attribute(box, 'dataFileName') ??
      attribute(box, 'dataTitle') ??
      (isElement(box, 'pre') ? attribute(box, 'title') : undefined),
  );
  const attributeTitle = attributes.find((title) => title !== undefined);
  const titleElement = attributeTitle === undefined ? findCaption(context) : undefined;
  const title = attributeTitle ?? (titleElement && textOnLine(titleElement)) ?? commentedPath(code);
  const line = title
    ?.replaceAll(/["\s]+/g, ' ')
    .trim()
    .replace(/^file ?name: /i, '');
  return line === undefined || line === '' || line.length > 200 ? undefined : { line, titleElement };
}

function findCaption({
  ancestors,
  precedingElement,
  hasNoOtherSample,
}: SampleContext): PageElement | undefined {
  return (
    ancestors
      .slice(0, 4)
      // A caption of a box with several samples belongs to none of them.
      .filter((box) => hasNoOtherSample(box))
      .flatMap((box) => elementsWithin(box, (node) => !isElement(node, 'pre')))
      .find((node) => isElement(node, 'figcaption', 'caption') || isNamedCaption(node)) ??
    findFileName(precedingElement)
  );
}

function isNamedCaption(node: PageElement): boolean {
  return hasClass(node, captionClasses) && !/^h[1-6]$/.test(node.tagName);
}

/** Returns the element before a sample if it is only a file name. */
function findFileName(precedingElement: PageElement | undefined): PageElement | undefined {
  const [firstChild, ...others] = precedingElement?.children.filter((node) => textOnLine(node) !== '') ?? [];
  const isName = isElement(firstChild) && others.length === 0 && hasClass(firstChild, /^file-?name$/);
  return isName ? precedingElement : undefined;
}

function commentedPath(code: string): string | undefined {
  const firstLine = code.slice(0, 200).split('\n', 1)[0] ?? '';
  return /^(?:#|\/\/|--|;|<!--|\/\*)\s*(?:file(?:name)?:\s*)?((?:[\w@.-]+\/)*[\w@.-]+\.[a-z]\w{0,9})\s*(?:-->|\*\/)?$/i.exec(
    firstLine,
  )?.[1];
}

/** Reads the code as a user would copy it, without line numbers and hidden lines. */
export function readCode(pre: PageElement): string {
  const lines: string[] = [];
  const visit = (node: PageNode): void => {
    if (node.type === 'text') lines.push(node.value);
    // mdBook hides these lines.
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
  replaceWithin(content, (node) => unwrapNumberedTable(node));
  const samples = countSamples(content);
  const titles = new Set<PageElement>();
  const rewrite = (parent: PageElement, ancestors: readonly PageElement[]): void => {
    let precedingElement: PageElement | undefined;
    parent.children = parent.children.map((child) => {
      if (!isElement(child)) return child;
      const context = {
        ancestors,
        precedingElement,
        hasNoOtherSample: (box: PageElement) => samples.get(box) === 1,
      };
      precedingElement = child;
      if (child.tagName === 'pre') return convertSample(child, context, titles);
      rewrite(child, [child, ...ancestors].slice(0, 4));
      return child;
    });
  };
  rewrite(content, [content]);
  replaceWithin(content, (node) => (titles.has(node) || isCaption(node) ? [] : undefined));
}

/** Counts the samples in each element. A sample within another sample is not counted. */
function countSamples(content: PageElement): ReadonlyMap<PageElement, number> {
  const counts = new Map<PageElement, number>();
  const count = (node: PageElement): number => {
    if (isElement(node, 'pre')) return 1;
    let samples = 0;
    for (const child of node.children) if (isElement(child)) samples += count(child);
    counts.set(node, samples);
    return samples;
  };
  count(content);
  return counts;
}

function convertSample(pre: PageElement, context: SampleContext, titles: Set<PageElement>): PageElement {
  const code = readCode(pre);
  const title = findTitle(pre, context, code);
  const language = detectLanguage(pre, context.ancestors);
  if (title?.titleElement !== undefined && !isElement(title.titleElement, 'figcaption', 'caption'))
    titles.add(title.titleElement);
  // Some generators use the language as the title.
  const isTitled = title !== undefined && title.line.toLowerCase() !== language;
  return sampleElement(code, { language, meta: isTitled ? `title="${title.line}"` : '' });
}

/** Whether an element is a caption, which is removed because its sample already has it as a title. */
function isCaption(node: PageElement): boolean {
  if (isElement(node, 'figcaption')) return hasClass(node, /^(?:header|caption)/);
  return hasClass(node, /^(?:code-block-caption|codeBlockTitle.*|code-title)$/);
}

/** Replaces a layout table for line numbers with its samples and file names. */
function unwrapNumberedTable(node: PageElement): readonly PageChild[] | undefined {
  // Removes the label that shows the language above a sample.
  if (hasClass(node, /^language-/))
    node.children = node.children.filter((child) => !isElement(child, 'span') || !hasClass(child, /^lang$/));
  if (!isElement(node, 'table')) return undefined;
  const inner = elementsWithin(node);
  const isLayout =
    hasClass(node, /^(?:highlighttable|lntable|rouge-table|hljs-ln|highlight)$/) ||
    inner.some((cell) => isElement(cell, 'td') && hasClass(cell, /^(?:code|rouge-code)$/));
  const samples = inner.filter(
    (pre) => isElement(pre, 'pre') && /\D/.test(innerText(pre).replaceAll(/\s/g, '')),
  );
  if (!isLayout || samples.length === 0) return undefined;
  return [...inner.filter((box) => hasClass(box, /^filename$/) && isElement(box, 'span')), ...samples];
}
