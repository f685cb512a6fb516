/** Parts of Svelte and Vue files, in all the ways their tags are written. */
import { describe, expect, it } from 'vitest';
import { componentParts } from '../../../worker/ingestion/component-parts.ts';

const partsOf = (text: string): [string, string, string | undefined][] =>
  componentParts(text).map(({ kind, inner, language }) => [
    kind,
    text.slice(inner.start, inner.end),
    language,
  ]);

describe('component parts', () => {
  it('are scripts, styles and the markup between', () =>
    expect(partsOf('<script lang="ts">a</script>\n\n<p>b</p>\n\n<style>\nc</style>\n')).toEqual([
      ['script', 'a', 'ts'],
      ['template', '<p>b</p>', undefined],
      ['style', '\nc', undefined],
    ]));

  it('hold a template with templates in it whole', () =>
    expect(partsOf('<template>\n  <template #a>x</template>\n</template>\n')).toEqual([
      ['template', '\n  <template #a>x</template>\n', undefined],
    ]));

  it('read attributes with a bracket in quotes', () =>
    expect(partsOf("<script generics=\"T extends Map<string, 'a'>\" lang='ts'>a</script>")).toEqual([
      ['script', 'a', 'ts'],
    ]));

  it('leave a tag within markup to the markup', () =>
    expect(partsOf('<div>\n  <style>x</style>\n</div>\n').map(([kind]) => kind)).toEqual(['template']));

  it('end with the file where a tag is never closed', () =>
    expect(partsOf('<p/>\n<script>\nlet a;\n')).toEqual([
      ['template', '<p/>', undefined],
      ['script', '\nlet a;\n', undefined],
    ]));

  it('of nothing are none', () => expect(partsOf(' \n')).toEqual([]));
});
