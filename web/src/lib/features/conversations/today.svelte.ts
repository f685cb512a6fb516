/** The day it is, for lists by date: looked up again each minute, so that a page left open overnight is right. */

let date = $state.raw(new Date());

setInterval(() => {
  const now = new Date();
  if (now.getDate() !== date.getDate()) date = now;
}, 60_000);

export const today = {
  get date(): Date {
    return date;
  },
};
