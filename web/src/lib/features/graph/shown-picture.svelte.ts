/** The picture shown now, for what stands beside it: how to draw it as a file, if there is one. */
let draw = $state.raw<(() => string) | null>(null);

export const shownPicture = {
  get draw(): (() => string) | null {
    return draw;
  },
  set(drawn: (() => string) | null): void {
    draw = drawn;
  },
};
