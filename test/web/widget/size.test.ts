/** Sizes of the built widget, which sites load: at most 15 kB compressed before it is opened, and 60 kB after. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildWeb } from '../../../clients/cli/local-server/build.ts';

const build = new URL('../../../web/build/', import.meta.url);

function gzippedBytes(pattern: RegExp): number {
  const names = readdirSync(build).filter((name) => pattern.test(name));
  expect(names.length).toBeGreaterThan(0);
  return names.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, build))).length, 0);
}

beforeAll(() => buildWeb(() => undefined), 300_000);

test('the loader has at most 15 kB, and all scripts of the widget at most 60 kB', () => {
  expect(gzippedBytes(/^widget\.js$/)).toBeLessThan(15_000);
  expect(gzippedBytes(/^widget.*\.js$/)).toBeLessThan(60_000);
});
