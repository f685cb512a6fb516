/** Recognizes files that a build writes next to its sources, so that the sources rank above them. */

const buildOutput =
  /(?:^|\/)(?:dist|build|out|bundles?|umd|esm|cjs|vendor|generated|gen)\/|\.min\.|[._-](?:generated|gen|pb)\.|\.cjs$/i;

export function isBuildOutput(path: string): boolean {
  return buildOutput.test(path);
}
