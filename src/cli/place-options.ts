import { Option } from 'commander';

/** It is read from its variable where the place is looked up: commands that have no place must not take it for a wish. */
export function databaseUrl(): Option {
  return new Option(
    '--database-url <url>',
    'a PostgreSQL database in place of --data (env: EVIDENCE_DATABASE_URL, which is better: a list of processes shows what stands here, also a password, at least for a moment)',
  );
}

export function blobs(): Option {
  return new Option(
    '--blobs <place>',
    'where the attached files are, next to a database: a folder that each process of the service reaches, or s3://BUCKET/PREFIX, with the usual variables of AWS (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, AWS_ENDPOINT_URL_S3)',
  );
}

/** The values of an option that may be repeated. */
export function append(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
