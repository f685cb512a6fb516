/**
 * Highlights off the page's thread. In comes a text and its language; out go its lines, packed, some hundred at a time,
 * so that the start of a long file is coloured at once. A text can be given up; one without a grammar stays plain.
 */
import { createHighlighterCore, type GrammarState } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import type { HighlightReply, HighlightRequest, HighlightText } from './highlight-messages.ts';
import { loadGrammar } from './load-grammar.ts';
import { packLine } from './line-spans.ts';
import { splitLines } from './split-lines.ts';
import { tokenTheme } from './token-kinds.ts';

const linesAtOnce = 200;
/** Longer lines are shown plain; a minified line would hold the worker for seconds. */
const maxLineLength = 4000;

const wanted = new Set<number>();
const grammarNames = new Map<string, Promise<string | null>>();
const highlighter = createHighlighterCore({
  themes: [tokenTheme],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

self.addEventListener('message', (event: MessageEvent<HighlightRequest>) => {
  const request = event.data;
  if (request.type === 'give-up') {
    wanted.delete(request.id);
    return;
  }
  wanted.add(request.id);
  void highlight(request).finally(() => {
    wanted.delete(request.id);
    reply({ id: request.id, firstLine: 0, lines: [], done: true });
  });
});

async function highlight({ id, language, text }: HighlightText): Promise<void> {
  const core = await highlighter;
  const grammar = await grammarNameOf(language);
  if (grammar === null) return;
  const lines = splitLines(text);
  let state: GrammarState | undefined;
  for (let first = 0; first < lines.length && wanted.has(id); first += linesAtOnce) {
    const tokens = core.codeToTokensBase(lines.slice(first, first + linesAtOnce).join('\n'), {
      lang: grammar,
      theme: 'token-kinds',
      tokenizeMaxLineLength: maxLineLength,
      ...(state === undefined ? {} : { grammarState: state }),
    });
    state = core.getLastGrammarState(tokens);
    reply({ id, firstLine: first, lines: tokens.map(packLine), done: false });
    // Lets a message that gives this text up, or brings a new one, come in between.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** A grammar that could not be loaded is tried again with the next text. */
async function grammarNameOf(language: string): Promise<string | null> {
  const core = await highlighter;
  const loading = grammarNames.get(language) ?? loadGrammar(core, language);
  grammarNames.set(language, loading);
  return loading.catch(() => {
    grammarNames.delete(language);
    return null;
  });
}

function reply(message: HighlightReply): void {
  self.postMessage(message, { transfer: [] });
}
