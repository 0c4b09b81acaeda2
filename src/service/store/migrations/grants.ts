/**
 * The permissions of a token, and where they hold: they are its own, and no longer those of its user. An existing token keeps the
 * permissions of its user. The records say the same, because each of them names all tokens of its user.
 */
export const grants: readonly string[] = [
  `create table grants (
    org_id text not null references organizations (id),
    token_id text not null references tokens (id),
    role text not null,
    primary key (org_id, token_id)
  )`,
  'create index grants_of_token on grants (token_id, org_id)',
  `insert into grants (org_id, token_id, role)
    select memberships.org_id, tokens.id, memberships.role from memberships join tokens on tokens.user_id = memberships.user_id`,
  'alter table memberships drop column role',
];
