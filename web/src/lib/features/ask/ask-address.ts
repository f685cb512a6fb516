/**
 * What the ask pages keep in their addresses. A new chat may carry a question, which begins a conversation; a conversation
 * carries the turn that is meant and the source opened beside it. A reload or a shared link shows the same.
 */
import { formatLineHash, parseLineRange, type LineRange } from '../code/line-range.ts';

export interface OpenLines {
  readonly path: string;
  readonly range: LineRange | null;
  /** The lines of the range that a claim is about. */
  readonly named?: LineRange | null;
}

export interface OpenCommit {
  readonly commit: string;
}

export type OpenSource = OpenLines | OpenCommit;

export interface NewChatAddress {
  readonly question: string;
  readonly source: OpenSource | null;
}

export interface ConversationAddress {
  /** The turn's number, from 1; null for the conversation as a whole. */
  readonly turn: number | null;
  readonly source: OpenSource | null;
}

/** As much of a `URL` as is read here. */
interface ReadableUrl {
  readonly searchParams: { readonly get: (name: string) => string | null };
  readonly hash: string;
}

export function readNewChatAddress(url: ReadableUrl): NewChatAddress {
  return { question: (url.searchParams.get('q') ?? '').trim(), source: readSource(url) };
}

export function readConversationAddress(url: ReadableUrl): ConversationAddress {
  const turn = Number(url.searchParams.get('turn') ?? '');
  return { turn: Number.isInteger(turn) && turn > 0 ? turn : null, source: readSource(url) };
}

/** The page of a new chat; with a question, the one that begins a conversation with it. */
export function newChatPath(repositoryId: string, question = ''): string {
  const home = `/r/${encodeURIComponent(repositoryId)}`;
  return question === '' ? home : `${home}?${new URLSearchParams({ q: question }).toString()}`;
}

/** The page of a conversation, at a turn and a source of it when they are given. */
export function conversationPath(
  place: { readonly repositoryId: string; readonly conversationId: string },
  address: ConversationAddress = { turn: null, source: null },
): string {
  const query = new URLSearchParams();
  if (address.turn !== null) query.set('turn', String(address.turn));
  const { source } = address;
  let hash = '';
  if (source !== null && 'commit' in source) query.set('commit', source.commit);
  else if (source !== null) {
    query.set('source', source.path);
    if (source.named) query.set('line', formatLineHash(source.named).slice(1));
    hash = source.range === null ? '' : formatLineHash(source.range);
  }
  const home = `/r/${encodeURIComponent(place.repositoryId)}/c/${encodeURIComponent(place.conversationId)}`;
  return `${home}${query.size === 0 ? '' : `?${query.toString()}`}${hash}`;
}

function readSource(url: ReadableUrl): OpenSource | null {
  const path = url.searchParams.get('source') ?? '';
  const commit = url.searchParams.get('commit') ?? '';
  if (path === '') return isCommitId(commit) ? { commit } : null;
  const named = parseLineRange(url.searchParams.get('line') ?? '');
  return { path, range: parseLineRange(url.hash), ...(named === null ? {} : { named }) };
}

/** What the server takes for one: an address is typed by people. */
function isCommitId(text: string): boolean {
  return /^[0-9a-f]{7,64}$/i.test(text);
}
