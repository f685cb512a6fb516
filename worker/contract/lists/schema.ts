/** Exhaustive lists on the wire. */
import { z } from '@hono/zod-openapi';
import { listNames } from '../../core/answers/list-query.ts';

export const listNameSchema = z.enum(listNames);

function severalOf(value: z.ZodString) {
  return z.union([value, z.array(value).max(50)]).optional();
}

const severalSchema = severalOf(z.string().min(1).max(400));

const wordSchema = z.string().regex(/^[\p{L}\p{N}_-]{1,40}$/u, 'must be one word, such as async');

export const listParametersSchema = z.object({
  name: z.string().min(1).max(400).optional().openapi({
    description:
      'For `raises`, the error (omit it for every raise); for `occurrences`, the text; for `implementations`, the base type. `definitions` and `files` take none.',
  }),
  kinds: severalSchema.openapi({
    description: 'Kinds of definition, such as `class` or `function`; repeat the parameter for several.',
  }),
  decorator: z.string().min(1).max(400).optional().openapi({
    description: 'For `definitions`: a decorator, annotation, attribute or derived trait, without its mark.',
  }),
  modifiers: severalOf(wordSchema).openapi({
    description:
      'For `definitions`: words before the name in the signature, such as `async`, or `exported`; one word each. All must match.',
  }),
  paths: severalSchema.openapi({ description: 'Globs, such as `src/**`; a path must match one of them.' }),
  languages: severalSchema,
  only: z.enum(['tests', 'sources']).optional(),
  limit: z.coerce.number().int().min(1).max(20_000).optional().openapi({
    description: 'Maximum rows. Default: 1,000, or 20,000 for CSV. Counts are not limited.',
  }),
  format: z.enum(['json', 'csv']).optional(),
  version: z.string().min(1).max(200).optional(),
});

const listRowSchema = z
  .object({
    path: z.string(),
    line: z.int(),
    role: z.string(),
    symbol: z.string().optional().openapi({
      description: 'Qualified name of the listed definition, or of the definition that contains the place.',
    }),
    kind: z.string().optional().openapi({
      description: 'Kind of the listed definition; for a file its role, or why it is not indexed.',
    }),
    times: z.int().openapi({ description: 'How often the text occurs in the line; 1 for other lists.' }),
    text: z.string().openapi({ description: 'The line, the signature, or the language of a file.' }),
  })
  .openapi('ListRow');

export const listAnswerSchema = z
  .object({
    list: listNameSchema,
    total: z.int().openapi({ description: 'Everything found, also beyond the rows.' }),
    inTests: z.int(),
    files: z.int().openapi({ description: 'Number of files with results.' }),
    rows: z.array(listRowSchema),
    truncated: z.boolean().openapi({ description: 'The rows are not everything that was found.' }),
    exhaustive: z.boolean().openapi({
      description: 'False if there are `limits`, for example files that were not indexed or parsed.',
    }),
    limits: z
      .array(z.string())
      .openapi({ description: 'Why the list may not be complete, one sentence each.' }),
    repeat: z.string().openapi({ description: 'Path and query string that repeat this query.' }),
    totalMs: z.number(),
  })
  .openapi('ListAnswer');

export type ListName = z.infer<typeof listNameSchema>;
export type ListParameters = z.input<typeof listParametersSchema>;
export type ListAnswer = z.infer<typeof listAnswerSchema>;
