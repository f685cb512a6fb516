/** Recognizes a sentence that greets, states a license or sends the reader elsewhere, and therefore does not say what something is. */

const pointer =
  /^(?:for (?:more|further|a|an|the full|details|help|questions)\b|more (?:information|details)\b|see\b|if you (?:wish|want|would like|have|need|are (?:looking|new))\b|and follow\b|get started by\b|help and questions\b|support questions\b|dual-licensed\b|licensed\b|please\b|check out\b|read (?:the|more)\b|you probably want\b|browse\b|visit\b|hello\b|welcome\b|available as part of\b|(?:the )?(?:full )?documentation (?:is|can|for|lives)\b|run locally\b|note\b|warning\b)/i;

export function isPointer(text: string): boolean {
  return pointer.test(text.trim());
}
