import { everyone, when, who } from './words.ts';
import { reviewRule } from './review-rule.ts';

export const mergedWithoutReview = reviewRule({
  name: 'merged-without-review',
  text: 'Before a pull request is merged, a person who wrote nothing of it approves it, and nobody asks for changes in vain.',
  severity: 'high',
  fix: 'Have somebody who wrote nothing of it review the change now, and require an approval by a rule of the branch.',
  message({ against }, { mergedAt, mergedBy, number, openedBy }) {
    const merged = `#${number} by ${who(openedBy)} was merged by ${who(mergedBy)}${when(mergedAt)}`;
    if (against.length === 0) return `${merged}, and no person had approved it.`;
    return `${merged}, though ${everyone(against.map(({ by }) => by))} had asked for changes.`;
  },
});
