/**
 * Checks REST responses against GitHub's published description: finds the operation of a call and validates the response by the schema of its
 * status.
 * The description is OpenAPI 3.0, whose `nullable` is converted to JSON Schema.
 */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';

type Json = Record<string, unknown>;

interface RestResponse {
  /** The path without origin and query. */
  readonly path: string;
  readonly status: number;
  /** The media type without parameters. */
  readonly mediaType: string;
  readonly body: unknown;
}

export interface PublishedRest {
  /** Returns the operation of a GET, such as `repos/get`; undefined for a path that GitHub does not have. */
  getOperation(path: string): string | undefined;
  /** Returns the problems of a response, if any. An error status that the operation does not describe is checked as GitHub's usual error. */
  findProblems(response: RestResponse): readonly string[];
}

export async function readPublishedRest(): Promise<PublishedRest> {
  const file = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
  const description = asJson(JSON.parse(await readFile(file, 'utf8')));
  const paths = Object.entries(asJson(description['paths'])).filter(([, path]) => 'get' in asJson(path));
  // If several templates match a path, the one with the fewest parameters applies.
  const patterns = paths
    .sort(([a], [b]) => a.split('{').length - b.split('{').length)
    .map(([template, path]) => ({ pattern: createPattern(template), get: asJson(asJson(path)['get']) }));
  const findOperation = (path: string): Json | undefined =>
    patterns.find(({ pattern }) => pattern.test(path))?.get;
  const check = createCheck(description);
  return {
    getOperation: (path) => {
      const id = findOperation(path)?.['operationId'];
      return typeof id === 'string' ? id : undefined;
    },
    findProblems: ({ path, status, mediaType, body }) => {
      const operation = findOperation(path);
      if (operation === undefined) return [`no operation is published for ${path}`];
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

/** Creates the pattern of a path template. Only a parameter at the end may contain slashes. */
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

/** Formats that the description uses. Those with `true` are accepted without a check. */
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
  const validators = new Map<string, ValidateFunction>();
  const added = new Set<string>();
  const compile = (name: string, schema: unknown): ValidateFunction => {
    const cachedValidator = validators.get(name);
    if (cachedValidator !== undefined) return cachedValidator;
    // A schema is added when it is first referenced, since adding all of them would take seconds.
    addReferencedSchemas({ ajv, schemas, added }, schema);
    const compiled = ajv.compile(asJson(withoutNullable(schema)));
    validators.set(name, compiled);
    return compiled;
  };
  return (described, mediaType, body) => {
    const response = resolveReference(description, described);
    const content = asJson(response['content'] ?? {});
    const [declaredType] = Object.keys(content);
    if (declaredType === undefined)
      return body === undefined
        ? []
        : ['the response has a body, but the description has none for this status'];
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

interface SchemaRegistry {
  readonly ajv: Ajv;
  readonly schemas: Json;
  readonly added: Set<string>;
}

function addReferencedSchemas(registry: SchemaRegistry, schema: unknown): void {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    if (registry.added.has(name)) continue;
    registry.added.add(name);
    registry.ajv.addSchema(asJson(withoutNullable(registry.schemas[name])), `schema:${name}`);
    addReferencedSchemas(registry, registry.schemas[name]);
  }
}

/** Converts an OpenAPI schema to JSON Schema: `nullable: true` becomes a union with null, and references get the names of the added schemas. */
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
