import { Type } from 'typebox';
import { roles } from '../../../contract/limits.ts';
import { html } from '../../../html/index.ts';
import { given, listAt, stringAt } from '../../../text/index.ts';
import { form, page } from '../../pages/mount.ts';
import { choiceField, facts, fields, line, moment, ownLink, row, rowsOr, textField, twoSteps } from '../../pages/parts.ts';
import { addJobRule, listJobRules, removeJobRule } from './use.ts';

const administer = { need: 'administer' } as const;

export const jobRules = page(
  '/:org/job-rules',
  Type.Object({}),
  async ({ evidence, formTo, org }) => {
    const { links } = evidence;
    const rows = (await listJobRules(evidence, org)).map(({ created_at: made, id, repository, role, ...rule }) =>
      row(
        html`<b>${line(repository)}</b> <span class="soft">${role}</span>`,
        facts(
          ['Audience', line(rule.audience)],
          ['Issuer', line(rule.issuer)],
          ['Workflow', line(stringAt(rule, 'workflow') ?? '')],
          ['Ref', line(stringAt(rule, 'ref') ?? '')],
          ['Environment', line(stringAt(rule, 'environment') ?? '')],
          ['Events', (listAt(rule, 'events') ?? []).map((each) => line(String(each))).join(', ')],
          ['Flows', (listAt(rule, 'flows') ?? []).map((each) => line(String(each))).join(', ')],
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
          fields(
            textField('repository', 'Repository', 'owner/name, or owner/* for all of an owner', true),
            textField('repository_id', 'Its number', 'of a repository: gh api repos/OWNER/NAME --jq .id'),
            textField('owner_id', 'Number of the owner', 'of owner/*: gh api users/OWNER --jq .id'),
            choiceField('role', 'Role', ['recorder', ...roles.filter((role) => role !== 'recorder')]),
            textField('audience', 'Audience', 'as the workflow asks for it', true),
            textField('workflow', 'Workflow', 'such as acme/ci/.github/workflows/gate.yml@refs/heads/main'),
            textField('ref', 'Ref', 'such as refs/heads/main'),
            html`<button>Let them in</button>`,
          ),
        )}`,
    };
  },
  administer,
);

const asText = Type.String({ maxLength: 512 });
const NewRule = Type.Object({
  repository: asText,
  repository_id: asText,
  owner_id: asText,
  role: Type.Enum([...roles]),
  audience: asText,
  workflow: asText,
  ref: asText,
});

export const makeJobRule = form('/:org/job-rules', administer, NewRule, async ({ evidence, fields: sent, org }) => {
  const { audience, repository, role, ...asked } = sent;
  const filled = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value.trim() || undefined]));
  await addJobRule(evidence, org, { role, audience: audience.trim(), repository: repository.trim(), ...given(filled) });
  return evidence.links.listed(org.orgName, 'job-rules');
});

export const endJobRule = form('/:org/job-rules/:rule_id/end', administer, Type.Object({}), async ({ evidence, org, params }) => {
  await removeJobRule(evidence, org, params.rule_id);
  return evidence.links.listed(org.orgName, 'job-rules');
});
