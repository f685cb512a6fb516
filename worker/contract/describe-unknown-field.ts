/** Describes a field that a schema does not have, with the field that was probably meant. A misspelled limit must not be ignored. */

import { z } from 'zod';
import { editDistance } from '../core/text/edit-distance.ts';

type Shape = Readonly<Record<string, unknown>>;

/** @param schema of the object with the field */
export function describeUnknownField(key: string, schema: unknown): string {
  const shape = readShape(schema) ?? {};
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
