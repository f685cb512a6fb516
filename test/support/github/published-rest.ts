/**
 * Checks REST replies against GitHub's published description: finds the operation of a call, and what is wrong with a reply by the schema of
 * its status. The description is OpenAPI 3.0, whose `nullable` is converted to JSON Schema.
 */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';

type Json = Record<string, unknown>;

interface RestAnswer {
  /** Without the origin and the query. */
  readonly path: string;
  readonly status: number;
  /** Without its parameters. */
  readonly mediaType: string;
  readonly body: unknown;
}

export interface PublishedRest {
  /** Such as `repos/get`, for a GET; undefined for a path that GitHub does not have. */
  getOperation(path: string): string | undefined;
  /** Returns what is wrong with a reply, if anything. An error that the operation does not describe is checked as GitHub's usual error. */
  findFaults(answer: RestAnswer): readonly string[];
}

export async function readPublishedRest(): Promise<PublishedRest> {
  const place = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
  const description = asJson(JSON.parse(await readFile(place, 'utf8')));
  const paths = Object.entries(asJson(description['paths'])).filter(([, path]) => 'get' in asJson(path));
  // If several match, the one with the fewest parameters is meant.
  const patterns = paths
    .sort(([one], [other]) => one.split('{').length - other.split('{').length)
    .map(([template, path]) => ({ pattern: createPattern(template), get: asJson(asJson(path)['get']) }));
  const find = (path: string): Json | undefined => patterns.find(({ pattern }) => pattern.test(path))?.get;
  const check = createCheck(description);
  return {
    getOperation: (path) => {
      const id = find(path)?.['operationId'];
      return typeof id === 'string' ? id : undefined;
    },
    findFaults: ({ path, status, mediaType, body }) => {
      const operation = find(path);
      if (operation === undefined) return [`no operation is published of ${path}`];
      const responses = asJson(operation['responses']);
      const response = responses[status];
      if (response === undefined && status < 400) return [`status ${status} is not published`];
      const described =
        response === undefined ? { $ref: '#/components/responses/not_found' } : asJson(response);
      return check(described, mediaType, body);
    },
  };
}

const mayContainSlashes = new Set(['{ref}', '{path}', '{basehead}', '{tree_sha}']);

/** Parameters that may contain slashes come last. */
function createPattern(template: string): RegExp {
  const source = template
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
      return mayContainSlashes.has(part) && template.endsWith(part) ? '.+' : '[^/]+';
    })
    .join('');
  return new RegExp(`^${source}$`);
}

/** Formats that the description names and that can be checked. */
const formats = {
  uri: (text: string) => URL.canParse(text),
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  email: /^[^@\s]+@[^@\s]+$/,
  int64: true,
  int32: true,
  timestamp: true,
} as const;

function createCheck(
  description: Json,
): (response: Json, mediaType: string, body: unknown) => readonly string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, formats, schemas: [] });
  const schemas = asJson(asJson(description['components'])['schemas']);
  const known = new Map<string, ValidateFunction>();
  const added = new Set<string>();
  const compile = (name: string, schema: unknown): ValidateFunction => {
    const before = known.get(name);
    if (before !== undefined) return before;
    // A schema is added when it is first referenced: adding all of them would take seconds.
    addPointedAt({ ajv, schemas, added }, schema);
    const compiled = ajv.compile(asJson(withoutNullable(schema)));
    known.set(name, compiled);
    return compiled;
  };
  return (described, mediaType, body) => {
    const response = resolveReference(description, described);
    const content = asJson(response['content'] ?? {});
    const [only] = Object.keys(content);
    if (only === undefined) return body === undefined ? [] : ['a body is not published'];
    const media =
      content[mediaType] ?? content[Object.keys(content).find((type) => type.startsWith(mediaType)) ?? ''];
    if (media === undefined) return [`media type ${mediaType} is not published`];
    const { schema } = asJson(media);
    const validate = compile(JSON.stringify(schema), schema);
    if (validate(body) === true) return [];
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
  };
}

function resolveReference(description: Json, value: Json): Json {
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  return reference
    .slice(2)
    .split('/')
    .reduce<Json>((inside, part) => asJson(inside[part]), description);
}

interface Pointed {
  readonly ajv: Ajv;
  readonly schemas: Json;
  readonly added: Set<string>;
}

function addPointedAt(pointed: Pointed, schema: unknown): void {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    if (pointed.added.has(name)) continue;
    pointed.added.add(name);
    pointed.ajv.addSchema(asJson(withoutNullable(pointed.schemas[name])), `schema:${name}`);
    addPointedAt(pointed, pointed.schemas[name]);
  }
}

/** `nullable: true` means the schema or null; references point to the schemas as added. */
function withoutNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNullable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, example: _example, examples: _examples, ...rest }: Json = { ...schema };
  if (typeof rest['$ref'] === 'string')
    return { $ref: rest['$ref'].replace('#/components/schemas/', 'schema:') };
  const inside = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, withoutNullable(value)]),
  );
  return nullable === true ? { anyOf: [{ type: 'null' }, inside] } : inside;
}

const asJson = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {});
