/**
 * Formats an answer as Markdown to paste elsewhere: the question, the claims with a link for every citation, and the state of each
 * unsupported claim. Code and history have separate sections. Text from the repository or the question never becomes a link, image or
 * element.
 */
import type { Claim, Evidence } from '../../../api.ts';
import { discussionNames } from '../../discussions/discussion-labels.ts';
import { orderAnswerParts } from './order-answer-parts.ts';
import { claimStates, isSupported } from '../claims/claim-states.ts';
import { citationsInBlocks } from '../claims/claim-citations.ts';
import { isAttachment, isDiscussion } from '../sources/evidence.ts';
import { parseClaim } from '../claims/parse-claim.ts';
import type { AnswerState } from './reduce-answer.ts';
import { emptyPositions, findPendingText } from './claim-positions.ts';
import { shortCommit } from '../../../format.ts';

interface AnswerToCopy {
  readonly question: string;
  readonly answer: Pick<AnswerState, 'claims' | 'text' | 'evidence' | 'coverage'> &
    Partial<Pick<AnswerState, 'positions'>>;
  readonly repositoryName: string;
  /** The origin of all links: `https://example.org`. */
  readonly origin: string;
}

/** Code, a citation, or a character that could start a link, an image or an element in quoted text. */
const specialPattern =
  /((?<=^|\n)[ \t]*(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)??[ \t]*\2[`~]*[ \t]*(?=\n|$)|`[^`\n]*`)|\[chunk:([A-Za-z0-9_-]{1,64})\]|[[\]<]/g;

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

export function formatAnswerMarkdown({ question, answer, repositoryName, origin }: AnswerToCopy): string {
  const linkCitations = (text: string): string =>
    text.replace(
      specialPattern,
      (piece, code: string | undefined, _mark: string | undefined, id: string | undefined) => {
        if (code !== undefined) return code;
        return (
          (id === undefined ? undefined : formatEvidenceLink(answer, id, origin)) ?? escapeMarkdown(piece)
        );
      },
    );
  const formatClaim = (claim: Claim): string => {
    const cited = new Set(citationsInBlocks(parseClaim(claim.text)));
    const missing = claim.citations.filter((id) => !cited.has(id)).map((id) => `[chunk:${id}]`);
    const state = isSupported(claim) ? [] : [`_(${claimStates[claim.state].label.toLowerCase()})_`];
    // Text on the line of a closing code fence would reopen the code.
    const space = /(?:^|\n)[ \t]*(?:`{3,}|~{3,})$/.test(claim.text) ? '\n' : ' ';
    return linkCitations([claim.text, [...missing, ...state].join(' ')].join(space).trimEnd());
  };
  const claims = orderAnswerParts({ ...answer, cards: [] }, false).flatMap((part) => {
    if (part.kind === 'heading') return [`### ${linkCitations(part.text)}`];
    return part.kind === 'claims' ? part.claims.map(formatClaim) : [];
  });
  const { positions = { ...emptyPositions, end: answer.text.length }, text } = answer;
  const refusal = text.slice(0, positions.refusalEnd).trim();
  const lastHeadings = findPendingText(positions, text).headings.map(
    (title) => `### ${linkCitations(title)}`,
  );
  const commit = answer.coverage === null ? '' : ` at ${shortCommit(answer.coverage.commit)}`;
  return [
    `## ${escapeQuestion(question.replaceAll(/\s+/g, ' '))}`,
    ...(claims.length > 0
      ? [...(refusal === '' ? [] : [linkCitations(refusal)]), ...claims, ...lastHeadings]
      : [linkCitations(text.trim())]),
    `_From ${repositoryName}${commit}, by Wherefore._`,
    '',
  ].join('\n\n');
}

/** @returns undefined for an unknown id, whose citation then stays plain text */
function formatEvidenceLink(
  answer: Pick<AnswerState, 'evidence'>,
  id: string,
  origin: string,
): string | undefined {
  const evidence = answer.evidence.find((item) => item.id === id);
  if (evidence === undefined) return undefined;
  // Attachments have no URL.
  if (isAttachment(evidence)) return escapeMarkdown(`(${formatEvidenceLabel(evidence)}, attached)`);
  // A parenthesis would end the URL, and a bracket the label.
  const url = new URL(evidence.url, origin).href.replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${formatEvidenceLabel(evidence).replaceAll(/([[\]\\])/g, '\\$1')}](${url})`;
}

function formatEvidenceLabel(evidence: Evidence): string {
  if (evidence.kind === 'commit') return `commit ${shortCommit(evidence.commit)}`;
  if (isDiscussion(evidence)) return `${discussionNames[evidence.kind]} #${evidence.number}`;
  const { path, startLine, endLine } = evidence;
  return `${path}:${startLine === endLine ? startLine : `${startLine}-${endLine}`}`;
}
