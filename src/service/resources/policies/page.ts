import { html } from '../../../html/index.ts';
import { count, stringAt } from '../../../text/index.ts';
import { next } from '../../evidence/listing.ts';
import { Nothing, page } from '../../pages/mount.ts';
import { command, facts, items, line, moment, named, ownLink, paragraph, row, rowsOr, yamlFile } from '../../pages/parts.ts';
import { getPolicy, listPolicies } from './use.ts';

/** Versions that are shown with their files. */
const mostVersions = 10;
const mostPolicies = 500;

export const policies = page('/:org/policies', Nothing, async ({ evidence, org }) => {
  const { links } = evidence;
  const rows = await Array.fromAsync(next(listPolicies(evidence, org), mostPolicies), ({ fields }) => {
    const used = (fields.consuming_envs ?? []).length;
    return row(
      ownLink(links.listed(org.orgName, 'policies', fields.name), fields.name),
      html`<span class="soft"
        >${used === 0 ? 'in no environment' : `in ${count(used, 'environment')}`}, changed ${moment(fields.last_modified_at)}</span
      >`,
      html`<br />${line(fields.description ?? '')}`,
    );
  });
  return {
    title: `Policies · ${org.orgName}`,
    main: html`<h1>Policies of <span class="name">${org.orgName}</span></h1>
      ${rowsOr(
        rows,
        html`There is no policy yet. A policy says what may run in an environment:
        ${command(`compliance-evidence policy apply policy.yml --org ${org.orgName}`)}`,
      )}`,
  };
});

export const policy = page('/:org/policies/:policy_name', Nothing, async ({ evidence, org, params }) => {
  const { links } = evidence;
  const { fields, versions } = await getPolicy(evidence, org, params.policy_name);
  const all = (await Array.fromAsync(versions)).toReversed();
  return {
    title: `${fields.name} · Policies · ${org.orgName}`,
    way: [ownLink(links.listed(org.orgName, 'policies'), 'Policies')],
    main: html`<h1>Policy <span class="name">${fields.name}</span></h1>
      ${facts(
        ['Description', paragraph(fields.description)],
        ['Made', html`${moment(fields.created_at)} by ${named(fields.created_by ?? '')}`],
        ['Last change', moment(fields.last_modified_at)],
        [
          'Environments',
          items((fields.consuming_envs ?? []).map((name) => ownLink(links.listed(org.orgName, 'environments', name), name))),
        ],
      )}
      <h2>Versions, newest first</h2>
      ${all.slice(0, mostVersions).map(
        (version) =>
          html`<p>
              Version ${version.version}, ${moment(version.timestamp)} by ${named(version.created_by ?? '')} ${line(version.comment ?? '')}
            </p>
            ${yamlFile('Its file', stringAt(version, 'policy_yaml') ?? '')}`,
      )}
      ${all.length > mostVersions ? html`<p>and ${all.length - mostVersions} older ones</p>` : undefined}`,
  };
});
