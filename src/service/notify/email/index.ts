import type { InputOf, Target } from '../target.ts';

/** The target is kept and shown, but nothing is sent to it. */
export const email: Target<InputOf<'EMAIL'>> = {
  type: 'EMAIL',
  check: () => ({}),
  keep: ({ emails }) => ({ target: { type: 'EMAIL', emails } }),
  show: ({ emails }) => ({ emails }),
};
