/**
 * Contract of every generator, over real HTTP to a fake provider on loopback: it returns text parts, tool calls, structured output, usage and
 * finish reasons, throws documented errors, stops at once when aborted, and reveals no key.
 */

import { describe } from 'vitest';
import { answerSuite } from './generator/answers.ts';
import { faultSuite } from './generator/faults.ts';
import { keySuite } from './generator/keys.ts';
import { modelListSuite } from './generator/lists.ts';
import { abortSuite } from './generator/stops.ts';
import type { GeneratorSubject } from './generator/subject.ts';

export function generatorContract(subject: GeneratorSubject): void {
  describe('an answer', () => answerSuite(subject));
  describe('a fault', () => faultSuite(subject));
  describe('an aborted call', () => abortSuite(subject));
  describe('a generator', () => keySuite(subject));
  describe('the model list', () => modelListSuite(subject));
}
