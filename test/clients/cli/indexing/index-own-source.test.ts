/** Wherefore indexes its own source without the question sets. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../../../../clients/cli/local-server/project-folder.ts';
import { packProject } from '../../../support/files/own-source.ts';

test('excludes the question sets, and no other file of the evaluation', async () => {
  const { files } = await packProject();
  const paths = [...files.keys()];

  expect(existsSync(join(projectFolder, 'test/eval/sets/confidence-fit.jsonl'))).toBe(true);
  expect(paths.filter((path) => path.startsWith('test/eval/sets/'))).toEqual([]);
  expect(paths).toContain('test/eval/read-cases.ts');
  expect(paths).toContain('clients/cli/indexing/index-own-source.ts');
});
