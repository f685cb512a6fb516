/**
 * Implements the `SecretScanner` port with tables of rules and a search for private keys. Rules ignore file paths: the same text always has the
 * same masks, which are stored once per content. Comments that ask scanners to skip a line are ignored, because the text is untrusted.
 */

import type { SecretMask } from '../../core/files/file.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretScanner } from '../../ports/secret-scanner.ts';
import { createFinder } from './find-secrets.ts';
import { findPrivateKeys } from './private-keys.ts';
import type { SecretRule } from './secret-rule.ts';
import { cloudRules } from './tables/cloud.ts';
import { codeHostingRules } from './tables/code-hosting.ts';
import { formatRules } from './tables/formats.ts';
import { serviceRules } from './tables/services.ts';
import { settingRules } from './tables/settings.ts';

/** Every rule. If two rules match the same text, the mask has the id of the earlier one. */
export const secretRules: readonly SecretRule[] = [
  ...codeHostingRules,
  ...cloudRules,
  ...serviceRules,
  ...formatRules,
  ...settingRules,
];

/** Increase this version whenever the masks change. Otherwise stored content keeps its old masks. */
const version = 'secret-rules-3';

/** Work between two pauses for other requests, counted across texts: a few hundredths of a second at worst. */
const workPerTurn = 250_000;

/** @param yieldToEventLoop lets other requests run first. */
export function createSecretScanner(
  yieldToEventLoop: Clock['yieldToEventLoop'] = () => new Promise((resolve) => setTimeout(resolve, 0)),
): SecretScanner {
  const createSearch = createFinder(secretRules);
  let work = 0;
  const scan = async (text: string): Promise<readonly SecretMask[]> => {
    const search = createSearch(text);
    for (let isDone = false; !isDone;) {
      if (work >= workPerTurn) {
        await yieldToEventLoop();
        work = 0;
      }
      const slice = search.advance(workPerTurn - work);
      work += slice.work;
      isDone = slice.isDone;
    }
    return mergeMasks([...search.masks, ...findPrivateKeys(text)]);
  };
  const maskName = (name: string): string => {
    const search = createSearch(name);
    work += search.advance(Infinity).work;
    let masked = '';
    let maskedTo = 0;
    for (const { start, end } of mergeMasks(search.masks)) {
      masked += `${name.slice(maskedTo, start)}${nameMask}${shortHash(name.slice(start, end))}`;
      maskedTo = end;
    }
    return masked + name.slice(maskedTo);
  };
  return { version, scan, maskPath: (path) => path.split('/').map(maskName).join('/') };
}

const nameMask = '\u2022'.repeat(4);

/** Computes an FNV-1a hash, which keeps masked names distinct. It reveals 32 bits of a token, which has many times as many. */
function shortHash(secret: string): string {
  let hash = 0x811c9dc5;
  for (const character of secret) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

const ruleIndex = new Map(secretRules.map(({ id }, index) => [id, index]));

/** Sorts masks and merges adjacent or overlapping ones. A merged mask has the rule that comes first in the tables. */
function mergeMasks(masks: readonly SecretMask[]): readonly SecretMask[] {
  const merged: SecretMask[] = [];
  for (const mask of masks.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || mask.start > last.end) merged.push(mask);
    else
      merged[merged.length - 1] = {
        ...last,
        end: Math.max(last.end, mask.end),
        rule: firstRule(last.rule, mask.rule),
      };
  }
  return merged;
}

/** Private keys are in no table, and take precedence over all rules. */
function firstRule(a: string, b: string): string {
  return (ruleIndex.get(b) ?? -1) < (ruleIndex.get(a) ?? -1) ? b : a;
}
