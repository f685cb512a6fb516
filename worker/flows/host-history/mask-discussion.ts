/**
 * A discussion as it is kept: secrets masked in whatever anybody wrote, names plain. All of it is scanned as one text, as a secret may stand in
 * any of it; a mask is as long as what it hides, so that the parts are found again by their lengths.
 */

import type { Discussion } from '../../core/discussion.ts';
import { maskText } from '../../core/mask-text.ts';
import { plainName, plainText } from '../../core/plain-text.ts';
import type { SecretScanner } from '../../ports/secret-scanner.ts';

export async function maskDiscussion(scanner: SecretScanner, told: Discussion): Promise<Discussion> {
  const parts = [
    plainName(told.title),
    plainName(told.author),
    plainText(told.body),
    ...told.labels.map(plainName),
    ...told.remarks.flatMap((remark) => [plainName(remark.author), plainText(remark.body)]),
  ];
  const text = parts.join('\n');
  const masked = maskText(text, await scanner.scan(text));
  let at = 0;
  const next = (): string => {
    const part = masked.slice(at, at + (parts.shift()?.length ?? 0));
    at += part.length + 1;
    return part;
  };
  return {
    ...told,
    title: next(),
    author: next(),
    body: next(),
    url: plainName(told.url),
    labels: told.labels.map(() => next()),
    remarks: told.remarks.map((remark) => ({
      ...remark,
      author: next(),
      body: next(),
      path: remark.path === undefined ? undefined : plainName(scanner.maskPath(remark.path)),
      url: plainName(remark.url),
    })),
  };
}
