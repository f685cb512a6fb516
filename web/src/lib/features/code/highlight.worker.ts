/**
 * Highlights off the page's thread. In comes a text and its language; out go its lines, packed, some hundred at a time,
 * so that the start of a long file is coloured at once. A text can be given up.
 */
import { createHighlighterCore, type GrammarState, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { grammarOf } from './grammars.ts';
import type { HighlightReply, HighlightRequest } from './highlight-messages.ts';
import { packLine } from './line-spans.ts';
import { splitLines } from './split-lines.ts';
import { tokenTheme } from './token-kinds.ts';

const linesAtOnce = 200;
/** Longer lines are shown plain; a minified line would hold the worker for seconds. */
const maxLineLength = 4000;

const given = new Set<number>();
const grammarNames = new Map<string, Promise<string | null>>();
const highlighter = createHighlighterCore({
  themes: [tokenTheme],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

self.addEventListener('message', (event: MessageEvent<HighlightRequest>) => {
  const request = event.data;
  if (request.type === 'give-up') given.delete(request.id);
  else {
    given.add(request.id);
    void highlight(request);
  }
});

async function highlight(request: Extract<HighlightRequest, { type: 'highlight' }>): Promise<void> {
  const grammar = await loadGrammar(request.language);
  if (grammar === null) return reply({ id: request.id, firstLine: 0, lines: [], done: true });
  const core = await highlighter;
  const lines = splitLines(request.text);
  let state: GrammarState | undefined;
  for (let first = 0; first < lines.length; first += linesAtOnce) {
    const code = lines.slice(first, first + linesAtOnce).join('\n');
    state = step(core, { code, grammar, state, request, first, done: first + linesAtOnce >= lines.length });
    // Lets a message that gives this text up, or brings a new one, come in between.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (!given.has(request.id)) return;
  }
}

interface Step {
  readonly code: string;
  readonly grammar: string;
  readonly state: GrammarState | undefined;
  readonly request: { readonly id: number };
  readonly first: number;
  readonly done: boolean;
}

function step(core: HighlighterCore, part: Step): GrammarState | undefined {
  const tokens = core.codeToTokensBase(part.code, {
    lang: part.grammar,
    theme: 'token-kinds',
    tokenizeMaxLineLength: maxLineLength,
    ...(part.state === undefined ? {} : { grammarState: part.state }),
  });
  reply({ id: part.request.id, firstLine: part.first, lines: tokens.map(packLine), done: part.done });
  return core.getLastGrammarState(tokens);
}

/** The name under which a language's grammar is loaded, null when there is none. */
function loadGrammar(language: string): Promise<string | null> {
  const known = grammarNames.get(language);
  if (known !== undefined) return known;
  const loading = loadFresh(language);
  grammarNames.set(language, loading);
  return loading;
}

async function loadFresh(language: string): Promise<string | null> {
  const load = grammarOf(language);
  if (load === undefined) return null;
  const core = await highlighter;
  const before = new Set(core.getLoadedLanguages());
  const loaded = await load();
  await core.loadLanguage(loaded);
  // A grammar brings those it embeds; its own comes last.
  const registrations = 'default' in loaded ? loaded.default : loaded;
  const own = Array.isArray(registrations) ? registrations.at(-1)?.name : undefined;
  return own ?? core.getLoadedLanguages().find((name) => !before.has(name)) ?? null;
}

function reply(message: HighlightReply): void {
  self.postMessage(message, { transfer: [] });
}
