/**
 * Finds secrets with a table of rules, and private keys. Rules ignore file paths: the same text always has the same masks, so that they are stored
 * once per content. Comments that tell scanners to skip a line are ignored, because the text is untrusted.
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

/** Every rule. When two rules match the same text, the earlier one names the mask. */
export const secretRules: readonly SecretRule[] = [
  ...codeHostingRules,
  ...cloudRules,
  ...serviceRules,
  ...formatRules,
  ...settingRules,
];

/** Increase it with every change to what is masked. Otherwise stored content keeps its old masks. */
const version = 'secret-rules-3';

/** Work between two pauses for other requests, counted across texts: a few hundredths of a second at worst. */
const workPerTurn = 250_000;

/** @param nextTurn lets other requests run first. */
export function createSecretScanner(
  nextTurn: Clock['nextTurn'] = () => new Promise((resolve) => setTimeout(resolve, 0)),
): SecretScanner {
  const begin = createFinder(secretRules);
  let work = 0;
  const scan = async (text: string): Promise<readonly SecretMask[]> => {
    const search = begin(text);
    for (let done = false; !done;) {
      if (work >= workPerTurn) {
        await nextTurn();
        work = 0;
      }
      const slice = search.advance(workPerTurn - work);
      work += slice.work;
      done = slice.done;
    }
    return merge([...search.masks, ...findPrivateKeys(text)]);
  };
  const maskName = (name: string): string => {
    const search = begin(name);
    work += search.advance(Infinity).work;
    let masked = '';
    let done = 0;
    for (const { start, end } of merge(search.masks)) {
      masked += `${name.slice(done, start)}${nameMask}${shortHash(name.slice(start, end))}`;
      done = end;
    }
    return masked + name.slice(done);
  };
  return { version, scan, maskPath: (path) => path.split('/').map(maskName).join('/') };
}

const nameMask = '\u2022'.repeat(4);

/** FNV-1a. It keeps masked names distinct. A token has many times the 32 bits that its hash reveals. */
function shortHash(secret: string): string {
  let hash = 0x811c9dc5;
  for (const character of secret) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

const ruleIndex = new Map(secretRules.map(({ id }, place) => [id, place]));

/** Sorts masks and merges those that touch or overlap. The rule that comes first in the table names a merged mask. */
function merge(masks: readonly SecretMask[]): readonly SecretMask[] {
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

/** Private keys are in no table and come before all rules. */
function firstRule(one: string, other: string): string {
  return (ruleIndex.get(other) ?? -1) < (ruleIndex.get(one) ?? -1) ? other : one;
}
