import { everyone, when, who } from './words.ts';
import { reviewRule } from './review-rule.ts';

export const approvedByAuthor = reviewRule({
  name: 'approved-by-author',
  text: 'Nobody approves what they opened, wrote, co-wrote, committed, or asked an agent for.',
  severity: 'high',
  fix: 'Have somebody who wrote nothing of it review the change now; ask a third person where two write together.',
  message: ({ by }, { mergedAt, mergedBy, number }) =>
    `Only ${everyone(by.map((review) => review.by))}, who wrote a part of #${number}, approved it; ${who(mergedBy)} merged it${when(mergedAt)}.`,
});
