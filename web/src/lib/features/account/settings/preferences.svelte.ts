/**
 * The preferences of the signed-in user, saved on the server. They are also choices of this browser: the saved ones apply when the page loads, and
 * later choices are saved.
 */
import { api, type Preferences, type Problem } from '../../../api.ts';
import { readRemembered, remember } from '../../../remembered.ts';
import { theme } from '../../../theme.svelte.ts';
import { toAppProblem } from '../../../to-problem.ts';
import { answerChoice } from '../../models/answer-choice.svelte.ts';
import { readStyle, withOption } from '../../models/read-options.ts';

/** The user whose preferences this browser has applied. */
const ownerKey = 'wherefore.preferences-of';

let saved = $state.raw<Preferences>();
let problem = $state.raw<Problem>();

export const preferences = {
  /** Undefined until they are loaded. */
  get current(): Preferences | undefined {
    return saved;
  },
  get problem(): Problem | undefined {
    return problem;
  },

  async begin(userId: string): Promise<void> {
    problem = undefined;
    try {
      saved = await api.readPreferences();
    } catch (thrown) {
      problem = toAppProblem(thrown);
      return;
    }
    apply(saved, readRemembered(ownerKey) !== userId);
    remember(ownerKey, userId);
    $effect.root(() => {
      $effect(() => {
        const chosen = readChosen();
        if (saved !== undefined && !isEqual(saved, chosen)) void preferences.save(chosen);
      });
    });
  },

  /** @returns whether they were saved */
  async save(changes: Partial<Preferences>): Promise<boolean> {
    if (saved === undefined) return false;
    const next = { ...saved, ...changes };
    // Set at once, so that a choice is sent once.
    saved = next;
    try {
      await api.savePreferences(next);
      problem = undefined;
      return true;
    } catch (thrown) {
      problem = toAppProblem(thrown);
      return false;
    }
  },
};

/** The choices of this browser. */
function readChosen(): Preferences {
  const { model, options, source } = answerChoice;
  const { style = 'standard', language = null } = options;
  return { theme: theme.choice, model, answerStyle: style, language, source };
}

function isEqual(one: Preferences, other: Preferences): boolean {
  return (
    one.theme === other.theme &&
    one.model === other.model &&
    one.answerStyle === other.answerStyle &&
    one.language === other.language &&
    one.source === other.source
  );
}

/** With a user that is new in this browser, a choice of this browser prevails over one that the user has not made. */
function apply(loaded: Preferences, isNewHere: boolean): void {
  if (!isNewHere || loaded.theme !== 'system') theme.choose(loaded.theme);
  if (!isNewHere || loaded.model !== null) answerChoice.model = loaded.model;
  if (!isNewHere || loaded.source !== 'index') answerChoice.source = loaded.source;
  let { options } = answerChoice;
  if (!isNewHere || loaded.answerStyle !== 'standard')
    options = withOption(options, 'style', readStyle(loaded.answerStyle));
  if (!isNewHere || loaded.language !== null)
    options = withOption(options, 'language', loaded.language ?? undefined);
  answerChoice.options = options;
}
