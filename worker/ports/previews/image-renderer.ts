/** Renders drawings as images. */

export interface ImageRenderer {
  /**
   * Renders an SVG drawing whose texts use the font family `Inter` with weight 400 or 600. Characters outside Latin-1 may be missing.
   * @returns a PNG file in the size of the drawing
   */
  renderPng(svg: string): Promise<Uint8Array<ArrayBuffer>>;
}
