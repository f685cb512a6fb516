/**
 * An answer as Markdown to paste elsewhere: the question, its claims with every citation as a link to the very lines or commit, the
 * code apart from its history, and the state of those claims that were not borne out.
 */
import type { Claim, Evidence } from '../../api.ts';
import { discussionNames } from '../discussions/discussion-words.ts';
import { answerParts } from './answer-parts.ts';
import { claimStates } from './claim-states.ts';
import { writtenCitations } from './citations-of.ts';
import { isAttachment, isDiscussion } from './evidence-kinds.ts';
import { parseClaim } from './parse-claim.ts';
import type { AnswerState } from './reduce-answer.ts';
import { nothingTold, openText } from './told-text.ts';
import { shortCommit } from '../../format.ts';

interface CopiedAnswer {
  readonly question: string;
  readonly answer: Pick<AnswerState, 'claims' | 'text' | 'evidence' | 'coverage'> &
    Partial<Pick<AnswerState, 'told'>>;
  readonly repositoryName: string;
  /** Where links begin: `https://example.org`. */
  readonly origin: string;
}

/** Code, a citation, or a mark that would make a link, an image or an element of words that are quoted. */
const pieces =
  /((?<=^|\n)[ \t]*(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)??[ \t]*\2[`~]*[ \t]*(?=\n|$)|`[^`\n]*`)|\[chunk:([A-Za-z0-9_-]{1,64})\]|[[\]<]/g;

function escaped(text: string): string {
  return text.replaceAll(/[[\]<]/g, String.raw`\$&`);
}

/** What the Markdown of others makes a link of without any mark. */
const addresses = /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:|xmpp:)[^\s`]+|[\w.+-]+@[\w-]+\.[^\s`]+/gi;

/** A question may hold a text pasted into it: nothing of that is to be followed, or to load, where the copy is read. */
function quietly(question: string): string {
  return question.replaceAll(/(`[^`]+`)|[^`]+|`/g, (piece, code: string | undefined) => {
    if (code !== undefined) return code;
    return escaped(piece.replaceAll(/[\\`]/g, String.raw`\$&`)).replaceAll(addresses, '`$&`');
  });
}

export function answerMarkdown({ question, answer, repositoryName, origin }: CopiedAnswer): string {
  const linked = (text: string): string =>
    text.replace(
      pieces,
      (piece, code: string | undefined, _mark: string | undefined, id: string | undefined) => {
        if (code !== undefined) return code;
        return (id === undefined ? undefined : link(answer, id, origin)) ?? escaped(piece);
      },
    );
  const claimText = (claim: Claim): string => {
    const written = new Set(writtenCitations(parseClaim(claim.text)));
    const rest = claim.citations.filter((id) => !written.has(id)).map((id) => `[chunk:${id}]`);
    const borneOut = claimStates[claim.state].tone === 'good';
    const state = borneOut ? [] : [`_(${claimStates[claim.state].label.toLowerCase()})_`];
    // Nothing may stand behind the marks that end code.
    const space = /(?:^|\n)[ \t]*(?:`{3,}|~{3,})$/.test(claim.text) ? '\n' : ' ';
    return linked([claim.text, [...rest, ...state].join(' ')].join(space).trimEnd());
  };
  const claims = answerParts({ ...answer, cards: [] }, false).flatMap((part) => {
    if (part.kind === 'heading') return [`### ${linked(part.text)}`];
    return part.kind === 'claims' ? part.claims.map(claimText) : [];
  });
  const { told = { ...nothingTold, end: answer.text.length }, text } = answer;
  const refusal = text.slice(0, told.refusal).trim();
  const last = openText(told, text).headings.map((words) => `### ${linked(words)}`);
  const commit = answer.coverage === null ? '' : ` at ${shortCommit(answer.coverage.commit)}`;
  return [
    `## ${quietly(question.replaceAll(/\s+/g, ' '))}`,
    ...(claims.length > 0
      ? [...(refusal === '' ? [] : [linked(refusal)]), ...claims, ...last]
      : [linked(text.trim())]),
    `_From ${repositoryName}${commit}, by Wherefore._`,
    '',
  ].join('\n\n');
}

/** Undefined for an id no source has: it stays as it was written. */
function link(answer: Pick<AnswerState, 'evidence'>, id: string, origin: string): string | undefined {
  const evidence = answer.evidence.find((one) => one.id === id);
  if (evidence === undefined) return undefined;
  // What came with the question is at no address.
  if (isAttachment(evidence)) return escaped(`(${linkWords(evidence)}, attached)`);
  // Parentheses would end the link, brackets its words.
  const address = new URL(evidence.url, origin).href.replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${linkWords(evidence).replaceAll(/([[\]\\])/g, '\\$1')}](${address})`;
}

function linkWords(evidence: Evidence): string {
  if (evidence.kind === 'commit') return `commit ${shortCommit(evidence.commit)}`;
  if (isDiscussion(evidence)) return `${discussionNames[evidence.kind]} #${evidence.number}`;
  const { path, startLine, endLine } = evidence;
  return `${path}:${startLine === endLine ? startLine : `${startLine}-${endLine}`}`;
}
