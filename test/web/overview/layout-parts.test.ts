/** Lays out the parts of a repository and names them. */
import { describe, expect, it } from 'vitest';
import { boxHeight, layoutParts } from '../../../web/src/lib/features/overview/layout-parts.ts';
import { describePart, shortLabels } from '../../../web/src/lib/features/overview/part-labels.ts';

const part = (path: string, isDirect = false) => ({ path, files: 3, lines: 40, isDirect });
const link = (from: string, to: string, imports = 1) => ({
  from,
  to,
  imports,
  calls: 0,
  uses: 2,
  example: { path: `${from}/a.py`, line: 1 },
});

describe('the picture', () => {
  const parts = [part('src/a'), part('src/b'), part('src', true), part('src/alone')];
  const picture = layoutParts({
    parts,
    moreParts: 0,
    links: [link('src/a', 'src/b', 12), link('src', 'src/a'), link('src/b', 'src')],
  });

  it('contains the linked parts, none over another, within its size', () => {
    expect(picture.boxes.map(({ label }) => label)).toEqual(['a', 'b', '*']);
    for (const [index, box] of picture.boxes.entries()) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(picture.width);
      expect(box.y + boxHeight).toBeLessThanOrEqual(picture.height);
      for (const other of picture.boxes.slice(index + 1)) {
        const isBeside = box.x + box.width <= other.x || other.x + other.width <= box.x;
        const isAbove = box.y + boxHeight <= other.y || other.y + boxHeight <= box.y;
        expect(isBeside || isAbove).toBe(true);
      }
    }
  });

  it('draws a line with its count for each link, heavier for more references', () => {
    expect(picture.lines.map(({ total }) => total)).toEqual([14, 3, 3]);
    expect(picture.lines[0]?.title).toBe('src/a to src/b: 12 imports, 2 other uses');
    expect(picture.lines[0]?.weight).toBeGreaterThan(picture.lines[1]?.weight ?? Infinity);
    for (const { line } of picture.lines) expect(line).toMatch(/^M[\d.]+ [\d.]+.*L[\d.]+ [\d.]+$/);
  });

  it('draws the files of the root folder', () => {
    const { boxes, lines } = layoutParts({
      parts: [part('', true), part('src'), part('test')],
      moreParts: 0,
      links: [link('', 'src'), link('test', ''), link('src', 'test'), link('test', 'src')],
    });
    expect(boxes.map(({ path }) => path)).toEqual(['', 'src', 'test']);
    expect(lines).toHaveLength(4);
  });

  it('draws only the strongest links of many', () => {
    const many = Array.from({ length: 9 }, (_, index) => part(`p${index}`));
    const links = many.flatMap((from) =>
      many.filter((to) => to !== from).map((to) => link(from.path, to.path)),
    );
    expect(layoutParts({ parts: many, moreParts: 0, links }).lines).toHaveLength(22);
  });
});

describe('the name of a part', () => {
  it('distinguishes the root, its files and the files directly in a folder', () => {
    expect([part(''), part('', true), part('src', true), part('src')].map(describePart)).toEqual([
      'root package',
      'files at the root',
      'src/*',
      'src',
    ]);
  });

  it('omits the folders that all parts share', () => {
    const labels = shortLabels([part('packages/ui/client'), part('packages/ui/server')]);
    expect([...labels.values()]).toEqual(['client', 'server']);
    expect([...shortLabels([part('packages/a'), part('tools')]).values()]).toEqual(['packages/a', 'tools']);
  });
});
