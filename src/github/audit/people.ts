import type { Account } from '../../audit/index.ts';
import { valueAt } from '../../text/index.ts';
import { committerOf, gitActorFields, signatureAt } from './accounts.ts';
import { inHalves } from './batches.ts';
import { isRefusal } from './listed.ts';
import { NotWhole, TooMuch, type Session } from './session.ts';

interface People {
  readonly author: Account | null;
  readonly committer: Account | null;
}

/** The accounts that GitHub found for the addresses of commits. A commit that it does not know, or does not tell of, is left out. */
export async function accountsOf(session: Session, shas: readonly string[]): Promise<ReadonlyMap<string, People>> {
  const found = new Map<string, People>();
  try {
    await inHalves([...new Set(shas)], 100, (batch) => read(session, batch, found));
  } catch (error) {
    if (!(error instanceof NotWhole || error instanceof TooMuch || isRefusal(error))) throw error;
  }
  return found;
}

async function read(session: Session, batch: readonly string[], found: Map<string, People>): Promise<void> {
  const fields = `... on Commit { author { ${gitActorFields} } committer { ${gitActorFields} } signature { isValid wasSignedByGitHub } }`;
  const data = await session.ask({
    name: 'PeopleOfCommits',
    body: batch.map((sha, index) => `c${index}: object(oid: "${sha}") { ${fields} }`).join('\n'),
    purpose: 'tell who made commits',
    permission: 'contents: read',
  });
  for (const [index, sha] of batch.entries()) {
    const commit = valueAt(data, `c${index}`);
    if (commit === null) continue;
    const [author, committer] = [signatureAt(commit, 'author'), committerOf(commit)];
    if (author !== undefined && committer !== undefined) found.set(sha, { author: author.account, committer: committer.account });
  }
  session.answered('POST /graphql PeopleOfCommits', batch.length);
}
