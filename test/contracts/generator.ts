/**
 * Contract of every generator, over real HTTP to a fake provider on loopback: text parts, tools, structured output, usage, finish reasons,
 * documented errors, immediate abort, and no key in any output.
 */

import { describe } from 'vitest';
import { tellsAnswers } from './generator/answers.ts';
import { tellsFaults } from './generator/faults.ts';
import { keepsKeys } from './generator/keys.ts';
import { listsModels } from './generator/lists.ts';
import { stopsAtOnce } from './generator/stops.ts';
import type { GeneratorSubject } from './generator/subject.ts';

export function generatorContract(subject: GeneratorSubject): void {
  describe('an answer', () => tellsAnswers(subject));
  describe('a fault', () => tellsFaults(subject));
  describe('abort', () => stopsAtOnce(subject));
  describe('keys and where they go', () => keepsKeys(subject));
  describe('its list', () => listsModels(subject));
}
