/** Creates a git repository of a harbor with a history: a line is added, then changed for a stated reason, its file is renamed, and many log entries follow. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../files/git.ts';

export interface HarbourHistory {
  /** The commit that added `harbour/tides.py`. */
  readonly first: string;
  /** The commit that rounded the heights. Its message states the reason. */
  readonly rounded: string;
  /** The commit that renamed `harbour/tides.py` to `harbour/gauge.py`. */
  readonly renamed: string;
}

export const rounding = 'Captains were misled by noise of the gauge.';
/** Number of commits to `log.md`, after the other three commits. */
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
