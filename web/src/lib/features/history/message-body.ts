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
