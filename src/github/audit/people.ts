import type { CommitAccounts, Listed } from '../../audit/index.ts';
import { valueAt } from '../../text/index.ts';
import { committerOf, gitActorFields, signatureAt, signatureField } from './accounts.ts';
import { inHalves } from './batches.ts';
import { listOf } from './listed.ts';
import type { Session } from './session.ts';

/** Each is one object, with two people and no list. */
const atOnce = 100;

/** The accounts that GitHub found for the addresses of commits. A commit that it does not know is left out. */
export async function accountsOf(session: Session, shas: readonly string[]): Promise<Listed<CommitAccounts>> {
  const found: CommitAccounts[] = [];
  const faults: string[] = [];
  await inHalves([...new Set(shas)], atOnce, async (batch) => {
    const fields = `... on Commit { oid author { ${gitActorFields} } committer { ${gitActorFields} } ${signatureField} }`;
    const data = await session.ask({
      name: 'PeopleOfCommits',
      body: batch.map((sha, index) => `c${index}: object(oid: "${sha}") { ${fields} }`).join('\n'),
      purpose: 'tell who made commits',
      permission: 'contents: read',
      about: batch.length,
    });
    for (const [index, sha] of batch.entries()) {
      const commit = valueAt(data, `c${index}`);
      if (commit === null) continue;
      const [author, committer] = [signatureAt(commit, 'author'), committerOf(commit)];
      if (author === undefined || committer === undefined || valueAt(commit, 'oid') !== sha)
        faults.push(`Who made ${sha} in GitHub's answer cannot be read`);
      else found.push({ sha, author: author.account, committer: committer.account });
    }
    session.answered('POST /graphql PeopleOfCommits', batch.length);
  });
  return listOf(found, faults[0]);
}
