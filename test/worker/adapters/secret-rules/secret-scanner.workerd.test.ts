/** The scanner in the runtime it works in. */
import { describe, expect, it } from 'vitest';
import { createSecretScanner } from '../../../../worker/adapters/secret-rules/secret-scanner.ts';
import { secretScannerContract } from '../../../contracts/secret-scanner.ts';
import { secretExamples } from '../../../support/secrets.ts';

const scanner = createSecretScanner();

secretScannerContract(scanner);

describe('a repository', () => {
  it('cannot ask for its keys to be shown', async () => {
    for (const { text } of secretExamples.filter((example) => example.path === 'settings.py')) {
      expect(await scanner.scan(`# secretlint-disable\n${text}`)).toHaveLength(1);
    }
  });

  it('leaves nothing behind in the performance timeline', async () => {
    for (const { text } of secretExamples) await scanner.scan(text);
    expect(performance.getEntriesByType('mark')).toEqual([]);
  });
});
