import { everyone, short, when, who } from './words.ts';
import { reviewRule } from './review-rule.ts';

export const changedAfterReview = reviewRule({
  name: 'changed-after-review',
  text: 'What is merged is what was approved: nobody adds anything after the last approval.',
  severity: 'high',
  fix: 'Have the commits after the approval reviewed now, and let the branch dismiss an approval when somebody pushes.',
  message({ by }, { head, mergedAt, mergedBy, number }) {
    const heads = [...new Set(by.map(({ commit }) => (commit === null ? 'a commit that is gone' : short(commit))))].join(', ');
    const approved = `${everyone(by.map((review) => review.by))} approved #${number} at ${heads}`;
    if (by.every(({ commit }) => commit === head))
      return `${approved}; somebody then made the merge by hand, pushed it${when(mergedAt)}, and it holds what nobody approved.`;
    return `${approved}; it was merged at ${short(head)}${when(mergedAt)} by ${who(mergedBy)}, with commits that nobody approved.`;
  },
});
