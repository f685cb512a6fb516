/** Code samples of a page, with the language and the file name their generator wrote around them. */

import {
  attribute,
  classesOf,
  element,
  elementsWithin,
  hasClass,
  isElement,
  lineOf,
  text,
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
const noLanguages = /^(?:default|none|notranslate|plain|plaintext|text|txt|unknown|auto|wrapper|container)$/;
const aliases: Readonly<Record<string, string>> = {
  python3: 'python',
  py3: 'python',
  ipython3: 'python',
  shellsession: 'console',
};

/** @param around the elements a sample stands in, the nearest first */
export function languageOf(pre: PageElement, around: readonly PageElement[]): string | undefined {
  const code = pre.children.find((child): child is PageElement => isElement(child, 'code'));
  const places = [...(code === undefined ? [] : [code]), pre, ...around.slice(0, 4)];
  for (const place of places) {
    const told = attribute(place, 'dataLang') ?? attribute(place, 'dataLanguage') ?? classLanguage(place);
    if (told === undefined) continue;
    const name = told.toLowerCase();
    return noLanguages.test(name) || !/^[\w#+.-]{1,30}$/.test(name) ? undefined : (aliases[name] ?? name);
  }
  return undefined;
}

function classLanguage(place: PageElement): string | undefined {
  return classesOf(place)
    .map((name) => languageClass.exec(name)?.[1])
    .find((name) => name !== undefined && name !== 'wrapper');
}

const captions =
  /^(?:filename|code-block-caption|codeBlockTitle.*|code-block-title|code-title|rehype-code-title|title|file-name|remark-code-title|highlight-caption)$/i;

/** What a sample is titled by the page: a name beside it, an attribute, or its own first line where that is a path and no more. */
export function titleOf(pre: PageElement, around: readonly PageElement[], code: string): string | undefined {
  const boxes = [pre, ...around.slice(0, 3)];
  const attributes = boxes.map(
    (box) =>
      attribute(box, 'dataFilename') ??
      attribute(box, 'dataFileName') ??
      attribute(box, 'dataTitle') ??
      (isElement(box, 'pre') ? attribute(box, 'title') : undefined),
  );
  const beside = around
    .slice(0, 4)
    // A box that holds several samples titles none of them.
    .filter((box) => elementsWithin(box).filter((one) => isElement(one, 'pre')).length === 1)
    .flatMap((box) => elementsWithin(box, (one) => !isElement(one, 'pre')))
    .find((one) => isElement(one, 'figcaption', 'caption') || hasClass(one, captions));
  const found =
    attributes.find((one) => one !== undefined) ?? (beside && lineOf(beside)) ?? commentedPath(code);
  const line = found?.replaceAll(/["\s]+/g, ' ').trim() ?? '';
  return line === '' || line.length > 200 ? undefined : line;
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
    if (isElement(node, 'br')) lines.push('\n');
    if (!('children' in node)) return;
    for (const child of node.children) visit(child);
    if (isElement(node, 'div', 'li', 'tr', 'p') && lines.at(-1)?.endsWith('\n') !== true) lines.push('\n');
  };
  visit(pre);
  return lines.join('').replaceAll('\u00a0', ' ').replace(/^\n+/, '').trimEnd();
}
