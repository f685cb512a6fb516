/** Extracts the body of a commit message, which follows the subject, and the message of a commit or discussion record. */

export function readMessageBody(message: string, subject: string): string {
  const text = message.replaceAll('\r\n', '\n').trim();
  return (text.startsWith(subject) ? text.slice(subject.length) : text).trim();
}

/** Returns the text after the first empty line of a record. The lines before it are metadata, such as id, author and date. */
export function readRecordMessage(record: string): string {
  const end = record.indexOf('\n\n');
  return end < 0 ? '' : record.slice(end + 2);
}

/** A message up to these limits is shown in full. */
const maxFoldedLines = 8;
const maxFoldedLength = 700;

/** Returns the beginning of a long message, up to the end of a line or word; null if the message is short. */
export function foldMessage(body: string): string | null {
  const lines = body.split('\n');
  if (lines.length <= maxFoldedLines + 2 && body.length <= maxFoldedLength + 200) return null;
  const beginning = lines.slice(0, maxFoldedLines).join('\n');
  if (beginning.length <= maxFoldedLength) return `${beginning.trimEnd()}\n…`;
  const cut = beginning.slice(0, maxFoldedLength);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxFoldedLength / 2)).trimEnd()} …`;
}
