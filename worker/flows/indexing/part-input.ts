/** What each stage's parts carry, checked when read back from the table. */

import { AppError } from '../../core/errors.ts';
import type { ClaimedPart } from '../../ports/job-parts.ts';
import type { ArchiveFormat } from '../services.ts';

export interface FetchInput {
  readonly archive: string;
  readonly format: ArchiveFormat;
}

/** A commit of a repository on a host. With what token it is asked for is told at the time, by whose it is. */
export interface HostedInput {
  readonly owner: string;
  readonly name: string;
  readonly commit: string;
  /** The viewer's id. */
  readonly viewer: string;
  /** What of it is indexed already: then what differs alone is fetched. */
  readonly base: HostedBase | undefined;
}

interface HostedBase {
  readonly snapshot: number;
  readonly generation: number;
  readonly commit: string;
}

/** Files fetched for a question, with what an earlier question's state of the same commit holds. */
export interface LiveInput {
  /** Key of the object they are stored in. */
  readonly pack: string;
  readonly commit: string;
  readonly base: { readonly snapshot: number; readonly generation: number } | undefined;
}

/** What a part of a crawl hands on to the next; the first has none. */
export interface CrawlInput {
  /** Of the start, as it tells. */
  readonly language: string | undefined;
  /** See `Met` of the crawl's scope. */
  readonly languages: readonly string[];
  readonly current: readonly string[];
  readonly asked: readonly string[];
  /** Milliseconds between two requests, since the site had too many. */
  readonly paceMs: number;
  /** Whether nothing is asked any more. */
  readonly isOver: boolean;
}

/** What was crawled before, by the same job. */
interface CrawledInput {
  readonly crawled: true;
}

/** Of a snapshot that is built anew: the generation its files are taken from. */
interface CopyInput {
  readonly generation: number;
}

interface ParseInput {
  /** Key of the pack; empty where there is nothing to parse. */
  readonly pack: string;
  /** Top folder of the archive to leave off every path. */
  readonly wrapper: string | undefined;
  /** The one folder to index. */
  readonly subdirectory: string | undefined;
}

interface RangeInput {
  readonly firstFile: number;
  readonly lastFile: number;
}

/** Files whose vectors are taken over where another state, published when the parts were made, holds the same. */
export interface EmbedInput extends RangeInput {
  readonly other: { readonly snapshot: number; readonly generation: number } | undefined;
}

export const partInput = {
  crawl({ input }: ClaimedPart): CrawlInput {
    const { language, paceMs } = input;
    return {
      language: typeof language === 'string' ? language : undefined,
      languages: textsOf(input['languages']),
      current: textsOf(input['current']),
      asked: textsOf(input['asked']),
      paceMs: typeof paceMs === 'number' ? paceMs : 0,
      isOver: input['isOver'] === true,
    };
  },
  fetch(part: ClaimedPart): FetchInput | CopyInput | HostedInput | LiveInput | CrawledInput {
    if (part.input['kind'] === 'web') return { crawled: true };
    if (part.input['kind'] === 'github') return hostedOf(part);
    if (part.input['kind'] === 'live') return liveOf(part);
    if (part.input['generation'] !== undefined) return { generation: whole(part, 'generation') };
    const format = text(part, 'format');
    if (format !== 'tar.gz' && format !== 'zip') throw unreadable(part, 'format');
    return { archive: text(part, 'archive'), format };
  },
  parse(part: ClaimedPart): ParseInput {
    return {
      pack: text(part, 'pack'),
      wrapper: optionalText(part, 'wrapper'),
      subdirectory: optionalText(part, 'subdirectory'),
    };
  },
  link: rangeOf,
  embed(part: ClaimedPart): EmbedInput {
    const hasOther = part.input['otherSnapshot'] !== undefined;
    const other = hasOther
      ? { snapshot: whole(part, 'otherSnapshot'), generation: whole(part, 'otherGeneration') }
      : undefined;
    return { ...rangeOf(part), other };
  },
  index: rangeOf,
};

function hostedOf(part: ClaimedPart): HostedInput {
  const isKnown = part.input['baseCommit'] !== undefined;
  return {
    owner: text(part, 'owner'),
    name: text(part, 'name'),
    commit: text(part, 'commit'),
    viewer: text(part, 'viewer'),
    base: isKnown
      ? {
          snapshot: whole(part, 'baseSnapshot'),
          generation: whole(part, 'baseGeneration'),
          commit: text(part, 'baseCommit'),
        }
      : undefined,
  };
}

function liveOf(part: ClaimedPart): LiveInput {
  const isKnown = part.input['baseSnapshot'] !== undefined;
  return {
    pack: text(part, 'pack'),
    commit: text(part, 'commit'),
    base: isKnown
      ? { snapshot: whole(part, 'baseSnapshot'), generation: whole(part, 'baseGeneration') }
      : undefined,
  };
}

/** As `partInput.fetch` reads it back. */
export function liveInput({ base, ...live }: LiveInput): Readonly<Record<string, unknown>> {
  const of = base === undefined ? {} : { baseSnapshot: base.snapshot, baseGeneration: base.generation };
  return { kind: 'live', ...live, ...of };
}

/** As `partInput.fetch` reads it back. */
export function hostedInput({ base, ...hosted }: HostedInput): Readonly<Record<string, unknown>> {
  const of =
    base === undefined
      ? {}
      : { baseSnapshot: base.snapshot, baseGeneration: base.generation, baseCommit: base.commit };
  return { kind: 'github', ...hosted, ...of };
}

function rangeOf(part: ClaimedPart): RangeInput {
  return { firstFile: whole(part, 'firstFile'), lastFile: whole(part, 'lastFile') };
}

function text(part: ClaimedPart, field: string): string {
  const value = part.input[field];
  if (typeof value !== 'string') throw unreadable(part, field);
  return value;
}

function optionalText(part: ClaimedPart, field: string): string | undefined {
  return part.input[field] === undefined || part.input[field] === null ? undefined : text(part, field);
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function whole(part: ClaimedPart, field: string): number {
  const value = part.input[field];
  if (typeof value !== 'number') throw unreadable(part, field);
  return value;
}

function unreadable(part: ClaimedPart, field: string): AppError {
  return new AppError('internal', `Part ${part.part} has no usable ${field}.`, {
    details: { input: part.input },
  });
}
