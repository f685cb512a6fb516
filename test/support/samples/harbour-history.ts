/** A git repository of a harbor with a history worth asking about: a line is added, changed for a reason, its file renamed, then a long log. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../files/git.ts';

export interface HarbourHistory {
  /** Added the tides. */
  readonly first: string;
  /** Rounded the heights; its message gives the reason. */
  readonly rounded: string;
  /** Renamed `harbour/tides.py` to `harbour/gauge.py`. */
  readonly renamed: string;
}

export const rounding = 'Captains were misled by noise of the gauge.';
/** Number of commits to the log, after the three others. */
export const logCommits = 52;

const tides = (height: string): string => `"""Tides of the harbour."""


def tide_height(gauge, hour):
    """The height of the water above the sill at an hour."""
    height = gauge.read(hour)
    return ${height}


def is_high(gauge, hour):
    """Whether a ship of any draught may enter."""
    return tide_height(gauge, hour) > 4.5
`;

/** Creates the repository in an empty folder. */
export function createHarbourRepository(folder: string): HarbourHistory {
  let day = 0;
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const commit = (message: string): string => {
    day += 1;
    git(folder, 'add', '--all');
    const date = `2024-03-${String(Math.min(day, 28)).padStart(2, '0')}T12:00:00Z`;
    git(folder, 'commit', '--quiet', '--date', date, '--message', message);
    return git(folder, 'rev-parse', 'HEAD');
  };
  git(folder, 'init', '--quiet');
  write('harbour/tides.py', tides('height'));
  write('README.md', '# Harbour\n\nTells the tide to ships that wait outside.\n');
  const first = commit('Tell the tides of the harbour (#3)');
  write('harbour/tides.py', tides('round(height, 2)'));
  const rounded = commit(`Round heights to centimetres (#7)\n\n${rounding}\n\nFixes #5`);
  git(folder, 'mv', 'harbour/tides.py', 'harbour/gauge.py');
  const renamed = commit('Call the tides by what reads them');
  for (let entry = 1; entry <= logCommits; entry += 1) {
    write('log.md', `# Log\n\nEntry ${entry}.\n`);
    commit(`Log entry ${entry}`);
  }
  return { first, rounded, renamed };
}
