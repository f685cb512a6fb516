/** Who answers in an evaluation, by what models and embedders: those named, and with `--ablate` those they are held against. */

import { usageError } from '../../../clients/cli/command-error.ts';

export interface Answerer {
  readonly name: string;
  /** `provider/model` or `embedded`. */
  readonly model: string;
  /** Settings of a server of its own. */
  readonly vars: Readonly<Record<string, string>>;
  /** Tells its index from others; empty for the server as it is set up. */
  readonly settings: string;
}

const ablations = ['models', 'embedders'];
/** Where vendors are and what their words cost: as the environment has it. Keys go with each question instead. */
const passedOn =
  /^(?:OPENAI_URL|GROQ_URL|COMPATIBLE_URL|GOOGLE_URL|ANTHROPIC_URL|MODEL_[A-Z_]+|EMBEDDER(?:_URL|_MODEL|_DIMENSIONS|_TOKENS)?)$/;

/**
 * @param models `provider/model`; none: the embedded answerer
 * @param ablate `models`: the embedded answerer beside them. `embedders`: each of them without vectors too, and, where the environment names another embedder, with the embedded one
 */
export function answerers(
  models: readonly string[],
  ablate: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): readonly Answerer[] {
  const unknown = ablate.filter((one) => !ablations.includes(one));
  if (unknown.length > 0)
    throw usageError(
      `There is nothing called "${unknown.join(', ')}" to leave out of answers.`,
      `Known: ${ablations.join(', ')}.`,
    );
  const writers =
    models.length === 0 ? ['embedded'] : ablate.includes('models') ? [...models, 'embedded'] : models;
  const vars = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      passedOn.test(name) && value !== undefined ? [[name, value] as const] : [],
    ),
  );
  const own = vars['EMBEDDER'] ?? 'embedded';
  const embedders = ablate.includes('embedders') ? [...new Set([own, 'embedded', 'none'])] : [own];
  return embedders.flatMap((embedder) =>
    writers.map((model) => ({
      name:
        embedders.length === 1
          ? model
          : `${model}, ${embedder === 'none' ? 'no vectors' : `${embedder} vectors`}`,
      model,
      vars: { ...vars, EMBEDDER: embedder },
      settings: embedder === own ? '' : embedder,
    })),
  );
}
