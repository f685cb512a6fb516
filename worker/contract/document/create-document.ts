/** Completes the OpenAPI document that the framework generates from the routes: what it is about, its groups, and the examples. */

import type { OpenAPIHono } from '@hono/zod-openapi';
import { errorKinds } from '../../core/error-kinds.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { securitySchemes } from './access.ts';
import { exampleProblem } from './example-problems.ts';
import type { OperationExample } from '../examples/example.ts';
import { findExample } from '../examples/examples.ts';
import { idempotencyParameter, replayedHeader } from './idempotency.ts';
import { tags, type Tag } from './tags.ts';

export type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>;
type PathItem = NonNullable<Document['paths']>[string];
type Operation = NonNullable<PathItem['get']>;
type Parameter = NonNullable<Operation['parameters']>[number];

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

const description = `Ask any code repository where, how and why. Each claim of an answer cites the lines or commits that support it.

**Credentials.** A server in open mode needs none. On a hosted deployment, send an API key as \`Authorization: Bearer wf_…\`. Each operation states the scope that the key needs. Visitors may read and ask about public repositories within their limits.

**Limits.** Every response of a hosted deployment has the headers \`RateLimit-Policy\` and \`RateLimit\`. A refused request gets 429 with \`Retry-After\`. Each operation states what it counts as.

**Safe repeats.** Operations with the header \`Idempotency-Key\` execute the same request once in 24 hours. Responses to \`GET\` have an \`ETag\`; send it as \`If-None-Match\` to get 304 if nothing has changed.

**Lists.** Operations with \`cursor\` and \`limit\` return a page and \`next\`, the cursor of the following page, which is null on the last one.

**Changes.** Fields, operations and values of enumerations can be added at any time. An operation that will be removed has the headers \`Deprecation\` and \`Sunset\` for at least 6 months.

**Errors.** Errors are problem details (RFC 9457): what happened, the value found and what to do. Branch on \`code\`; each operation lists its codes under the statuses.`;

/** What the framework needs to generate the document. */
export function describeApi(version: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wherefore',
      version,
      summary: 'Questions about code, answered with evidence.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
  };
}

export function completeDocument(document: Document): Document {
  const paths = Object.entries(document.paths ?? {}).map(
    ([path, item]) => [path, addExamples(item)] as const,
  );
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: {
      ...document.components,
      securitySchemes,
      examples: Object.fromEntries(
        errorCodes().map((code) => [code, { summary: errorKinds[code].title, value: exampleProblem(code) }]),
      ),
    },
  };
}

function errorCodes(): readonly ErrorCode[] {
  return Object.keys(errorKinds).filter((code): code is ErrorCode => code in errorKinds);
}

function addExamples(item: PathItem): PathItem {
  const changed: PathItem = { ...item };
  for (const method of methods) {
    const operation = item[method];
    if (operation !== undefined) changed[method] = addExample(addIdempotency(operation));
  }
  return changed;
}

function addIdempotency(operation: Operation): Operation {
  const parameter = idempotencyParameter(operation['x-idempotency']);
  if (parameter === undefined) return operation;
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]) =>
    status.startsWith('2') && !('$ref' in response) && operation['x-idempotency'] !== 'secret'
      ? [status, { ...response, headers: { ...response.headers, ...replayedHeader } }]
      : [status, response],
  );
  return {
    ...operation,
    parameters: [...(operation.parameters ?? []), parameter],
    responses: Object.fromEntries(responses),
  };
}

function addExample(operation: Operation): Operation {
  const tag = Object.keys(tags).find((name): name is Tag => name === operation.tags?.[0]);
  const example = tag && findExample(tag, operation.operationId ?? '');
  if (example === undefined) return operation;
  const { parameters, requestBody, responses } = operation;
  const body =
    example.body === undefined ? requestBody : setExample(requestBody, 'application/json', example.body);
  const status = String(example.status);
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map((parameter) => addValue(parameter, example)) }),
    ...(body && { requestBody: body }),
    responses: {
      ...responses,
      [status]: setExample(responses?.[status], example.contentType ?? 'application/json', toText(example)),
    },
  };
}

function addValue(parameter: Parameter, { path, query, headers }: OperationExample): Parameter {
  if ('$ref' in parameter) return parameter;
  const value = { path, query, header: headers, cookie: undefined, querystring: undefined }[parameter.in]?.[
    parameter.name
  ];
  return value === undefined ? parameter : { ...parameter, example: toParameterType(parameter, value) };
}

/** The values of an example are text, as in an address. */
function toParameterType({ schema }: Exclude<Parameter, { $ref: string }>, value: string): unknown {
  const isNumber =
    schema !== undefined && 'type' in schema && /^(?:integer|number)$/.test(String(schema.type));
  return isNumber ? Number(value) : value;
}

interface WithContent {
  readonly content?: Readonly<Record<string, object>>;
}

function setExample<Part extends object | undefined>(part: Part, type: string, example: unknown): Part {
  const { content }: WithContent = part ?? {};
  const media = content?.[type];
  if (part === undefined || media === undefined || example === undefined) return part;
  return { ...part, content: { ...content, [type]: { ...media, example } } };
}

/** A stream is text in the document. */
function toText({ contentType, response }: OperationExample): unknown {
  if (contentType !== 'text/event-stream' || !Array.isArray(response)) return response;
  return response.map((event) => `${String(event)}\n\n`).join('');
}
