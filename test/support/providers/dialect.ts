/** The parts of a provider's dialect: how to read a call, and the frames of its stream. Each follows the provider's own API reference. */

import type { ProviderCall, ProviderFinish, ProviderUsage } from './provider-script.ts';

interface HttpCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type ParsedCall = Omit<ProviderCall, 'dialect' | 'number' | 'headers' | 'body' | 'prompt'>;

export interface Frames {
  /** Sent before any part of the answer. */
  begin(usage: ProviderUsage | undefined): string;
  text(delta: string): string;
  reasoning(delta: string): string;
  toolCall(call: { readonly id: string; readonly name: string; readonly input: string }): string;
  /** An error inside the stream. */
  error(kind: 'overloaded' | 'limited' | 'internal'): string;
  end(summary: { readonly finish: ProviderFinish; readonly usage: ProviderUsage | undefined }): string;
  /** Replaces `end` if the script gives no finish reason. */
  endWithout(): string;
}

interface WholeAnswer {
  readonly text: string;
  readonly usage: ProviderUsage | undefined;
}

interface ProviderError {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
}

export interface DialectServer {
  /** Undefined if the path does not generate text. */
  read(call: HttpCall): ParsedCall | undefined;
  createFrames(call: ProviderCall): Frames;
  /** Formats an error; most providers have statuses of their own. */
  formatError(refusal: ProviderError): { readonly status: number; readonly body: unknown };
  /** The answer to a call without streaming; undefined if the call requested a stream. */
  whole?(call: ProviderCall, answer: WholeAnswer): unknown;
  /** The list of models; undefined if the path is not the list's. */
  list(path: string, models: readonly string[]): unknown;
}

export function sse(data: unknown, event?: string): string {
  const named = event === undefined ? '' : `event: ${event}\n`;
  return `${named}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** Reads a property of an unknown value. */
export function getAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Readonly<Record<string | number, unknown>>)[step];
  }
  return found;
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = getAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function stringAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = getAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = getAt(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

/** Reads content that is a text or a list of parts with texts. */
export function readContentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => stringAt(part, 'text')).join('') : '';
}
