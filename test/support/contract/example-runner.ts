/**
 * Runs the examples of the API against servers: each response must match its schema and have the shape of its example. With UPDATE_EXAMPLES=1
 * the responses replace those of the examples.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { format } from 'prettier';
import type { Document } from '../../../worker/contract/document/create-document.ts';
import type { OperationExample } from '../../../worker/contract/examples/example.ts';
import { findExample } from '../../../worker/contract/examples/examples.ts';
import { tags, type Tag } from '../../../worker/contract/document/tags.ts';
import { createApp } from '../../../worker/http/app.ts';
import { createDocument } from '../../../worker/http/document.ts';
import { ExampleNames } from './example-names.ts';
import { findShapeDifferences, isRecord, listPartTypes } from './same-shape.ts';
import { readParts, sendExample, type Operation, type Reply, type Send } from './send-example.ts';
import { shortenParts, shortenResponse } from './shorten-response.ts';

const folder = new URL('../../../worker/contract/examples/', import.meta.url);
const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;
const streamType = 'text/event-stream';

export const document: Document = createDocument(
  createApp<object>(() => {
    throw new Error('No request is sent.');
  }),
  '0.0.0',
);

interface DocumentedOperation extends Operation {
  readonly tag: Tag;
}

export const operations: readonly DocumentedOperation[] = Object.entries(document.paths ?? {}).flatMap(
  ([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      const tag = Object.keys(tags).find((name): name is Tag => name === operation?.tags?.[0]);
      if (operation?.operationId === undefined || tag === undefined) return [];
      return [{ id: operation.operationId, method: method.toUpperCase(), path, tag }];
    }),
);

export class ExampleRunner {
  readonly names = new ExampleNames();
  /** The operations that were called. */
  readonly called = new Set<string>();
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });
  readonly #updates = new Map<string, OperationExample>();

  constructor() {
    this.#ajv.addSchema(JSON.parse(JSON.stringify(document)), 'api');
  }

  /** @returns the reply, and what is wrong with it or with the example */
  async run(
    id: string,
    send: Send,
  ): Promise<{ readonly reply: Reply; readonly problems: readonly string[] }> {
    const operation = operations.find((known) => known.id === id);
    const example = operation && findExample(operation.tag, id);
    if (operation === undefined || example === undefined) throw new Error(`${id} has no example.`);
    const reply = await sendExample(send, operation, this.names.toRequest(example));
    this.called.add(id);
    if (process.env['UPDATE_EXAMPLES'] !== undefined) {
      this.#updates.set(id, this.#toExample(example, reply));
      return { reply, problems: this.#checkReply(operation, example, reply) };
    }
    return {
      reply,
      problems: [
        ...this.#checkReply(operation, example, reply),
        ...this.#checkExample(operation, example, reply),
      ],
    };
  }

  #checkReply(operation: DocumentedOperation, { status }: OperationExample, reply: Reply): readonly string[] {
    if (reply.status !== status)
      return [`the status is ${reply.status}, not ${status}: ${JSON.stringify(reply.body)?.slice(0, 500)}`];
    return this.#validate(operation, status, reply).map((problem) => `the response: ${problem}`);
  }

  #checkExample(operation: DocumentedOperation, example: OperationExample, reply: Reply): readonly string[] {
    const { status, contentType = 'application/json', response: body } = example;
    if (reply.contentType === undefined)
      return body === undefined ? [] : ['the example has a body, the response none'];
    if (contentType !== reply.contentType)
      return [`the content type is ${reply.contentType}, not ${contentType}`];
    if (contentType === streamType) {
      const events = Array.isArray(body) ? body.join('\n') : '';
      const sentParts = Array.isArray(reply.body) ? reply.body : [];
      const [shown, sent] = [listPartTypes(readParts(events)), listPartTypes(sentParts)];
      return JSON.stringify(shown) === JSON.stringify(sent)
        ? []
        : [`parts in the example: ${shown.join(' ')}, in the stream: ${sent.join(' ')}`];
    }
    return [
      ...this.#validate(operation, status, { contentType, body }).map((problem) => `the example: ${problem}`),
      ...findShapeDifferences(body, reply.body),
    ];
  }

  #validate(
    { method, path }: Operation,
    status: number,
    { contentType, body }: Pick<Reply, 'contentType' | 'body'>,
  ): readonly string[] {
    if (contentType === undefined || contentType === streamType) return [];
    const pointer = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      contentType,
      'schema',
    ];
    const escaped = pointer.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const validate = this.#ajv.compile({ $ref: `api#/${escaped.join('/')}` });
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  #toExample(example: OperationExample, { contentType, body }: Reply): OperationExample {
    const { response: _response, contentType: _contentType, ...request } = example;
    if (body === undefined) return request;
    const named = this.names.toExample(body);
    const isStream = contentType === streamType && Array.isArray(named);
    return {
      ...request,
      ...(contentType !== 'application/json' && contentType !== undefined && { contentType }),
      response: isStream ? shortenParts(named) : shortenResponse(named),
    };
  }

  /** Writes the updated examples, if there are any. */
  async save(): Promise<void> {
    for (const tag of Object.keys(tags)) {
      const file = new URL(`${tag.toLowerCase().replaceAll(' ', '-')}.json`, folder);
      const known: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (!isRecord(known)) continue;
      const updated = Object.entries(known).map(
        ([id, example]) => [id, this.#updates.get(id) ?? example] as const,
      );
      if (updated.every(([id]) => !this.#updates.has(id))) continue;
      const text = JSON.stringify(Object.fromEntries(updated));
      writeFileSync(file, await format(text, { parser: 'json', printWidth: 110 }));
    }
  }
}
