import { describe, expect, it } from 'vitest';
import { mapToOlderVersion, changedRange, readHunks } from './line-map.ts';

const diff = `diff --git a/src/a b.py b/src/a b.py
index 1..2 100644
--- a/src/a b.py\t
+++ b/src/a b.py\t
@@ -2,0 +3,2 @@ def a
+one
+two
@@ -5,2 +8 @@
-x
-- a/not-a-file
+y
@@ -10 +10,0 @@
-gone
diff --git a/b.py b/b.py
--- a/b.py
+++ b/b.py
@@ -1 +1 @@
-x
+y
`;

it('reads hunks by file', () => {
  const hunks = readHunks(diff);
  expect([...hunks.keys()]).toEqual(['src/a b.py', 'b.py']);
  expect(hunks.get('src/a b.py')).toEqual([
    { oldStart: 2, oldCount: 0, newStart: 3, newCount: 2 },
    { oldStart: 5, oldCount: 2, newStart: 8, newCount: 1 },
    { oldStart: 10, oldCount: 1, newStart: 10, newCount: 0 },
  ]);
});

describe('mapToOlderVersion', () => {
  const hunks = readHunks(diff).get('src/a b.py') ?? [];
  it.each([
    [2, { first: 2, last: 2, isGap: false }],
    [3, { first: 2, last: 3, isGap: true }],
    [5, { first: 3, last: 3, isGap: false }],
    [8, { first: 5, last: 6, isGap: false }],
    [9, { first: 8, last: 8, isGap: false }],
    [10, { first: 9, last: 9, isGap: false }],
    [11, { first: 11, last: 11, isGap: false }],
  ])('maps line %i of the newer version', (line, range) =>
    expect(mapToOlderVersion(line, hunks)).toEqual(range),
  );
});

it('maps a hunk that only adds lines to a gap', () => {
  expect(changedRange({ oldStart: 4, oldCount: 0 })).toEqual({ first: 4, last: 5, isGap: true });
});
