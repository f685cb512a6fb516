/** Prose is parsed into sentences, each with its heading and sample. */
import { describe, expect, it } from 'vitest';
import { parseProseStatements } from '../../../../worker/answering/compose/prose-statements.ts';

describe('parseProseStatements', () => {
  it('parses Markdown', () => {
    const text =
      '---\ntitle: "Wicks"\n---\n\n# Wicks {#top}\n\nA wick burns. It is trimmed:\n\n```sh\ntrim wick\n```\n\n> NOTE: Not too short.\n\n- One item.\n- Another item.\n';
    expect(parseProseStatements(text)).toMatchObject([
      {
        text: 'A wick burns.',
        heading: 'Wicks',
        sample: { text: 'trim wick', language: 'sh' },
        isFirst: true,
        introducesNext: false,
      },
      { text: 'It is trimmed:', sample: { text: 'trim wick' }, isFirst: false, introducesNext: true },
      { text: 'NOTE: Not too short.', isAside: true, sample: undefined },
      { text: 'One item.' },
      { text: 'Another item.' },
    ]);
  });

  it('parses reStructuredText', () => {
    const text =
      'Wicks\n=====\n\nA wick is trimmed like this::\n\n    trim(wick)\n\n    trim(other)\n\nOr so:\n\n.. code-block:: python\n   :linenos:\n\n   cut(wick)\n\n.. note:: Not too short.\n';
    expect(parseProseStatements(text)).toMatchObject([
      {
        text: 'A wick is trimmed like this::',
        heading: 'Wicks',
        sample: { text: 'trim(wick)\n\ntrim(other)' },
        introducesNext: true,
      },
      { text: 'Or so:', sample: { text: 'cut(wick)', language: 'python' } },
    ]);
  });

  it('assigns a sample to the paragraph before its introduction, and limits section samples to their heading', () => {
    const text =
      'A lamp is lit by hand.\n\nFor example:\n\n```\nlight()\n```\n\n## Later\n\nNo code stands here.\n';
    const [first, , last] = parseProseStatements(text);
    expect(first).toMatchObject({ sample: { text: 'light()' } });
    expect(last).toMatchObject({ text: 'No code stands here.', sectionSample: undefined });
  });

  it('joins a sentence in brackets to the one before it', () => {
    expect(parseProseStatements('Lamps burn for hours. (Default 12)').map(({ text }) => text)).toEqual([
      'Lamps burn for hours. (Default 12)',
    ]);
  });
});
