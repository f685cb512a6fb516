/** Defines the input of each stage's parts, and validates it when it is read back from the table. */

import { AppError } from '../../core/errors.ts';
import type { ClaimedPart } from '../../ports/job-parts.ts';
import type { ArchiveFormat } from '../services.ts';

interface FetchInput {
  readonly archive: string;
  readonly format: ArchiveFormat;
}

/** A commit of a repository on a host. The viewer's token is looked up when the part runs. */
export interface HostedInput {
  readonly owner: string;
  readonly name: string;
  readonly commit: string;
  /** The viewer's id. */
  readonly viewer: string;
  /** An indexed snapshot of the repository. If it is set, only the differences are fetched. */
  readonly base: HostedBase | undefined;
}

interface HostedBase {
  readonly snapshot: number;
  readonly generation: number;
  readonly commit: string;
}

/** Files fetched for a live question. They are added to the files of an earlier snapshot of the same commit. */
export interface LiveInput {
  /** Key of the object that contains the files. */
  readonly pack: string;
  readonly commit: string;
  readonly base: { readonly snapshot: number; readonly generation: number } | undefined;
}

/** The data that a part of a crawl passes to the next part. The first part has none. */
export interface CrawlInput {
  /** The language that the start page declares. */
  readonly language: string | undefined;
  /** For this list and the next two, see `CrawlFindings` of the crawl's scope. */
  readonly languages: readonly string[];
  readonly current: readonly string[];
  readonly asked: readonly string[];
  /** Milliseconds between two requests, after the site has reported too many requests. */
  readonly paceMs: number;
  /** Whether the crawl sends no more requests. */
  readonly isOver: boolean;
}

/** The files are the pages that the same job has crawled. */
interface CrawledInput {
  readonly crawled: true;
}

/** A rebuild copies the files of this generation of the snapshot. */
interface CopyInput {
  readonly generation: number;
}

interface ParseInput {
  /** Key of the pack; empty if there is nothing to parse. */
  readonly pack: string;
  /** Top folder of the archive, stripped from every path. */
  readonly wrapper: string | undefined;
  /** The folder to index; undefined means the whole repository. */
  readonly subdirectory: string | undefined;
  /** The scope of the content, which stays the same while a job runs. */
  readonly scope: string;
}

interface RangeInput {
  readonly firstFile: number;
  readonly lastFile: number;
}

/** Files whose vectors may be copied from `other`, a snapshot that was published when the parts were added. */
export interface EmbedInput extends RangeInput {
  readonly other: { readonly snapshot: number; readonly generation: number } | undefined;
}

export const partInput = {
  crawl({ input }: ClaimedPart): CrawlInput {
    const { language, paceMs } = input;
    return {
      language: typeof language === 'string' ? language : undefined,
      languages: readTexts(input['languages']),
      current: readTexts(input['current']),
      asked: readTexts(input['asked']),
      paceMs: typeof paceMs === 'number' ? paceMs : 0,
      isOver: input['isOver'] === true,
    };
  },
  fetch(part: ClaimedPart): FetchInput | CopyInput | HostedInput | LiveInput | CrawledInput {
    if (part.input['kind'] === 'web') return { crawled: true };
    if (part.input['kind'] === 'github') return readHostedInput(part);
    if (part.input['kind'] === 'live') return readLiveInput(part);
    if (part.input['generation'] !== undefined) return { generation: requireNumber(part, 'generation') };
    const format = requireText(part, 'format');
    if (format !== 'tar.gz' && format !== 'zip') throw invalidField(part, 'format');
    return { archive: requireText(part, 'archive'), format };
  },
  parse(part: ClaimedPart): ParseInput {
    return {
      pack: requireText(part, 'pack'),
      wrapper: optionalText(part, 'wrapper'),
      subdirectory: optionalText(part, 'subdirectory'),
      scope: optionalText(part, 'scope') ?? '',
    };
  },
  link: readRange,
  embed(part: ClaimedPart): EmbedInput {
    const hasOther = part.input['otherSnapshot'] !== undefined;
    const other = hasOther
      ? { snapshot: requireNumber(part, 'otherSnapshot'), generation: requireNumber(part, 'otherGeneration') }
      : undefined;
    return { ...readRange(part), other };
  },
  index: readRange,
};

function readHostedInput(part: ClaimedPart): HostedInput {
  const hasBase = part.input['baseCommit'] !== undefined;
  return {
    owner: requireText(part, 'owner'),
    name: requireText(part, 'name'),
    commit: requireText(part, 'commit'),
    viewer: requireText(part, 'viewer'),
    base: hasBase
      ? {
          snapshot: requireNumber(part, 'baseSnapshot'),
          generation: requireNumber(part, 'baseGeneration'),
          commit: requireText(part, 'baseCommit'),
        }
      : undefined,
  };
}

function readLiveInput(part: ClaimedPart): LiveInput {
  const hasBase = part.input['baseSnapshot'] !== undefined;
  return {
    pack: requireText(part, 'pack'),
    commit: requireText(part, 'commit'),
    base: hasBase
      ? { snapshot: requireNumber(part, 'baseSnapshot'), generation: requireNumber(part, 'baseGeneration') }
      : undefined,
  };
}

/** The inverse of `partInput.fetch`. */
export function encodeLiveInput({ base, ...live }: LiveInput): Readonly<Record<string, unknown>> {
  const baseInput =
    base === undefined ? {} : { baseSnapshot: base.snapshot, baseGeneration: base.generation };
  return { kind: 'live', ...live, ...baseInput };
}

/** The inverse of `partInput.fetch`. */
export function encodeHostedInput({ base, ...hosted }: HostedInput): Readonly<Record<string, unknown>> {
  const baseInput =
    base === undefined
      ? {}
      : { baseSnapshot: base.snapshot, baseGeneration: base.generation, baseCommit: base.commit };
  return { kind: 'github', ...hosted, ...baseInput };
}

function readRange(part: ClaimedPart): RangeInput {
  return { firstFile: requireNumber(part, 'firstFile'), lastFile: requireNumber(part, 'lastFile') };
}

function requireText(part: ClaimedPart, field: string): string {
  const value = part.input[field];
  if (typeof value !== 'string') throw invalidField(part, field);
  return value;
}

function optionalText(part: ClaimedPart, field: string): string | undefined {
  return part.input[field] === undefined || part.input[field] === null ? undefined : requireText(part, field);
}

function readTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

function requireNumber(part: ClaimedPart, field: string): number {
  const value = part.input[field];
  if (typeof value !== 'number') throw invalidField(part, field);
  return value;
}

function invalidField(part: ClaimedPart, field: string): AppError {
  return new AppError('internal', `Part ${part.part} has no valid ${field}.`, {
    details: { input: part.input },
  });
}
