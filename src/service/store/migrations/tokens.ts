/**
 * The label and the limits of a token, in each of its organizations: its record there names them. A token that is there has none.
 * `flows` is a list in JSON; `expires_at` is set when the token is made, and `ends_at` when another one replaces it. Nothing about
 * the use of a token is in a record.
 */
export const tokenLimits: readonly string[] = [
  'alter table grants add column label text',
  'alter table grants add column flows text',
  'alter table grants add column expires_at double precision',
  'alter table grants add column ends_at double precision',
  `create table token_uses (
    token_id text primary key,
    used_at double precision not null
  )`,
];
