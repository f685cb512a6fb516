/** Tests the secret scanner in workerd. */
import { describe, expect, it } from 'vitest';
import { createSecretScanner } from '../../../../worker/adapters/secret-rules/secret-scanner.ts';
import { secretScannerContract } from '../../../contracts/secret-scanner.ts';
import { generateSecret, createRandom } from '../../../support/secrets/made-up-secrets.ts';
import { secretExamples } from '../../../support/secrets/secrets.ts';

const scanner = createSecretScanner();

secretScannerContract(scanner);

describe('a scanned text', () => {
  it('cannot disable masking', async () => {
    for (const { text } of secretExamples.filter((example) => example.path === 'settings.py')) {
      expect(await scanner.scan(`# secretlint-disable\n${text}`)).toHaveLength(1);
    }
  });

  it('adds no entries to the performance timeline', async () => {
    for (const { text } of secretExamples) await scanner.scan(text);
    expect(performance.getEntriesByType('mark')).toEqual([]);
  });
});

describe('the path of a file', () => {
  const { maskPath } = scanner;
  const [secret = '', otherSecret = ''] = [1, 2].map((seed) =>
    generateSecret('gh|p_[w36]', createRandom(seed)),
  );

  it('shows no secret, preserves folders and extension, and differs from a path with another secret', () => {
    expect(maskPath(`a/${secret}/key-${secret}.txt`)).toMatch(
      /^a\/\u2022{4}([0-9a-f]{8})\/key-\u2022{4}\1\.txt$/,
    );
    expect(maskPath(`${secret}.txt`)).not.toBe(maskPath(`${otherSecret}.txt`));
    expect(maskPath(maskPath(`${secret}.txt`))).toBe(maskPath(`${secret}.txt`));
  });

  it('stays unchanged without a secret', () => {
    const paths = [
      'src/token-2.ts',
      'test/fixtures/password_reset_1.py',
      'a/0123456789abcdef0123456789abcdef01234567.js',
    ];
    expect(paths.map(maskPath)).toEqual(paths);
  });
});
