import { Type } from 'typebox';
import { roles } from '../../../contract/limits.ts';
import { TokenInput, type ListedToken, type Member } from '../../../contract/index.ts';
import { html, type Html } from '../../../html/index.ts';
import { count, given } from '../../../text/index.ts';
import type { Links, View } from '../../evidence/links.ts';
import { checked } from '../../http/check.ts';
import { form, page, type FormTo } from '../../pages/mount.ts';
import { choiceField, command, facts, fields, line, moment, ownLink, row, rowsOr, textField, twoSteps } from '../../pages/parts.ts';
import { createToken, endSessions, listMembers, listSignedIn, listTokens, revokeToken, rotateToken } from './use.ts';

const administer = { need: 'administer' } as const;

export const access = page(
  '/:org/access',
  Type.Object({}),
  async ({ evidence, formTo, org }) => {
    const { links } = evidence;
    const [members, tokens] = [await listMembers(evidence, org), await listTokens(evidence, org)];
    const isPerson = org.credential.kind === 'person';
    const signedIn = (await listSignedIn(evidence, org)).map(([user, sessions]) =>
      row(
        html`<b>${line(decodeURIComponent(user))}</b> ${line(sessions[0]?.person?.name ?? '')} (${count(sessions.length, 'session')})`,
        twoSteps(
          'Sign out',
          formTo(links.listed(org.orgName, 'access', 'sign-out'), html`<button name="user" value="${user}">Do it</button>`),
        ),
      ),
    );
    const rows = tokens.map((token) => tokenRow(token, org.userName, org.orgName, links, formTo));
    return {
      title: `Access · ${org.orgName}`,
      main: html`<h1>Who has access to <span class="name">${org.orgName}</span></h1>
        <p>${ownLink(links.listed(org.orgName, 'job-rules'), 'Rules of jobs')} let workflows in without a token.</p>
        <h2>People and machines</h2>
        ${rowsOr(members.map(memberRow), 'Nobody.')}
        <h2>Signed in to these pages</h2>
        <p class="soft">Who is signed out can come back with their token or their groups: take those back first.</p>
        ${rowsOr(signedIn, 'Nobody.')}
        <h2>Tokens</h2>
        ${rowsOr(rows, 'There is none.')}
        <h2>Make a token</h2>
        ${
          formTo(
            links.tokens(org.orgName),
            fields(
              textField('user', 'Machine user', `a name that no person has${isPerson ? '' : '; empty for yourself'}`, isPerson),
              choiceField('role', 'Role', roles.filter((role) => !isPerson || role !== 'admin').toReversed()),
              textField('label', 'Label', 'for people to tell tokens apart'),
              textField('flows', 'Flows', 'parted by commas; empty for the whole organization'),
              textField('days', 'Days until it ends', '365 if empty'),
              html`<button>Make it</button>`,
            ),
          ) ?? notHere
        }`,
    };
  },
  administer,
);

const notHere = html`<p class="soft">Sign in with a browser to change anything here; a program uses <code>/api/v2</code>.</p>`;

function memberRow({ machine, roles: has, tokens, user }: View<Member>): Html {
  return row(
    html`<b>${line(user)}</b>`,
    html`<span class="soft">${machine ? 'machine' : 'person'}</span> ${has.join(', ')}`,
    ` (${tokens})`,
  );
}

/** The tokens of other people can only be taken back. */
function tokenRow(token: View<ListedToken>, userName: string, org: string, links: Links, formTo: FormTo): Html {
  const { created_at: made, expires_at: end, flows, id, label, last_used_at: used, machine, replaced, role, user } = token;
  const isOwn = machine || user === userName;
  const rotate = formTo(links.token(org, id, 'rotation'), html`<button>Make one in its place</button>`);
  return row(
    html`<b>${line(user)}</b> <span class="soft">${role}</span>`,
    html`${line(label ?? '')} <code>${id}</code>`,
    html`<br /><span class="soft"
        >made ${moment(made)}, ${end === null ? 'never ends' : html`ends ${moment(end)}`},
        ${used === null ? 'never used' : html`used ${moment(used)}`}
        ${replaced ? ', replaced' : ''}${flows === null ? '' : `, only for ${flows.map(line).join(', ')}`}</span
      >`,
    isOwn && !replaced ? twoSteps('Rotate', rotate) : undefined,
    twoSteps('Take back', formTo(links.token(org, id, 'end'), html`<button>Take it back for good</button>`)),
  );
}

const AsText = Type.String();
const Days = Type.String({ pattern: '^(?:[1-9]\\d{0,4})?$' });
const NewToken = Type.Object({ user: AsText, role: AsText, label: AsText, flows: AsText, days: Days });

export const makeToken = form('/:org/access/tokens', administer, NewToken, async ({ evidence, fields: sent, org }) => {
  const flows = sent.flows.split(',').flatMap((name) => name.trim() || []);
  const text = (value: string): string | undefined => value.trim() || undefined;
  const asked = given({
    role: sent.role,
    user: text(sent.user),
    label: text(sent.label),
    flows: flows.length === 0 ? undefined : flows,
    expires_at: sent.days === '' ? undefined : Date.now() / 1000 + Number(sent.days) * 86_400,
  });
  return shownOnce(await createToken(evidence, org, checked(TokenInput, asked)), org.orgName, evidence.links);
});

const ofToken = '/:org/access/tokens/:token_id';

export const rotate = form(`${ofToken}/rotation`, administer, Type.Object({}), async ({ evidence, org, params }) =>
  shownOnce(await rotateToken(evidence, org, params.token_id, {}), org.orgName, evidence.links),
);

export const endToken = form(`${ofToken}/end`, administer, Type.Object({}), async ({ evidence, org, params }) => {
  await revokeToken(evidence, org, params.token_id);
  return evidence.links.listed(org.orgName, 'access');
});

const EndedUser = Type.Object({ user: Type.String() });

export const signOut = form('/:org/access/sign-out', administer, EndedUser, async ({ evidence, fields: { user }, org }) => {
  await endSessions(evidence, org, user);
  return evidence.links.listed(org.orgName, 'access');
});

type Made = Awaited<ReturnType<typeof createToken>>;

/** The only page that ever shows the secret. */
function shownOnce({ expires_at: end, token, user, ...more }: Made, org: string, links: Links) {
  return {
    title: `A new token · ${org}`,
    way: [ownLink(links.listed(org, 'access'), 'Access')],
    main: html`<h1>A new token of <span class="name">${line(user)}</span></h1>
      <p>Copy it now. It is shown this once, and kept nowhere:</p>
      ${command(token)} ${facts(['Ends', end === null ? 'never' : moment(end)], ['The one before ends', moment(more.replaced_ends_at)])}`,
  };
}
