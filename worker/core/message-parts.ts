/** A commit's message as git reads it: the first paragraph is its subject, on one line, and the rest its body. */

export interface MessageParts {
  readonly subject: string;
  readonly body: string;
}

export function messageParts(message: string): MessageParts {
  const text = message.replaceAll('\r\n', '\n').trim();
  const end = /\n[^\S\n]*\n/.exec(text);
  const first = end === null ? text : text.slice(0, end.index);
  return {
    subject: first
      .split('\n')
      .map((line) => line.trim())
      .join(' '),
    body: end === null ? '' : text.slice(end.index + end[0].length).trim(),
  };
}
