/**
 * Formats an answer as Markdown to paste elsewhere: the question, the text as its writer made it with a numbered link for every citation,
 * the state of each sentence of which something was not found, and the list of sources. Links are pinned to the commit. Text from the
 * repository or the question never becomes a link, image or element.
 */
import { cleanQuotations, type Claim, type Evidence, type Repository } from '../../../api.ts';
import { formatDay, shortCommit } from '../../../format.ts';
import { discussionNames } from '../../discussions/discussion-labels.ts';
import { findMark } from '../claims/find-mark.ts';
import { appendToClaim, formatMissingCitations, replaceClaims } from '../claims/mark-claims.ts';
import { isAttachment, isDiscussion } from '../sources/evidence.ts';
import { findHostAddress } from '../sources/host-address.ts';
import type { AnswerState } from './reduce-answer.ts';
import { isModelWritten } from './summarize-answer.ts';

interface AnswerToCopy {
  readonly question: string;
  readonly answer: Pick<
    AnswerState,
    'claims' | 'text' | 'positions' | 'evidence' | 'coverage' | 'generation' | 'metadata'
  >;
  readonly repositoryName: string;
  /** Where the repository comes from. Lines of a public host are linked there, since the app may not be reachable for others. */
  readonly source: Repository['source'] | undefined;
  /** The origin of links to the app: `https://example.org`. */
  readonly origin: string;
}

/** Code, a citation, or a character that could start a link, an image or an element in quoted text. */
const specialPattern =
  /((?<=^|\n)[ \t]*(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)??[ \t]*\2[`~]*[ \t]*(?=\n|$)|`[^`\n]*`)|\[chunk:([A-Za-z0-9_-]{1,64})\]|[[\]<]/g;

/** A statement that there is no source, at the end of a sentence. */
const noSource = /\s*\[chunk:none\](?=[.!?]?$)/;

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[[\]<]/g, String.raw`\$&`);
}

/** Text that other Markdown renderers link automatically. */
const autoLinks = /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:|xmpp:)[^\s`]+|[\w.+-]+@[\w-]+\.[^\s`]+/gi;

/** Escapes a question, which may contain pasted text: nothing in it may become a link or load a resource. */
function escapeQuestion(question: string): string {
  return question.replaceAll(/(`[^`]+`)|[^`]+|`/g, (piece, code: string | undefined) => {
    if (code !== undefined) return code;
    return escapeMarkdown(piece.replaceAll(/[\\`]/g, String.raw`\$&`)).replaceAll(autoLinks, '`$&`');
  });
}

export function formatAnswerMarkdown(copied: AnswerToCopy): string {
  const { question, answer, repositoryName } = copied;
  /** Evidence ids in order of their first citation. */
  const cited: string[] = [];
  const formatCitation = (id: string): string | undefined => {
    const evidence = answer.evidence.find((item) => item.id === id);
    if (evidence === undefined) return undefined;
    if (!cited.includes(id)) cited.push(id);
    const label = String.raw`\[${cited.indexOf(id) + 1}\]`;
    const address = findAddress(evidence, copied);
    return address === undefined ? label : `[${label}](${address})`;
  };
  const linkCitations = (text: string): string =>
    text.replace(
      specialPattern,
      (piece, code: string | undefined, _mark: string | undefined, id: string | undefined) =>
        code ?? (id === undefined ? undefined : formatCitation(id)) ?? escapeMarkdown(piece),
    );
  const formatClaim = (claim: Claim): string => {
    const mark = findMark(claim, isModelWritten(answer));
    const note = mark === null ? '' : `_(${mark.label.toLowerCase()})_`;
    return appendToClaim(
      cleanQuotations(claim.text).replace(noSource, ''),
      [formatMissingCitations(claim), note].filter(Boolean).join(' '),
    );
  };
  const text = linkCitations(replaceClaims({ ...answer, from: 0 }, formatClaim).trim());
  const commit = answer.coverage === null ? '' : ` at ${shortCommit(answer.coverage.commit)}`;
  const sources = cited.flatMap((id) => {
    const evidence = answer.evidence.find((item) => item.id === id);
    return evidence === undefined ? [] : [formatSource(evidence, copied)];
  });
  return [
    `## ${escapeQuestion(question.replaceAll(/\s+/g, ' '))}`,
    text,
    ...(sources.length === 0 ? [] : [`**Sources**`, formatList(sources)]),
    `_From ${repositoryName}${commit}, by Wherefore._`,
    '',
  ].join('\n\n');
}

function formatList(items: readonly string[]): string {
  return items.map((item, index) => `${index + 1}. ${item}`).join('\n');
}

/** @returns undefined for an attachment, which has no address */
function findAddress(evidence: Evidence, { source, origin }: AnswerToCopy): string | undefined {
  if (isAttachment(evidence)) return undefined;
  const address = findHostAddress(source, evidence) ?? evidence.url;
  // A parenthesis would end the address.
  return new URL(address, origin).href.replaceAll('(', '%28').replaceAll(')', '%29');
}

function formatSource(evidence: Evidence, copied: AnswerToCopy): string {
  const address = findAddress(evidence, copied);
  const { label, detail } = describeSource(evidence);
  // A bracket would end the label.
  const escaped = label.replaceAll(/([[\]\\<`*_])/g, String.raw`\$1`);
  const name = address === undefined ? escaped : `[${escaped}](${address})`;
  return `${name}${detail === '' ? '' : `, ${detail}`}`;
}

function describeSource(evidence: Evidence): { readonly label: string; readonly detail: string } {
  if (evidence.kind === 'commit')
    return { label: `commit ${shortCommit(evidence.commit)}`, detail: formatDay(evidence.date) };
  if (isDiscussion(evidence)) {
    const label = `${discussionNames[evidence.kind]} #${evidence.number}`;
    return { label, detail: formatDay(evidence.date) };
  }
  const { path, startLine, endLine } = evidence;
  const label = `${path}:${startLine === endLine ? startLine : `${startLine}-${endLine}`}`;
  return { label, detail: isAttachment(evidence) ? 'attached' : '' };
}
