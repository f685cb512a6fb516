/**
 * What every generator does, over real HTTP to a vendor on loopback that speaks its dialect: text as it comes, tools, structured output,
 * usage, why it ended, each fault as the error the port names for it, an end at once when nobody waits, and no key in anything.
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
  describe('when nobody waits', () => stopsAtOnce(subject));
  describe('keys and where they go', () => keepsKeys(subject));
  describe('its list', () => listsModels(subject));
}
