import { wrongUse } from '../errors/index.ts';
import { given } from '../text/index.ts';
import { refuseWrongRule, warningsOf } from './auth/oidc/rule-faults.ts';
import type { NewOidcRule, OidcRule } from './resources/oidc/tables.ts';
import type { Place } from './store/open-data.ts';
import { inKeptData } from './tokens.ts';

export interface AddedRule {
  readonly id: string;
  /** Whether a rule that says the same was there before. */
  readonly wasThere: boolean;
  /** Jobs that it lets in and that its author may not have meant, a sentence each. */
  readonly warnings: readonly string[];
}

/** Adds a rule that lets jobs into an organization. May run next to a service on the same data. Throws a UsageError. */
export async function addOidcRule(dataDir: Place, rule: NewOidcRule): Promise<AddedRule> {
  refuseWrongRule(rule);
  const { flows, ...others } = rule;
  const wanted = { ...others, ...given({ flows: flows && [...new Set(flows)] }) };
  const result = await inKeptData(dataDir, (store) => store.addOidcRule(wanted));
  switch (result.outcome) {
    case 'added':
    case 'there':
      return { id: result.id, wasThere: result.outcome === 'there', warnings: warningsOf(rule) };
    case 'no-organization':
      throw wrongUse(
        `There is no organization '${rule.org}'.`,
        'Check the spelling; `token create --new-org` makes an organization, with a token of its first administrator.',
      );
    case 'too-many':
      throw wrongUse(
        `The organization '${rule.org}' has as many rules as it can have.`,
        'Remove those that nobody needs: `oidc-rule list` shows them.',
      );
  }
}

/** Every rule that is in force, by organization and repository. */
export function listOidcRules(dataDir: Place): Promise<readonly OidcRule[]> {
  return inKeptData(dataDir, (store) => store.listOidcRules());
}

/** Removes a rule: it lets no job in from then on, and access that it gave ends too, also at a running service. Throws a UsageError. */
export async function removeOidcRule(dataDir: Place, id: string): Promise<OidcRule> {
  const rule = await inKeptData(dataDir, (store) => store.removeOidcRule(id));
  if (rule !== undefined) return rule;
  throw wrongUse(
    `No rule has the identifier '${id}'.`,
    'Run `oidc-rule list` with the same --data: it shows the identifiers of all rules that are in force.',
  );
}
