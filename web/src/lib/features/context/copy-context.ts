/** Copies the context of a question to the clipboard: the Markdown that any assistant can answer from. */
import type { Client } from '../../../../../worker/contract/client.ts';
import { formatCountOf } from '../../format.ts';
import { toProblem } from '../../to-problem.ts';

export interface ContextPlace {
  readonly repositoryId: string;
  readonly question: string;
  /** A snapshot or version; undefined for the default version. */
  readonly version: string | undefined;
}

export type CopyOutcome =
  | { readonly isCopied: true; readonly message: string }
  | { readonly isCopied: false; readonly message: string };

/** Writes a text to the clipboard that is not known yet. */
type WriteText = (text: Promise<string>) => Promise<void>;

/** The longest question that the server accepts. */
const maxQuestionLength = 4000;

export async function copyContext(
  client: Pick<Client, 'context'>,
  { repositoryId, question, version }: ContextPlace,
  write: WriteText = writeToClipboard,
): Promise<CopyOutcome> {
  const response = client.context(repositoryId, {
    question: question.slice(0, maxQuestionLength),
    ...(version === undefined ? {} : { version }),
  });
  const text = response.then(({ markdown }) => markdown);
  // `write` may fail before it waits for the text.
  text.catch(() => undefined);
  const written = write(text).then(
    () => true,
    () => false,
  );
  try {
    const { tokens, spans } = await response;
    if (spans.length === 0) return { isCopied: false, message: 'Nothing in the repository matches.' };
    if (!(await written))
      return { isCopied: false, message: 'The browser blocked copying. Allow access to the clipboard.' };
    return { isCopied: true, message: `Copied ${formatCountOf(tokens, 'token')}` };
  } catch (thrown) {
    const { title, detail } = toProblem(thrown, {
      title: 'The context was not copied',
      code: 'internal',
      fix: 'Try again.',
    });
    return { isCopied: false, message: `${title}. ${detail}` };
  }
}

/** Starts writing at once, because some browsers allow it only directly after a click; the text may follow later. */
async function writeToClipboard(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
