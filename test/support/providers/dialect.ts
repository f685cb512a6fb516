/** What a vendor's dialect is made of: reading a call, and the frames of its stream. Each is written after the vendor's own API reference. */

import type { VendorCall, VendorFinish, VendorUsage } from './provider-script.ts';

interface HttpCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type Parsed = Omit<VendorCall, 'dialect' | 'number' | 'headers' | 'body' | 'prompt'>;

export interface Frames {
  /** Before anything of the answer. */
  begin(usage: VendorUsage | undefined): string;
  text(delta: string): string;
  reasoning(delta: string): string;
  toolCall(call: { readonly id: string; readonly name: string; readonly input: string }): string;
  /** An error within the stream. */
  error(kind: 'overloaded' | 'limited' | 'internal'): string;
  end(told: { readonly finish: VendorFinish; readonly usage: VendorUsage | undefined }): string;
  /** Instead of `end` where the script says that no reason is given. */
  endWithout(): string;
}

export interface Whole {
  readonly text: string;
  readonly usage: VendorUsage | undefined;
}

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
}

export interface DialectServer {
  /** Undefined where the path is none that makes text. */
  read(call: HttpCall): Parsed | undefined;
  framesOf(call: VendorCall): Frames;
  /** A refusal in its own form: most have a status of their own for it. */
  refuse(refusal: Refusal): { readonly status: number; readonly body: unknown };
  /** The answer to a call that asked for no stream; undefined where it did. */
  whole?(call: VendorCall, told: Whole): unknown;
  /** What its list address answers with; undefined where the path is no list. */
  list(path: string, models: readonly string[]): unknown;
}

export function sse(data: unknown, event?: string): string {
  const named = event === undefined ? '' : `event: ${event}\n`;
  return `${named}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** A property of what may be anything. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Readonly<Record<string | number, unknown>>)[step];
  }
  return found;
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function stringAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = at(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

/** Content that is a text, or a list of parts with texts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => stringAt(part, 'text')).join('') : '';
}
