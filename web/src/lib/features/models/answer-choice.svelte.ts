/** The chosen model, answer options and source, stored in this browser and shared by its tabs. */
import { readRemembered, remember } from '../../remembered.ts';
import { readOptions, type AnswerOptions } from './read-options.ts';

const modelStorage = 'wherefore.model';
const optionsStorage = 'wherefore.answer-options';
const sourceStorage = 'wherefore.source';

let model = $state<string | null>(readRemembered(modelStorage) || null);
let options = $state.raw<AnswerOptions>(readOptions(readRemembered(optionsStorage)));
let source = $state(readSource());

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === modelStorage || key === null) model = readRemembered(modelStorage) || null;
    if (key === optionsStorage || key === null) options = readOptions(readRemembered(optionsStorage));
    if (key === sourceStorage || key === null) source = readSource();
  });

function readSource(): 'index' | 'live' {
  return readRemembered(sourceStorage) === 'live' ? 'live' : 'index';
}

export const answerChoice = {
  /** Null for the deployment's default model. */
  get model(): string | null {
    return model;
  },
  set model(next) {
    model = next;
    remember(modelStorage, next ?? '');
  },

  get options(): AnswerOptions {
    return options;
  },
  set options(next) {
    options = next;
    remember(optionsStorage, JSON.stringify(next));
  },

  /** Where a signed-in user asks about a repository from GitHub first. */
  get source(): 'index' | 'live' {
    return source;
  },
  set source(next) {
    source = next;
    remember(sourceStorage, next);
  },
};
