import { Type, type Static } from 'typebox';
import { roles } from '../../../contract/limits.ts';
import { TokenInput, type ListedToken, type Member } from '../../../contract/index.ts';
import { html, type Html } from '../../../html/index.ts';
import { count, given, revealed } from '../../../text/index.ts';
import type { Links, View } from '../../evidence/links.ts';
import { checked } from '../../http/check.ts';
import { Nothing, below, form, page, type AskedIn, type FormTo } from '../../pages/mount.ts';
import { command, facts, fields, line, moment, named, ownLink, row, rowsOr, twoSteps, type Page } from '../../pages/parts.ts';
import { createToken, endSessions, listMembers, listSignedIn, listTokens, revokeToken, rotateToken } from './use.ts';

const administer = { need: 'administer' } as const;

async function showAccess({ evidence, formTo, org, refused }: AskedIn): Promise<Page> {
  const { links } = evidence;
  const [members, tokens] = [await listMembers(evidence, org), await listTokens(evidence, org)];
  const isPerson = org.credential.kind === 'person';
  const signedIn = (await listSignedIn(evidence, org)).map(([user, sessions]) =>
    row(
      html`${named(decodeURIComponent(user))} ${revealed(sessions[0]?.person?.name ?? '')} (${count(sessions.length, 'session')})`,
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
          fields('Make it', refused, [
            {
              name: 'user',
              label: 'Machine user',
              more: `a name that no person has${isPerson ? '' : '; empty for yourself'}`,
              isRequired: isPerson,
            },
            { name: 'role', label: 'Role', choices: roles.filter((role) => !isPerson || role !== 'admin').toReversed() },
            { name: 'label', label: 'Label', more: 'for people to tell tokens apart' },
            { name: 'flows', label: 'Flows', more: 'parted by commas; empty for the whole organization' },
            { name: 'days', label: 'Days until it ends', more: '365 if empty' },
          ]),
        ) ?? notHere
      }`,
  };
}

export const access = page('/:org/access', Nothing, showAccess, administer);

const notHere = html`<p class="soft">Sign in with a browser to change anything here; a program uses <code>/api/v2</code>.</p>`;

function memberRow({ machine, roles: has, tokens, user }: View<Member>): Html {
  return row(
    named(user),
    html`<span class="soft">${machine ? 'machine' : 'person'}</span> ${has.join(', ')}`,
    `, ${count(tokens, 'token')}`,
  );
}

/** The tokens of other people can only be taken back. */
function tokenRow(token: View<ListedToken>, userName: string, org: string, links: Links, formTo: FormTo): Html {
  const { created_at: made, expires_at: end, flows, id, label, last_used_at: used, machine, made_by: by, replaced, role, user } = token;
  const isOwn = machine || user === userName;
  const rotate = formTo(links.token(org, id, 'rotation'), html`<button>Make one in its place</button>`);
  return row(
    html`${named(user)} <span class="soft">${role}</span>`,
    html`${line(label ?? '')} <code>${id}</code>`,
    html`<br /><span class="soft"
        >made ${moment(made)}${by === null ? '' : ` by ${revealed(by)}`}, ${end === null ? 'never ends' : html`ends ${moment(end)}`},
        ${used === null ? 'never used' : html`used ${moment(used)}`}${replaced ? ', replaced' : ''}${flows === null ? '' : `, only for ${flows.map(line).join(', ')}`}</span
      >`,
    isOwn && !replaced ? twoSteps('Rotate', rotate) : undefined,
    twoSteps('Take back', formTo(links.token(org, id, 'end'), html`<button>Take it back for good</button>`)),
  );
}

const Text = Type.Optional(Type.String());
const Days = Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999 }));
const NewToken = Type.Object({ user: Text, role: Type.String(), label: Text, flows: Text, days: Days });

async function make({ evidence, fields: { days, flows, ...sent }, org }: AskedIn & { readonly fields: Static<typeof NewToken> }) {
  const asked = { flows: flows?.split(',').flatMap((name) => name.trim() || []), expires_at: days && Date.now() / 1000 + days * 86_400 };
  return shownOnce(await createToken(evidence, org, checked(TokenInput, { ...sent, ...given(asked) })), org.orgName, evidence.links);
}

export const makeToken = form('/:org/access/tokens', { ...administer, again: showAccess }, NewToken, make);

const ofRow = { ...administer, again: below(showAccess) };

const ofToken = '/:org/access/tokens/:token_id';

export const rotate = form(`${ofToken}/rotation`, ofRow, Nothing, async ({ evidence, org, params }) =>
  shownOnce(await rotateToken(evidence, org, params.token_id, {}), org.orgName, evidence.links),
);

export const endToken = form(`${ofToken}/end`, ofRow, Nothing, async ({ evidence, org, params }) => {
  await revokeToken(evidence, org, params.token_id);
  return evidence.links.listed(org.orgName, 'access');
});

const EndedUser = Type.Object({ user: Type.String() });

export const signOut = form('/:org/access/sign-out', ofRow, EndedUser, async ({ evidence, fields: { user }, org }) => {
  await endSessions(evidence, org, user);
  return evidence.links.listed(org.orgName, 'access');
});

type Made = Awaited<ReturnType<typeof createToken>>;

/** The only page that ever shows the secret. */
function shownOnce({ expires_at: end, token, user, ...more }: Made, org: string, links: Links) {
  return {
    title: `A new token · ${org}`,
    way: [ownLink(links.listed(org, 'access'), 'Access')],
    main: html`<h1>A new token of ${named(user)}</h1>
      <p>Copy it now. It is shown this once, and kept nowhere:</p>
      ${command(token)} ${facts(['Ends', end === null ? 'never' : moment(end)], ['The one before ends', moment(more.replaced_ends_at)])}`,
  };
}
