/** Fields of GitHub's answers, checked as they are read: an answer of another shape is one that cannot be read. */

import { unreadable } from './host-error.ts';

export interface JsonReader {
  text(name: string): string;
  /** Empty where it is null or lacks. */
  textOrEmpty(name: string): string;
  whole(name: string): number;
  flag(name: string): boolean;
  object(name: string): JsonReader;
  list(name: string): readonly JsonReader[];
}

/** @throws AppError `host_unavailable` naming the field that is not as described */
export function readJson(data: unknown, subject: string): JsonReader {
  const fields = recordOf(data);
  if (fields === undefined) throw unreadable(subject, 'it is no object');
  const wrong = (name: string) => unreadable(subject, `\`${name}\` is not as described`);
  const textOf = (name: string): string => {
    const value = fields[name];
    if (typeof value !== 'string') throw wrong(name);
    return value;
  };
  return {
    text: textOf,
    textOrEmpty: (name) => (fields[name] === null || fields[name] === undefined ? '' : textOf(name)),
    whole(name) {
      const value = fields[name];
      if (typeof value !== 'number') throw wrong(name);
      return value;
    },
    flag: (name) => fields[name] === true,
    object: (name) => readJson(fields[name], subject),
    list: (name) => readList(fields[name], subject),
  };
}

/** @throws AppError `host_unavailable` */
export function readList(data: unknown, subject: string): readonly JsonReader[] {
  if (!Array.isArray(data)) throw unreadable(subject, 'it is no list');
  return data.map((item: unknown) => readJson(item, subject));
}

function recordOf(data: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
    ? (data as Readonly<Record<string, unknown>>)
    : undefined;
}
