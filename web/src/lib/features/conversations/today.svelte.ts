/** The current day, for lists by date. It is checked every minute, so that a page left open overnight stays correct. */

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
