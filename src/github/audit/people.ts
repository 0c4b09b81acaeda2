import type { CommitAccounts, Listed } from '../../audit/index.ts';
import { valueAt } from '../../text/index.ts';
import { committerOf, gitActorFields, signatureAt, signatureField } from './accounts.ts';
import { askEach } from './batches.ts';
import { listOf } from './listed.ts';
import type { Session } from './session.ts';

/** Each is one object, with two people and no list. */
const atOnce = 100;

/** The accounts that GitHub found for the addresses of commits. A commit that it does not know is left out. */
export async function accountsOf(session: Session, shas: readonly string[]): Promise<Listed<CommitAccounts>> {
  const found: CommitAccounts[] = [];
  const faults: string[] = [];
  const fields = `... on Commit { oid author { ${gitActorFields} } committer { ${gitActorFields} } ${signatureField} }`;
  await askEach(session, [...new Set(shas)], atOnce, {
    name: 'PeopleOfCommits',
    part: (sha) => `object(oid: "${sha}") { ${fields} }`,
    purpose: 'tell who made commits',
    permission: 'contents: read',
    read(sha, commit) {
      session.answered('POST /graphql PeopleOfCommits', 1);
      if (commit === null) return;
      const [author, committer] = [signatureAt(commit, 'author'), committerOf(commit)];
      if (author === undefined || committer === undefined || valueAt(commit, 'oid') !== sha)
        faults.push(`Who made ${sha} in GitHub's answer cannot be read`);
      else found.push({ sha, author: author.account, committer: committer.account });
    },
  });
  return listOf(found, faults[0]);
}
