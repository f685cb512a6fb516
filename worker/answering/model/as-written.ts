/**
 * A claim as it was written before its text was made harmless, as far as that touches what is quoted: a quotation is held to the evidence
 * letter by letter, and an address or a bracket within it is shown apart. For the checks alone; what is shown stays harmless.
 */

const quotation = /“[^”]{2,600}”|(?<![\p{L}\p{N}])"[^"\n]{2,600}"/gu;

export function asWritten(text: string): string {
  return text.replace(quotation, restored).replace(/`[^`\n]{1,400}`/g, (code) => code.replaceAll('\\|', '|'));
}

function restored(quote: string): string {
  return quote
    .replace(/ ?`((?:https?:\/\/|ftp:\/\/|www\.|mailto:|xmpp:)[^`\s]*)`/gi, (whole, address: string) =>
      whole.startsWith(' ') ? ` ${address}` : address,
    )
    .replaceAll('] (', '](')
    .replaceAll('] :', ']:')
    .replace(/< (?=[A-Za-z/!?])/g, '<')
    .replace(/(?<=[A-Za-z0-9_.+-]) @(?=[A-Za-z0-9_-]+\.)/g, '@')
    .replace(/(?<=[A-Za-z0-9+.-]): \/\//g, '://')
    .replaceAll('&#96;', '`')
    .replaceAll('&#126;', '~')
    .replace(/&amp;(?=#?[A-Za-z0-9]{1,31};)/g, '&')
    .replace(/\\\\(?=[/:@.])/g, '\\');
}
