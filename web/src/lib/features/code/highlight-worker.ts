/**
 * A web worker that highlights texts. It sends packed lines in batches, so that the start of a long file is colored at once. A text can be
 * canceled, and a text without a grammar stays plain.
 */
import { createHighlighterCore, type GrammarState } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { loadGrammar } from './grammars.ts';
import { packLine, type PackedLine } from './line-spans.ts';
import { splitLines } from './split-lines.ts';
import { tokenTheme } from './token-theme.ts';

const batchSize = 200;
/** Longer lines stay plain, since a minified line would block the worker for seconds. */
const maxLineLength = 4000;

const activeIds = new Set<number>();
const grammarNames = new Map<string, Promise<string | null>>();
const highlighter = createHighlighterCore({
  themes: [tokenTheme],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

self.addEventListener('message', (event: MessageEvent<HighlightRequest>) => {
  const request = event.data;
  if (request.type === 'cancel') {
    activeIds.delete(request.id);
    return;
  }
  activeIds.add(request.id);
  void highlight(request).finally(() => {
    activeIds.delete(request.id);
    reply({ id: request.id, firstLine: 0, lines: [], isFinal: true });
  });
});

async function highlight({ id, language, text }: HighlightText): Promise<void> {
  const core = await highlighter;
  const grammar = await findGrammarName(language);
  if (grammar === null) return;
  const lines = splitLines(text);
  let state: GrammarState | undefined;
  for (let first = 0; first < lines.length && activeIds.has(id); first += batchSize) {
    const tokens = core.codeToTokensBase(lines.slice(first, first + batchSize).join('\n'), {
      lang: grammar,
      theme: 'token-kinds',
      tokenizeMaxLineLength: maxLineLength,
      ...(state === undefined ? {} : { grammarState: state }),
    });
    state = core.getLastGrammarState(tokens);
    reply({ id, firstLine: first, lines: tokens.map(packLine), isFinal: false });
    // Lets the worker receive messages that cancel this text or contain a new one.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** Finds the highlighter's name of a language. A grammar that failed to load is requested again for the next text. */
async function findGrammarName(language: string): Promise<string | null> {
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

interface HighlightText {
  readonly type: 'highlight';
  readonly id: number;
  readonly language: string;
  readonly text: string;
}

export type HighlightRequest = HighlightText | { readonly type: 'cancel'; readonly id: number };

export interface HighlightReply {
  readonly id: number;
  /** Zero-based. */
  readonly firstLine: number;
  readonly lines: readonly PackedLine[];
  /** True in a final message without lines. */
  readonly isFinal: boolean;
}
