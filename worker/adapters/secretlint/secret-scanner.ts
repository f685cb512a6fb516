/**
 * Secrets by secretlint's recommended rules, and private keys by our own. The rules are run without `@secretlint/core`:
 * it leaves 60 performance marks a file behind in workerd and compares each finding with every other, which a file of
 * a hundred thousand keys would make a denial of service. Its `secretlint-disable` comments are left out with it: what
 * a repository says of its keys does not make them fit to be shown.
 */

import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretMask } from '../../core/file.ts';
import type { SecretScanner } from '../../ports/secret-scanner.ts';
import { findPrivateKeys } from './private-keys.ts';
import { mayHoldSecret } from './secret-hints.ts';

type Rule = (typeof rules)[number];
type Context = Parameters<Rule['create']>[0];
type Source = Parameters<NonNullable<ReturnType<Rule['create']>['file']>>[0];
type Report = Parameters<Context['report']>[0];

/** Changes with the package's version and with `findPrivateKeys`. */
const version = 'secretlint-13.0.7-1';

const byteOrderMark = '\ufeff';
/** Twelve digits after the word `account`: an identifier, told to anyone who asks AWS. */
const notSecret = new Set(['AWSAccountID']);
const scanningRules = rules.filter(({ meta }) => !meta.id.endsWith('-filter-comments'));

export function createSecretScanner(): SecretScanner {
  return {
    version,
    async scan(text, path) {
      if (!mayHoldSecret(text)) return [];
      // Without its mark, as the rules expect; offsets are moved back below.
      const moved = text.startsWith(byteOrderMark) ? 1 : 0;
      const content = text.slice(moved);
      const reports = await runRules(content, path);
      const found = reports
        .filter(({ message }) => !notSecret.has(message.messageId))
        .map((report) => toMask(content, report))
        .concat(findPrivateKeys(content));
      return merge(found).map(({ start, end, rule }) => ({ start: start + moved, end: end + moved, rule }));
    },
  };
}

async function runRules(content: string, path: string): Promise<readonly Report[]> {
  const reports: Report[] = [];
  const context: Context = {
    sharedOptions: {},
    createTranslator: () => (messageId, data) => ({ message: '', messageId: String(messageId), data }),
    report: (report) => void reports.push(report),
    ignore: () => {},
  };
  for (const rule of scanningRules) {
    await rule.create(context, { enableIDScanRule: true }).file?.(toSource(content, path));
  }
  return reports;
}

function unasked(): never {
  throw new Error('no rule asks for positions');
}

/** Key files in PKCS#12 are binary and never come here: a rule would read one from the disk by its path. */
function toSource(content: string, path: string): Source {
  return {
    content,
    filePath: path,
    physicalFilePath: undefined,
    ext: path.endsWith('.json') ? '.json' : '',
    contentType: 'text',
    hasBOM: false,
    getFilePath: () => path,
    getPhysicalFilePath: () => undefined,
    indexToPosition: unasked,
    positionToIndex: unasked,
    rangeToLocation: unasked,
    locationToRange: unasked,
  };
}

/**
 * Some rules report a captured value by its length from where the whole match begins (`AWS_SECRET_ACCESS_KEY=…`), which
 * would hide the name and show the end of the key: then the value itself is looked for.
 */
function toMask(content: string, { message, range: [start, end] }: Report): SecretMask {
  const rule = toRuleName(message.messageId);
  const values = Object.values(message.data ?? {}).filter((value) => typeof value === 'string');
  for (const value of values) {
    if (value.length !== end - start || content.startsWith(value, start)) continue;
    const at = content.indexOf(value, start);
    if (at !== -1) return { start: at, end: at + value.length, rule };
  }
  return { start, end, rule };
}

/** `GITHUB_TOKEN` and `AWSSecretAccessKey` as `github-token` and `aws-secret-access-key`. */
function toRuleName(messageId: string): string {
  return messageId
    .replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3-$2$4')
    .replaceAll('_', '-')
    .toLowerCase();
}

/** In order, with what touches or overlaps made one under the name of the first. */
function merge(masks: readonly SecretMask[]): readonly SecretMask[] {
  const merged: SecretMask[] = [];
  for (const mask of masks.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || mask.start > last.end) merged.push(mask);
    else merged[merged.length - 1] = { ...last, end: Math.max(last.end, mask.end) };
  }
  return merged;
}
