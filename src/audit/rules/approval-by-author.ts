import type { Approval } from '../facts/shipped.ts';
import { peopleFor } from '../people/known.ts';
import type { People } from '../people/identity.ts';
import { isNamed, namesOf, readingsOf } from '../people/names.ts';
import { demandsOf, foundAt, isApproved, nameOf, whyUnknown } from './approvals.ts';
import { foundIn, named, when } from './words.ts';
import { foundOr, notApplicable, notTested, passed, type ChangeRule, type Found } from './rule.ts';

export const approvalByAuthor: ChangeRule = {
  name: 'approval-by-author',
  about: 'change',
  text: 'An artifact is approved by somebody who did not write the change that it was made from.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
  fix: 'Let somebody else approve the artifact, and report that with approval-report.',
  needs: ['artifacts', 'approvals', 'snapshots'],
  judge(change, world) {
    // An artifact may be made of the pull request's head before it is merged.
    const shas = new Set([...change.commits, ...(change.pull?.commits ?? [])].map(({ sha }) => sha));
    const people = peopleFor(change, world);
    const names = namesOf(change, people);
    // By git alone an author has only the names in the commits.
    const isTold = !world.untold.some(({ source }) => source === 'pull-requests');
    const found: Found[] = [];
    let tested = 0;
    let unnamed = change.deployments.flatMap((one) => (shas.has(one.sha ?? '') ? (whyUnknown(one, world) ?? []) : []))[0];
    for (const demand of demandsOf(world)) {
      const { artifact, decisive, environment } = demand;
      if (artifact.commit === null || !shas.has(artifact.commit) || decisive === undefined || !isApproved(decisive)) continue;
      const by = approversOf(decisive);
      if (by.length === 0) {
        unnamed ??= `the service does not say who gave approval ${decisive.number} in ${artifact.flow}`;
        continue;
      }
      const strangers = isTold ? [] : by.filter((name) => !isNamed(names, name) && !isMapped(people, name));
      if (strangers.length > 0) {
        unnamed ??= `nobody tells whether ${named(strangers)}, who gave approval ${decisive.number} in ${artifact.flow}, wrote the change, because GitHub did not tell the accounts of its authors: name their addresses under \`people\` in .github/compliance-audit.yml, and approve by address`;
        continue;
      }
      tested += 1;
      if (by.some((name) => !isNamed(names, name))) continue;
      const message = `${nameOf(artifact)} was approved for ${environment}${when(decisive.at)} by ${named(by)} alone, who wrote a part of the change that it was made from.`;
      found.push({ ...foundAt(demand, message), change: foundIn(change) });
    }
    return foundOr(found, unnamed !== undefined ? notTested(unnamed) : tested === 0 ? notApplicable : passed);
  },
};

/** Whether the audit's file says which account a name stands for. */
function isMapped(people: People, name: string): boolean {
  return readingsOf(name).some((text) => people.has(text));
}

/** The caller claims who approved; where nobody is named, it is the user of the token that reported it. */
function approversOf({ approvers, by }: Approval): readonly string[] {
  return approvers.length > 0 ? approvers.map(({ name }) => name) : by === null ? [] : [by];
}
