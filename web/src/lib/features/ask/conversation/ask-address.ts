/**
 * Reads and formats the addresses of the ask pages. The address of a new chat may contain a question, which starts a conversation. The
 * address of a conversation contains the selected turn and the open source, so a reload or a shared link shows the same page.
 */
import { formatLineHash, type LineRange } from '../../code/line-range.ts';
import { parseLineRange } from '../../code/parse-line-range.ts';
import { readCommentName } from '../../discussions/discussion-address.ts';

export interface OpenLines {
  readonly path: string;
  readonly range: LineRange | null;
  /** The lines within the range that a claim is about. */
  readonly highlight?: LineRange | null;
}

interface OpenCommit {
  readonly commit: string;
}

export interface OpenDiscussion {
  /** The number of a pull request or issue. */
  readonly discussion: number;
  /** The id of the cited comment. */
  readonly comment: string | null;
}

export interface OpenAttachment {
  /** The name of a file that was attached to the question. */
  readonly attachment: string;
  readonly range: LineRange | null;
}

export type OpenSource = OpenLines | OpenCommit | OpenDiscussion | OpenAttachment;

interface NewChatAddress {
  readonly question: string;
  readonly source: OpenSource | null;
  /** The selected version. */
  readonly version?: string | undefined;
}

export interface ConversationAddress {
  /** The 1-based turn number; null for the whole conversation. */
  readonly turn: number | null;
  readonly source: OpenSource | null;
  /** The version for further questions, if it differs from the version of the last question. */
  readonly version?: string | undefined;
}

/** The parts of a `URL` that this module reads. */
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
  const validTurn = Number.isInteger(turn) && turn > 0 ? turn : null;
  return { turn: validTurn, source: readSource(url), ...readVersion(url) };
}

/** The address of a conversation, optionally with a turn and an open source. */
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
    if (source.comment !== null) query.set('remark', source.comment);
  } else if (source !== null && 'attachment' in source) {
    query.set('attachment', source.attachment);
    hash = source.range === null ? '' : formatLineHash(source.range);
  } else if (source !== null) {
    query.set('source', source.path);
    if (source.highlight) query.set('line', formatLineHash(source.highlight).slice(1));
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
  const highlight = parseLineRange(url.searchParams.get('line') ?? '');
  return { path, range: parseLineRange(url.hash), ...(highlight === null ? {} : { highlight }) };
}

function readDiscussion({ searchParams }: ReadableUrl): OpenDiscussion | null {
  const number = searchParams.get('discussion') ?? '';
  if (!/^[1-9]\d{0,8}$/.test(number)) return null;
  return { discussion: Number(number), comment: readCommentName(searchParams.get('remark') ?? '') };
}

/** Accepts the same ids as the server, including short ones, since people edit addresses by hand. */
function isCommitId(text: string): boolean {
  return /^[0-9a-f]{7,64}$/i.test(text);
}
