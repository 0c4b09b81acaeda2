import type { EnvironmentRefusal } from '../store/model/environments.ts';
import { noEnvironment, noPolicy } from './not-found.ts';
import { Refusal } from './refusal.ts';

/** The refusal of a write about an environment. */
export function environmentRefusal(org: string, refusal: EnvironmentRefusal): Refusal {
  const { name } = refusal;
  switch (refusal.outcome) {
    case 'no-environment':
      return noEnvironment(org, name);
    case 'archived':
      return new Refusal('invalid-request', `The environment '${name}' of the organization '${org}' is archived and takes nothing.`, {
        fix: 'Create it again to bring it back.',
      });
    case 'other-type':
      return new Refusal('invalid-request', `The environment '${name}' of the organization '${org}' is of the type ${refusal.type}.`, {
        errors: { type: `must be ${refusal.type}: the type of an environment never changes.` },
      });
    case 'name-taken':
      return new Refusal('invalid-request', `There is an environment '${name}' in the organization '${org}' already.`, {
        errors: { new_name: 'is taken: choose another.' },
      });
    case 'no-policy':
      return noPolicy(org, name);
    case 'not-physical':
      return new Refusal('invalid-request', `The environment '${name}' of the organization '${org}' is logical.`, {
        fix: 'Name one that something is reported to: what runs in a logical one is known from its parts.',
      });
    case 'not-logical':
      return new Refusal('invalid-request', `The environment '${name}' of the organization '${org}' is not logical.`, {
        errors: { included_environments: 'only an environment of the type logical is made of others.' },
      });
  }
}
