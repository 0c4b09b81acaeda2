import { JobRuleInput } from '../../../contract/index.ts';
import { roles } from '../../../contract/limits.ts';
import { html } from '../../../html/index.ts';
import { revealed, valueAt } from '../../../text/index.ts';
import { Nothing, below, form, page, type AskedIn } from '../../pages/mount.ts';
import { facts, fields, items, line, moment, named, ownLink, row, rowsOr, twoSteps, type Page } from '../../pages/parts.ts';
import { addJobRule, listJobRules, removeJobRule } from './use.ts';

const administer = { need: 'administer' } as const;

const narrowing = ['Audience', 'Issuer', 'Workflow', 'Ref', 'Environment', 'Events', 'Flows'];

async function showJobRules({ evidence, formTo, org, refused }: AskedIn): Promise<Page> {
  const { links } = evidence;
  const rows = (await listJobRules(evidence, org)).map(({ created_at: made, id, repository, role, ...rule }) =>
    row(
      html`${named(repository)} <span class="soft">${role}</span>`,
      facts(
        ...narrowing.map(
          (name) => [name, line(revealed([valueAt(rule, name.toLowerCase()) ?? []].flat().map(String).join(', ')))] as const,
        ),
      ),
      html`<span class="soft">made ${moment(made)}</span>`,
      twoSteps('Remove', formTo(links.jobRule(org.orgName, id), html`<button>Remove it: its jobs are let in no more</button>`)),
    ),
  );
  return {
    title: `Rules of jobs · ${org.orgName}`,
    way: [ownLink(links.listed(org.orgName, 'access'), 'Access')],
    main: html`<h1>Jobs that are let into <span class="name">${org.orgName}</span></h1>
      ${rowsOr(rows, 'No job is let in without a token yet.')}
      <h2>Let the jobs of a repository in</h2>
      ${formTo(
        links.listed(org.orgName, 'job-rules'),
        fields('Let them in', refused, [
          { name: 'repository', label: 'Repository', more: 'owner/name, or owner/* for all of an owner', isRequired: true },
          { name: 'repository_id', label: 'Number of the repository', more: 'gh api repos/OWNER/NAME --jq .id' },
          { name: 'owner_id', label: 'Number of the owner', more: 'only for owner/*: gh api users/OWNER --jq .id' },
          { name: 'role', label: 'Role', choices: ['recorder', ...roles.filter((role) => role !== 'recorder')] },
          { name: 'audience', label: 'Audience', more: 'as the workflow asks for it', isRequired: true },
          { name: 'workflow', label: 'Workflow', more: 'such as acme/ci/.github/workflows/gate.yml@refs/heads/main' },
          { name: 'ref', label: 'Ref', more: 'such as refs/heads/main' },
        ]),
      )}`,
  };
}

const listed = '/:org/job-rules';
export const jobRules = page(listed, Nothing, showJobRules, administer);

async function makeRule({ evidence, fields: sent, org }: AskedIn & { readonly fields: JobRuleInput }): Promise<Page | string> {
  const { warnings } = await addJobRule(evidence, org, sent);
  const all = evidence.links.listed(org.orgName, 'job-rules');
  if (warnings.length === 0) return all;
  const main = html`<h1>The rule is in force</h1>
    <p>It may let more in than you want. If so, remove it, and make a narrower one:</p>
    ${items(warnings.map((warning) => warning.replaceAll('--', '')))}`;
  return { title: `A new rule · ${org.orgName}`, way: [ownLink(all, 'Rules of jobs')], main };
}

export const makeJobRule = form(listed, { ...administer, again: showJobRules }, JobRuleInput, makeRule);

const ofRow = { ...administer, again: below(showJobRules) };

export const endJobRule = form('/:org/job-rules/:rule_id/end', ofRow, Nothing, async ({ evidence, org, params }) => {
  await removeJobRule(evidence, org, params.rule_id);
  return evidence.links.listed(org.orgName, 'job-rules');
});
