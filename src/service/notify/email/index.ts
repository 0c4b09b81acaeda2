import type { InputOf, Target } from '../target.ts';

/** Kept and shown; nothing is sent to it. */
export const email: Target<InputOf<'EMAIL'>> = {
  type: 'EMAIL',
  check: () => ({}),
  keep: ({ emails }) => ({ target: { type: 'EMAIL', emails } }),
  show: ({ emails }) => ({ emails }),
};
