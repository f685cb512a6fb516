/** Selects the answerers of an evaluation: the given models and embedders and, with `--ablate`, the ones to compare them with. */

import { usageError } from '../../../clients/cli/command-error.ts';

export interface Answerer {
  readonly name: string;
  /** `provider/model` or `embedded`. */
  readonly model: string;
  /** Settings of the server that runs it. */
  readonly vars: Readonly<Record<string, string>>;
  /** Suffix of the server's data folder; empty for the configured embedder. */
  readonly settings: string;
}

const ablations = ['models', 'embedders'];
/** Environment variables for provider addresses and prices. Keys are sent with each question instead. */
const forwardedVariables =
  /^(?:OPENAI_URL|GROQ_URL|COMPATIBLE_URL|GOOGLE_URL|ANTHROPIC_URL|MODEL_[A-Z_]+|EMBEDDER(?:_URL|_MODEL|_DIMENSIONS|_TOKENS)?)$/;

/**
 * @param models names such as `provider/model`; an empty list selects the embedded answerer
 * @param ablate `models` adds the embedded answerer. `embedders` also runs each answerer without vectors and, if another embedder is configured, with the embedded one
 */
export function selectAnswerers(
  models: readonly string[],
  ablate: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): readonly Answerer[] {
  const unknown = ablate.filter((name) => !ablations.includes(name));
  if (unknown.length > 0)
    throw usageError(`Unknown ablation "${unknown.join(', ')}".`, `Known: ${ablations.join(', ')}.`);
  const writers =
    models.length === 0 ? ['embedded'] : ablate.includes('models') ? [...models, 'embedded'] : models;
  const vars = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      forwardedVariables.test(name) && value !== undefined ? [[name, value] as const] : [],
    ),
  );
  const configured = vars['EMBEDDER'] ?? 'embedded';
  const embedders = ablate.includes('embedders')
    ? [...new Set([configured, 'embedded', 'none'])]
    : [configured];
  return embedders.flatMap((embedder) =>
    writers.map((model) => ({
      name:
        embedders.length === 1
          ? model
          : `${model}, ${embedder === 'none' ? 'no vectors' : `${embedder} vectors`}`,
      model,
      vars: { ...vars, EMBEDDER: embedder },
      settings: embedder === configured ? '' : embedder,
    })),
  );
}
