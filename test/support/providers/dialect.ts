/** The interface of a provider's dialect, which parses calls and formats streams, errors and model lists. Each dialect follows the provider's API reference. */

import type { ProviderCall, ProviderFinish, ProviderUsage } from './provider-script.ts';

interface HttpCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type ParsedCall = Omit<ProviderCall, 'dialect' | 'number' | 'headers' | 'body' | 'prompt'>;

export interface Frames {
  /** Frames before any part of the answer. */
  begin(usage: ProviderUsage | undefined): string;
  text(delta: string): string;
  reasoning(delta: string): string;
  toolCall(call: { readonly id: string; readonly name: string; readonly input: string }): string;
  /** An error inside the stream. */
  error(kind: 'overloaded' | 'limited' | 'internal'): string;
  end(summary: { readonly finish: ProviderFinish; readonly usage: ProviderUsage | undefined }): string;
  /** Replaces `end` if the script has no finish reason. */
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
  /** Parses a call; undefined if the path does not generate text. */
  parseCall(call: HttpCall): ParsedCall | undefined;
  createFrames(call: ProviderCall): Frames;
  /** Formats an error. A dialect may change the status to the one that the provider uses. */
  formatError(error: ProviderError): { readonly status: number; readonly body: unknown };
  /** Returns the answer to a call without streaming; undefined if the call requested a stream. */
  formatWholeAnswer?(call: ProviderCall, answer: WholeAnswer): unknown;
  /** Returns the list of models; undefined for any other path. */
  formatModelList(path: string, models: readonly string[]): unknown;
}

export function formatSseEvent(data: unknown, event?: string): string {
  const eventLine = event === undefined ? '' : `event: ${event}\n`;
  return `${eventLine}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** Reads a nested property of an unknown value. */
export function getAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Readonly<Record<string | number, unknown>>)[step];
  }
  return current;
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const property = getAt(value, ...path);
  return Array.isArray(property) ? property : [];
}

export function stringAt(value: unknown, ...path: readonly (string | number)[]): string {
  const property = getAt(value, ...path);
  return typeof property === 'string' ? property : '';
}

export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const property = getAt(value, ...path);
  return typeof property === 'number' ? property : undefined;
}

/** Reads content that is a text or a list of parts with texts. */
export function readContentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => stringAt(part, 'text')).join('') : '';
}
