import type { Reach } from '../../src/contract/index.ts';
import type { Route } from '../../src/service/http/route.ts';
import { permissionsOf, roles, type Role } from '../../src/contract/limits.ts';
import { banner, inOrder, templated, titleFor } from './generate-api.ts';

const meanings: Readonly<Record<Role, readonly [who: string, does: string]>> = {
  admin: ['who looks after the organization', 'everything'],
  member: ['people who work on the flows', 'everything but reading the log itself'],
  recorder: ['CI jobs', 'records trails, artifacts and attestations, of flows that are there'],
  approver: ['who decides about evidence', 'overrides and approves, and records no evidence'],
  snapshotter: ['what reports from a cluster or a server', 'reports what runs in an environment'],
  auditor: ['auditors', 'reads everything, and the log itself'],
  reader: ['everybody else', 'reads'],
};

/** `docs/roles.md`: which role may do what, and what is left of it for a token that is narrowed to flows. */
export function generateRoles(): string {
  const rows = inOrder().map((each) => {
    const may = roles.map((role) => (isOpenTo(each, role) ? 'yes' : ''));
    const cells = [titleFor(each), `\`${each.operation.method} ${templated(each.operation.path)}\``, ...may, reachWords(each)];
    return `| ${cells.join(' | ')} |`;
  });
  return `# Roles

${banner}
A token has one role, in each organization that it was made for. It may also be narrowed to flows. All of this is its own and never changes: another token of the same user may have another role, and other organizations. What a role does not permit is answered with 403, and the message names who may. An operation outside of any organization is open to every token, but for the three that only [an operator's token](#operators) opens. A job of GitHub Actions exchanges its ID token for access with the role of a rule ([oidc.md](oidc.md)), and needs nothing else for that: the operation is open to everybody.

| Role | For | May |
|:--|:--|:--|
${roles.map((role) => `| \`${role}\` | ${meanings[role].join(' | ')} |`).join('\n')}

All roles read. Whoever records the evidence of a change should neither override nor approve it, nor say what is required: so a job of CI is best a \`recorder\`. It cannot give a trail a template of its own (\`template_file\` of \`PUT /trails\`), and its evidence begins no flow.

| Operation | Path | ${roles.join(' | ')} | narrowed |
|:--|:--|${roles.map(() => ':-:|').join('')}:--|
${rows.join('\n')}

## Narrowed to flows

\`token create --flow NAME\` makes a token that reaches these flows alone; its role must be \`member\`, \`recorder\`, \`approver\` or \`reader\`. \`oidc-rule add --flow NAME\` does the same for the jobs of a rule. The last column says what is left of its role:

- **its flows**: where the path or the body names one of them. Of another flow it is told the same, whether there is one of that name or not.
- **\`flow_name=\`**: where that part of the query names one of them. An artifact is then asserted without \`environment_name\` and \`policy_name\`, because these know the artifact from all flows.
- **shows its flows**: and no others.
- **yes**: nothing in it is of a flow.
- An empty cell: it is about the whole organization, and refused.

Pages of flows, trails, records and artifacts are open to it in its flows, and those of environments are not. An artifact of its flows also tells in which environments it runs. A token goes by the name of a flow: when that is renamed, the token reaches it by the earlier name, until another flow takes it.

## Who makes them

Whoever has the data directory in hand makes organizations and users with \`token create --data\`. Only the first organization is made without \`--new-org\`.

An administrator does the rest, in their own organization, with an address in place of the data directory: \`token create|list|rotate|revoke\`, \`member list\` and \`oidc-rule add|list|remove|apply\` with \`--base-url\`, \`--api-token\` and \`--org\`. The log names the administrator in the record of each change ([audit-access.md](audit-access.md)). A job never administers, whatever its role, and a narrowed token neither.

- **Nobody gives more than they have**: a token has a role within that of the token that made it, and ends no later.
- **Nobody speaks for another person.** An administrator has tokens made for themselves and for machines, and rotates those. A machine is a user whose every token an administrator made: once the operator makes a token for the name, in any organization of the service, a person has it, for ever. Of another person an administrator may only take tokens back.
- **In one organization alone.** A token of several is taken back or replaced in this one, and stays what it is in the others.
- **Somebody without a token**, who is \`admin\` by [groups](sign-in.md), does this by the pages alone, and has no token made for themselves, nor one that administers: it would outlive their groups.
- **The last token of an administrator stays**: it is not taken back before there is another one, which was not replaced and has not ended.
- The token is in the answer once. If that answer is lost, \`token list\` shows the token, so that it can be taken back.

## Operators

Who runs the service for others need not go to the machine that holds the data for each organization. Make an operator's token there once, with \`token create-operator --data DIR --user NAME\`; nobody makes one through the interface. It lists organizations with what they take, makes them with a token of their first administrator, archives and restores them: \`organization list|create|archive|restore\` with \`--base-url\` and \`--api-token\`. Everything else is refused to it with 403: it reads no evidence and no page, and looks after no people. It ends, is listed, rotated and taken back on the machine as any other token.

**Archived**, an organization is read as before, and takes no record: evidence, definitions, tokens and jobs are refused with 403. Its people still sign in to read, and take back a token that got lost. Commands on the machine that holds the data go on.

Each change is a record in the log of the organization, with the user and the identifier of the operator's token. Which of these tokens were made and taken back is in a log of its own, \`~operators\`, which \`verify\` and \`backup\` take along.
`;
}

function isOpenTo(each: Route, role: Role): boolean {
  if (each.operation.need === 'operator') return false;
  return each.scope !== 'organization' || permissionsOf[role].includes(each.need);
}

function reachWords(each: Route): string {
  if (each.operation.need === 'operator') return '';
  return each.scope === 'organization' ? wordsOf(each.reach) : 'yes';
}

function wordsOf(reach: Reach): string {
  if (typeof reach === 'object') return `\`${reach.query}=\``;
  switch (reach) {
    case 'path':
    case 'body':
      return 'its flows';
    case 'filtered':
      return 'shows its flows';
    case 'shared':
      return 'yes';
    case 'none':
      return '';
  }
}
