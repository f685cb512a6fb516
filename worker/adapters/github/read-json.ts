/** Reads and checks fields of GitHub's responses. A missing field or one of another type is an error. */

import { invalidResponseError } from './host-error.ts';

export interface JsonReader {
  text(name: string): string;
  /** Empty when the field is null or missing. */
  textOrEmpty(name: string): string;
  number(name: string): number;
  flag(name: string): boolean;
  object(name: string): JsonReader;
  list(name: string): readonly JsonReader[];
}

/** @throws AppError `host_unavailable` with the name of the invalid field */
export function readJson(data: unknown, subject: string): JsonReader {
  const fields = toRecord(data);
  if (fields === undefined) throw invalidResponseError(subject, 'it is not an object');
  const invalidField = (name: string) =>
    invalidResponseError(subject, `\`${name}\` is missing or of another type`);
  const readText = (name: string): string => {
    const value = fields[name];
    if (typeof value !== 'string') throw invalidField(name);
    return value;
  };
  return {
    text: readText,
    textOrEmpty: (name) => (fields[name] === null || fields[name] === undefined ? '' : readText(name)),
    number(name) {
      const value = fields[name];
      if (typeof value !== 'number') throw invalidField(name);
      return value;
    },
    flag: (name) => fields[name] === true,
    object: (name) => readJson(fields[name], subject),
    list: (name) => readList(fields[name], subject),
  };
}

/** @throws AppError `host_unavailable` */
export function readList(data: unknown, subject: string): readonly JsonReader[] {
  if (!Array.isArray(data)) throw invalidResponseError(subject, 'it is not a list');
  return data.map((item: unknown) => readJson(item, subject));
}

function toRecord(data: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
    ? (data as Readonly<Record<string, unknown>>)
    : undefined;
}
