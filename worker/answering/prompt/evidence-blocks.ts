/**
 * Formats evidence for a prompt as blocks that its own text can neither close nor imitate: if it contains tags like ours, ours get a number
 * that it does not contain.
 */

import {
  isAttachmentEvidence,
  isCommitEvidence,
  isDiscussionEvidence,
  type AnyEvidence,
  type ShownEvidence,
} from '../../core/answers/evidence.ts';
import { createHiddenCharacterReplacer } from '../sanitize/replace-hidden-characters.ts';

/** Maximum tokens of the tags around one block. */
export const blockTokens = 40;

export function formatEvidenceBlock(evidence: AnyEvidence | ShownEvidence, tag: string): string {
  const attributes = Object.entries(blockAttributes(evidence)).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${escapeAttribute(value)}"`],
  );
  const { text } = evidence;
  return `<${tag} id="${evidence.id}" ${attributes.join(' ')}>\n${text}${text.endsWith('\n') ? '' : '\n'}</${tag}>`;
}

function blockAttributes(
  evidence: AnyEvidence | ShownEvidence,
): Readonly<Record<string, string | undefined>> {
  if (isCommitEvidence(evidence)) return { kind: evidence.kind, commit: evidence.commit };
  if (isDiscussionEvidence(evidence)) return { kind: evidence.kind, number: String(evidence.number) };
  const lines = `${evidence.startLine}-${evidence.endLine}`;
  if (isAttachmentEvidence(evidence)) return { kind: evidence.kind, name: evidence.path, lines };
  return { kind: evidence.kind, path: evidence.path, lines, symbol: evidence.symbol };
}

export function escapeAttribute(value: string): string {
  return replaceHidden(value).replace(/[\n"<>&]/g, (letter) => entities[letter] ?? ' ');
}

const entities: Readonly<Record<string, string>> = { '"': '&quot;', '<': '&lt;', '>': '&gt;', '&': '&amp;' };

const ownTags = [
  'about',
  'attached',
  'current',
  'evidence',
  'facts',
  'history',
  'note',
  'question',
  'sentence',
] as const;
export type OwnTag = (typeof ownTags)[number];
/** Text that a model may read as one of our tags, in any case and with any white space; captures its number. */
const ownTagLike = new RegExp(
  String.raw`<\s{0,20}/?\s{0,20}(?:${ownTags.join('|')}|system)\b(?:\s{0,20}-\s{0,20}0*(\d+))?`,
  'gi',
);

/**
 * @param texts the contents of all blocks
 * @returns a function that returns tag names that occur in none of the texts
 */
export function createTagNamer(texts: readonly string[]): (name: OwnTag) => string {
  const found = texts.flatMap((text) => [...text.matchAll(ownTagLike)]);
  if (found.length === 0) return (name) => name;
  const taken = new Set(found.map(([, number]) => number));
  let number = 2;
  while (taken.has(String(number))) number += 1;
  return (name) => `${name}-${number}`;
}

export function replaceHidden(text: string): string {
  const cleaner = createHiddenCharacterReplacer();
  return cleaner.add(text) + cleaner.end();
}
