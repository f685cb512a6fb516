/**
 * What the ask pages keep in their addresses. A new chat may carry a question, which begins a conversation; a conversation
 * carries the turn that is meant and the source opened beside it. A reload or a shared link shows the same.
 */
import { formatLineHash, parseLineRange, type LineRange } from '../code/line-range.ts';
import { readRemark } from '../discussions/discussion-address.ts';

export interface OpenLines {
  readonly path: string;
  readonly range: LineRange | null;
  /** The lines of the range that a claim is about. */
  readonly named?: LineRange | null;
}

interface OpenCommit {
  readonly commit: string;
}

export interface OpenDiscussion {
  /** The number of a pull request or issue. */
  readonly discussion: number;
  /** The remark of it that is meant. */
  readonly remark: string | null;
}

export interface OpenAttachment {
  /** The name of a file that came with the question. */
  readonly attachment: string;
  readonly range: LineRange | null;
}

export type OpenSource = OpenLines | OpenCommit | OpenDiscussion | OpenAttachment;

interface NewChatAddress {
  readonly question: string;
  readonly source: OpenSource | null;
  /** The version that is asked, where one is chosen. */
  readonly version?: string | undefined;
}

export interface ConversationAddress {
  /** The turn's number, from 1; null for the conversation as a whole. */
  readonly turn: number | null;
  readonly source: OpenSource | null;
  /** The version further questions are asked of, where it is not the one the last was. */
  readonly version?: string | undefined;
}

/** As much of a `URL` as is read here. */
interface ReadableUrl {
  readonly searchParams: { readonly get: (name: string) => string | null };
  readonly hash: string;
}

export function readNewChatAddress(url: ReadableUrl): NewChatAddress {
  const question = (url.searchParams.get('q') ?? '').trim();
  return { question, source: readSource(url), ...readVersion(url) };
}

export function readConversationAddress(url: ReadableUrl): ConversationAddress {
  const turn = Number(url.searchParams.get('turn') ?? '');
  const known = Number.isInteger(turn) && turn > 0 ? turn : null;
  return { turn: known, source: readSource(url), ...readVersion(url) };
}

/** The page of a new chat, of a version where one is given; with a question, the one that begins a conversation with it. */
export function newChatPath(repositoryId: string, question = '', version?: string | null): string {
  const query = new URLSearchParams();
  if (question !== '') query.set('q', question);
  if (version !== undefined && version !== null) query.set('version', version);
  const home = `/r/${encodeURIComponent(repositoryId)}`;
  return query.size === 0 ? home : `${home}?${query.toString()}`;
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
  else if (source !== null && 'discussion' in source) {
    query.set('discussion', String(source.discussion));
    if (source.remark !== null) query.set('remark', source.remark);
  } else if (source !== null && 'attachment' in source) {
    query.set('attachment', source.attachment);
    hash = source.range === null ? '' : formatLineHash(source.range);
  } else if (source !== null) {
    query.set('source', source.path);
    if (source.named) query.set('line', formatLineHash(source.named).slice(1));
    hash = source.range === null ? '' : formatLineHash(source.range);
  }
  if (address.version !== undefined) query.set('version', address.version);
  const home = `/r/${encodeURIComponent(place.repositoryId)}/c/${encodeURIComponent(place.conversationId)}`;
  return `${home}${query.size === 0 ? '' : `?${query.toString()}`}${hash}`;
}

function readVersion(url: ReadableUrl): { readonly version?: string } {
  const version = url.searchParams.get('version') ?? '';
  return version === '' ? {} : { version };
}

function readSource(url: ReadableUrl): OpenSource | null {
  const path = url.searchParams.get('source') ?? '';
  const commit = url.searchParams.get('commit') ?? '';
  if (path === '' && isCommitId(commit)) return { commit };
  const attachment = url.searchParams.get('attachment') ?? '';
  if (path === '' && attachment !== '') return { attachment, range: parseLineRange(url.hash) };
  if (path === '') return readDiscussion(url);
  const named = parseLineRange(url.searchParams.get('line') ?? '');
  return { path, range: parseLineRange(url.hash), ...(named === null ? {} : { named }) };
}

function readDiscussion({ searchParams }: ReadableUrl): OpenDiscussion | null {
  const number = searchParams.get('discussion') ?? '';
  if (!/^[1-9]\d{0,8}$/.test(number)) return null;
  return { discussion: Number(number), remark: readRemark(searchParams.get('remark') ?? '') };
}

/** What the server takes for one: an address is typed by people. */
function isCommitId(text: string): boolean {
  return /^[0-9a-f]{7,64}$/i.test(text);
}
