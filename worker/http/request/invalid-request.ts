/** Converts problems of a request with its schema to `invalid_request`. An unknown field is named with the known fields, because a misspelled limit must not be ignored. */

import { z } from '@hono/zod-openapi';
import { AppError } from '../../core/errors.ts';
import { editDistance } from '../../core/text/edit-distance.ts';

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[] | undefined;
}

interface InvalidRequest {
  readonly success: boolean;
  readonly target?: string;
  readonly error?: { readonly issues: readonly Issue[] };
}

type Shape = Readonly<Record<string, unknown>>;

/** Without this, the message for an unknown field does not name the known ones. */
z.config({
  customError: ({ code, keys, inst }) => {
    const shape = readShape(inst);
    if (code !== 'unrecognized_keys' || shape === undefined) return undefined;
    return (keys as readonly string[]).map((key) => describeUnknownField(key, shape)).join('; ');
  },
});

export function throwInvalidRequest(result: InvalidRequest): void {
  if (result.success) return;
  const issues = result.error?.issues ?? [];
  const problems = issues.map(({ path, keys: [unknown] = [], message }) => ({
    field: [...path, ...(unknown === undefined ? [] : [unknown])].join('.'),
    problem: withoutPeriod(message),
  }));
  const found = issues
    .map(
      ({ path, message }) => `${path.join('.') || (result.target ?? 'request')}: ${withoutPeriod(message)}`,
    )
    .join('; ');
  throw new AppError('invalid_request', `${found}.`, { details: { problems } });
}

/** Our own messages end with a period; zod's messages do not. */
function withoutPeriod(message: string): string {
  return message.replace(/\.$/, '');
}

function describeUnknownField(key: string, shape: Shape): string {
  const quoted = JSON.stringify(key).slice(0, 100);
  const nearest = findNested(key, shape) ?? findNearest(key, Object.keys(shape));
  if (nearest !== undefined) return `${quoted} is not a field here; did you mean ${JSON.stringify(nearest)}?`;
  const known = Object.keys(shape);
  if (known.length === 0) return `${quoted} is not a field here; this object has none`;
  return `${quoted} is not a field here; the fields are ${known.join(', ')}`;
}

/** A field of an object inside, such as `limits.questionsPerDay` for `questionsPerDay`. */
function findNested(key: string, shape: Shape): string | undefined {
  const parent = Object.keys(shape).find((name) => Object.hasOwn(readShape(shape[name]) ?? {}, key));
  return parent && `${parent}.${key}`;
}

/** A third of the letters may differ: `repositoryIds` for `repositories`, but not `id` for `ref`. */
function findNearest(key: string, known: readonly string[]): string | undefined {
  const distances = known.map((name) => {
    const maxDistance = Math.floor(Math.min(key.length, name.length) / 3);
    const distance = editDistance(key.toLowerCase(), name.toLowerCase(), maxDistance);
    return { name, distance: distance > maxDistance ? Infinity : distance };
  });
  const [nearest] = distances.sort((a, b) => a.distance - b.distance);
  return nearest === undefined || nearest.distance === Infinity ? undefined : nearest.name;
}

/** The fields of an object's schema, also of an optional or nullable one. */
function readShape(schema: unknown): Shape | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return readShape(schema.unwrap());
  return schema instanceof z.ZodObject ? (schema.shape as Shape) : undefined;
}
