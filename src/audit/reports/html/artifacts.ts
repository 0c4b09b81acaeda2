import { html, webLink, type Child, type Html } from '../../../html/index.ts';
import { count } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import { shownArtifacts, whyNoApprovals, type ShownApproval, type ShownArtifact } from '../approvals.ts';
import { mostExceptions } from '../gathered.ts';
import { code, commit, leftOut, line, lines, moment, name, names, section, table } from './parts.ts';
import { commitUrl } from '../pages.ts';

const columns = ['Artifact', 'Commit', 'Runs in', 'Approvals'];

/** The artifacts of the audit, each with who decided about it, when and in which words. */
export function artifacts({ world }: Audit): Html {
  const all = shownArtifacts(world);
  const why = whyNoApprovals(world);
  const unknown = why === undefined ? undefined : html`<p><strong>Who approved artifacts is not known:</strong> ${line(why)}.</p>`;
  const shown = all.slice(0, mostExceptions);
  const rows = shown.map((one) => [
    artifact(one),
    one.commit === null ? html`<span class="soft">not known</span>` : commit(one.commit, commitUrl(world.header, one.commit)),
    names(one.running, 'nowhere that a snapshot shows'),
    lines(one.approvals.map(approval), why === undefined ? 'no approval is known' : 'not known', mostExceptions),
  ]);
  return section(
    'artifacts',
    'Artifacts and approvals',
    unknown,
    html`<p>Names, comments and tickets are the words of whoever held the token that reported them.</p>`,
    all.length === 0
      ? html`<p>${why === undefined ? 'No artifact was reported, seen or approved.' : 'No artifact is known.'}</p>`
      : undefined,
    all.length === 0 ? undefined : table('all-artifacts', count(all.length, 'artifact'), columns, rows),
    leftOut(all.length - shown.length, 'artifact', 'The JSON report has all.'),
  );
}

function artifact({ at, fingerprint, flow, name: title, url }: ShownArtifact): Child {
  return html`${webLink(url, name(title, 'no name is known'))} <span class="about">${code(fingerprint)}</span>
    <span class="about"
      >${flow === '' ? 'of no flow' : html`of flow ${name(flow)}`}${at === null ? undefined : html`, reported ${moment(at)}`}</span
    >`;
}

function approval({ answers, at, by, description, environment, number, state }: ShownApproval): Child {
  const people = answers.map(
    (answer) =>
      html`<span class="about"
        >${name(answer.name)} said
        ${line(answer.said)}${answer.at === null ? undefined : html` on ${moment(answer.at)}`}${
          answer.comment === null ? undefined : html`: “${name(answer.comment)}”`
        }${answer.ticket === null ? undefined : html` ${webLink(answer.ticket, 'ticket')} <code>${line(answer.ticket, 200)}</code>`}</span
      >`,
  );
  return html`<strong>${line(state, 60)}</strong> for ${environment === null ? 'every environment' : name(environment)}, number ${number},
    asked for on ${moment(at)}${description === null ? undefined : html`: “${name(description)}”`}
    ${people.length === 0 ? html`<span class="about">Nobody is named who decided.</span>` : people}
    <span class="about">${by === null ? 'Nobody says whose token reported it.' : html`Reported with the token of ${name(by)}.`}</span>`;
}
