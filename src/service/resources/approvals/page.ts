import { Type } from 'typebox';
import { html, webLink, type Html } from '../../../html/index.ts';
import { stateBadge, type Badge } from '../../../presentation/index.ts';
import { listAt, stringAt, valueAt } from '../../../text/index.ts';
import type { Links } from '../../evidence/links.ts';
import { Nothing, PageNumber, page } from '../../pages/mount.ts';
import { badge, command, facts, items, line, moment, named, ownLink, pages, paragraph, row, rowsOr, wayTo } from '../../pages/parts.ts';
import { getApproval, listApprovals } from './use.ts';

const atOnce = 50;

export const approvals = page(
  '/:org/flows/:flow_name/approvals',
  Type.Object({ page: PageNumber }),
  async ({ evidence, org, params, query: { page: number = 1 } }) => {
    const { links } = evidence;
    const { flow_name: flow } = params;
    const found = await Array.fromAsync(await listApprovals(evidence, org, flow, { page: number, perPage: atOnce }));
    const rows = found.map((each) =>
      row(
        badge(approvalBadge(each.state)),
        ownLink(links.approval(org.orgName, flow, each.release_number), `Approval ${each.release_number}`),
        html`<span class="soft">of</span> ${line(stringAt(each, 'artifact_name') ?? '')}
          <span class="soft">${forWhere(each)}, ${moment(each.created_at)}</span>`,
      ),
    );
    return {
      title: `Approvals · ${flow} · ${org.orgName}`,
      way: wayTo(links, org.orgName, flow),
      main: html`<h1>Approvals in <span class="name">${flow}</span></h1>
        ${rowsOr(
          rows,
          html`Nothing was approved here yet. An approval is reported by:
          ${command(`compliance-evidence approval report --org ${org.orgName} --flow ${flow} --fingerprint SHA256 --approved-by NAME`)}`,
        )}
        ${pages('Pages of approvals', links.approvals(org.orgName, flow), number, found.length === atOnce)}`,
    };
  },
);

export const approval = page('/:org/flows/:flow_name/approvals/:approval_number', Nothing, async ({ evidence, org, params }) => {
  const { links } = evidence;
  const { flow_name: flow } = params;
  const found = await getApproval(evidence, org, flow, Number(params.approval_number));
  const number = found.release_number;
  const commits = (listAt(found, 'src_commit_list') ?? []).map((commit) => stringAt(commit, 'commit_sha') ?? '');
  return {
    title: `Approval ${number} · ${flow} · ${org.orgName}`,
    way: [...wayTo(links, org.orgName, flow), ownLink(links.approvals(org.orgName, flow), 'Approvals')],
    main: html`<h1>Approval ${number} in <span class="name">${flow}</span></h1>
      <p>${badge(approvalBadge(found.state))} <span class="soft">${forWhere(found)}</span></p>
      ${facts(
        ['Artifact', artifactLink(found, org.orgName, flow, links)],
        ['Reported', html`${moment(found.created_at)} by ${named(stringAt(found, 'reported_by') ?? '')}`],
        ['Description', paragraph(stringAt(found, 'description'))],
        ['Commits', items(commits.map((sha) => ownLink(links.search(org.orgName, sha), html`<code>${sha}</code>`)))],
      )}
      <h2>Answers</h2>
      ${rowsOr((found.approvals ?? []).map(answerRow), 'Nobody has answered yet.')}
      <p class="soft">Who approved is what the reporter says; who reported is proven by a token.</p>`,
  };
});

function approvalBadge(state: string): Badge {
  if (state === 'APPROVED') return { ...stateBadge('COMPLIANT'), word: 'approved' };
  return state === 'PENDING' ? { ...stateBadge('INCOMPLETE'), word: 'pending' } : { ...stateBadge('NON-COMPLIANT'), word: 'not approved' };
}

function forWhere(approval: object): string {
  const environment = stringAt(approval, 'environment') ?? '';
  return environment === '' ? 'for everywhere' : `for ${line(environment)}`;
}

function artifactLink(approval: object, org: string, flow: string, links: Links): Html {
  const fingerprint = stringAt(approval, 'target_artifact') ?? '';
  const name = line(stringAt(approval, 'artifact_name') ?? fingerprint);
  return html`${ownLink(links.artifactPage(org, flow, fingerprint), name)} <code>${fingerprint}</code>`;
}

function answerRow(answer: object): Html {
  const url = stringAt(answer, 'approval_url') ?? '';
  return row(
    badge(approvalBadge(stringAt(answer, 'state') ?? '')),
    named(stringAt(answer, 'approved_by') ?? ''),
    html`<span class="soft">${moment(valueAt(answer, 'timestamp'))}</span> ${url === '' ? undefined : webLink(url, line(url))}`,
    html`<p>${paragraph(stringAt(answer, 'comment'))}</p>`,
  );
}
