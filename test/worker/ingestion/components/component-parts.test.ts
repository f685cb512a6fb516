/** Parts of Svelte and Vue files in every notation of their tags. */
import { describe, expect, it } from 'vitest';
import { findComponentParts } from '../../../../worker/ingestion/components/component-parts.ts';

const parts = (text: string): [string, string, string | undefined][] =>
  findComponentParts(text).map(({ kind, inner, language }) => [
    kind,
    text.slice(inner.start, inner.end),
    language,
  ]);

describe('component parts', () => {
  it('are scripts, styles and the markup between them', () =>
    expect(parts('<script lang="ts">a</script>\n\n<p>b</p>\n\n<style>\nc</style>\n')).toEqual([
      ['script', 'a', 'ts'],
      ['template', '<p>b</p>', undefined],
      ['style', '\nc', undefined],
    ]));

  it('contain nested templates as one part', () =>
    expect(parts('<template>\n  <template #a>x</template>\n</template>\n')).toEqual([
      ['template', '\n  <template #a>x</template>\n', undefined],
    ]));

  it('read attributes with a bracket in quotes', () =>
    expect(parts("<script generics=\"T extends Map<string, 'a'>\" lang='ts'>a</script>")).toEqual([
      ['script', 'a', 'ts'],
    ]));

  it('treat a tag inside markup as markup', () =>
    expect(parts('<div>\n  <style>x</style>\n</div>\n').map(([kind]) => kind)).toEqual(['template']));

  it('end with the file if a tag is never closed', () =>
    expect(parts('<p/>\n<script>\nlet a;\n')).toEqual([
      ['template', '<p/>', undefined],
      ['script', '\nlet a;\n', undefined],
    ]));

  it('are empty for whitespace', () => expect(parts(' \n')).toEqual([]));
});
