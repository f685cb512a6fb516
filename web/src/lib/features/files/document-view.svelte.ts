/**
 * Whether a Markdown file is shown rendered or as source. It is rendered at first, unless the address names lines. A choice of the user holds
 * until another file or other lines open.
 */
import type { FileText } from '../../api.ts';
import type { LineRange } from '../code/line-range.ts';

interface DocumentViewState {
  readonly canRender: boolean;
  isRendered: boolean;
}

/** Longer documents would block the page while they are rendered. */
const maxRenderedLength = 400_000;

/** Call it during component initialization. */
export function createDocumentView(options: {
  readonly file: () => FileText;
  readonly range: () => LineRange | null;
}): DocumentViewState {
  const place = $derived(`${options.file().path}#${options.range()?.startLine ?? ''}`);
  let choice = $state.raw<{ readonly place: string; readonly isRendered: boolean }>();
  const canRender = $derived.by(() => {
    const { language, text, page } = options.file();
    const isMarkdown = language === 'markdown' && page === undefined;
    return isMarkdown && text !== '' && text.length <= maxRenderedLength;
  });
  return {
    get canRender() {
      return canRender;
    },
    get isRendered() {
      if (!canRender) return false;
      return choice?.place === place ? choice.isRendered : options.range() === null;
    },
    set isRendered(isRendered) {
      choice = { place, isRendered };
    },
  };
}
