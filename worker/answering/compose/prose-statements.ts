/**
 * Parses Markdown and reStructuredText prose into sentences, each with its heading and the code sample that
 * follows.
 */

import { splitSentences } from './choose-quote.ts';
import { countFrontMatterLines, isMarkupLine, isUnderlined } from '../evidence-text/span-lines.ts';

export interface Statement {
  readonly text: string;
  /** The nearest heading above, without its marks. */
  readonly heading: string | undefined;
  /** The code sample directly after its paragraph. */
  readonly sample: Sample | undefined;
  /** The first code sample after it under the same heading. */
  readonly sectionSample: Sample | undefined;
  /** It ends its paragraph with a colon or an ellipsis. */
  readonly introducesNext: boolean;
  /** It is the first statement under its heading. */
  readonly isFirst: boolean;
  /** It is a note, a warning or a version note, not part of the running text. */
  readonly isAside: boolean;
}

export interface Sample {
  readonly text: string;
  readonly language: string;
}

type Block =
  | { readonly kind: 'heading' | 'prose' | 'aside'; readonly text: string }
  | ({ readonly kind: 'sample' } & Sample);

const fenceMark = /^[\s>]*(`{3,}|~{3,})\s*([\w+-]*)/;
const maxIntroLength = 60;
const listMark = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+/;
const indented = /^(?: {3,}|\t)/;
const deeplyIndented = /^(?: {4,}|\t)/;
const codeDirective = /^\s*\.\. (?:code-block|code|sourcecode|prompt|parsed-literal|doctest)::\s*([\w+-]*)/;
const aside =
  /^\W*(?:note|warning|danger|caution|attention|important|tip|hint|info|new|changed|deprecated|see also)\b[^.]{0,40}:|^\W*(?:changed|new|added|deprecated) in version/i;

export function parseProseStatements(text: string): readonly Statement[] {
  const blocks = splitBlocks(text.split('\n'));
  const sectionSamples = samplesBelow(blocks);
  const statements: Statement[] = [];
  let heading: string | undefined;
  let isFirst = true;
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'heading') [heading, isFirst] = [block.text, true];
    if (block.kind !== 'prose' && block.kind !== 'aside') continue;
    const sample = sampleAfter(blocks, index);
    const sentences = joinBracketed(splitSentences(block.text));
    for (const [at, sentence] of sentences.entries()) {
      const introducesNext = at === sentences.length - 1 && /(?::|\.\.\.|…)$/.test(sentence);
      const isAside = block.kind === 'aside' || aside.test(sentence) || sentence.startsWith('>');
      const sectionSample = sectionSamples[index];
      statements.push({
        text: sentence,
        heading,
        sample,
        sectionSample,
        introducesNext,
        isFirst: isFirst && !isAside,
        isAside,
      });
      isFirst &&= isAside;
    }
  }
  return statements;
}

/** Returns the sample after a paragraph, skipping a short introduction such as “For example:”. */
function sampleAfter(blocks: readonly Block[], index: number): Sample | undefined {
  const next = blocks[index + 1];
  const isIntro =
    next?.kind === 'prose' && next.text.length <= maxIntroLength && /(?::|\.\.\.|…)$/.test(next.text);
  const shown = isIntro ? blocks[index + 2] : next;
  return shown?.kind === 'sample' ? { text: shown.text, language: shown.language } : undefined;
}

/** Returns for each block the first sample after it and before the next heading. */
function samplesBelow(blocks: readonly Block[]): readonly (Sample | undefined)[] {
  let next: Sample | undefined;
  const below = blocks.toReversed().map((block) => {
    const nextSample = next;
    if (block.kind === 'sample') next = { text: block.text, language: block.language };
    if (block.kind === 'heading') next = undefined;
    return nextSample;
  });
  return below.toReversed();
}

/** Joins a sentence in brackets to the sentence before it. */
function joinBracketed(sentences: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const before = joined.at(-1);
    if (before !== undefined && /^\([^()]{1,80}\)\W?$/.test(sentence))
      joined[joined.length - 1] = `${before} ${sentence}`;
    else joined.push(sentence);
  }
  return joined;
}

/** Splits lines into blocks in one pass. */
function splitBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let isQuoted = false;
  const close = (): void => {
    const text = paragraph.join('\n').trim();
    if (text !== '') blocks.push({ kind: isQuoted || aside.test(text) ? 'aside' : 'prose', text });
    [paragraph, isQuoted] = [[], false];
  };
  /** The language of a sample that a directive announced. */
  let announced: string | undefined;
  for (let at = countFrontMatterLines(lines); at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = fenceMark.exec(line);
    if (fence !== null) {
      close();
      const end = endOfFence(lines, at + 1, fence[1] ?? '');
      blocks.push({ kind: 'sample', text: lines.slice(at + 1, end).join('\n'), language: fence[2] ?? '' });
      at = end;
      continue;
    }
    const directive = codeDirective.exec(line);
    if (directive !== null) {
      close();
      announced = directive[1] ?? '';
      continue;
    }
    const last = blocks.at(-1);
    const isIntroduced =
      announced !== undefined || (last?.kind === 'prose' && /(?::|\.\.\.)$/.test(last.text));
    if (paragraph.length === 0 && (isIntroduced ? indented : deeplyIndented).test(line)) {
      const end = endOfIndent(lines, at);
      if (isIntroduced) blocks.push(toSample(lines.slice(at, end), announced ?? ''));
      announced = undefined;
      at = end - 1;
      continue;
    }
    if (line.trim() === '') {
      close();
      continue;
    }
    announced = undefined;
    const marked = /^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?(?:\s*\{#[^{}]*\})?\s*$/.exec(line)?.[1];
    if (marked !== undefined || isUnderlined(line, lines[at + 1] ?? '')) {
      close();
      blocks.push({ kind: 'heading', text: marked ?? line.trim() });
    } else if (isMarkupLine(line, lines[at + 1] ?? '')) close();
    else {
      if (listMark.test(line)) close();
      if (paragraph.length === 0) isQuoted = /^\s*>/.test(line);
      paragraph.push(line.replace(/^[\s>]*>\s?/, '').replace(listMark, ''));
    }
  }
  close();
  return blocks;
}

function endOfFence(lines: readonly string[], from: number, mark: string): number {
  for (let at = from; at < lines.length; at += 1)
    if (/^[\s>]*(`{3,}|~{3,})\s*$/.exec(lines[at] ?? '')?.[1]?.startsWith(mark) === true) return at;
  return lines.length;
}

/** Returns the end of an indented block, which may contain blank lines. */
function endOfIndent(lines: readonly string[], from: number): number {
  let end = from + 1;
  for (let at = end; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (!indented.test(line)) break;
    end = at + 1;
  }
  return end;
}

/** Builds a sample block without directive options and without the indent of its first line. */
function toSample(lines: readonly string[], language: string): Block {
  const shown = lines.slice(
    Math.max(
      0,
      lines.findIndex((line) => !/^\s*(?::[\w-]+:.*)?$/.test(line)),
    ),
  );
  const indent = /^\s*/.exec(shown[0] ?? '')?.[0] ?? '';
  const text = shown.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()));
  return { kind: 'sample', text: text.join('\n'), language };
}
