import { UsageError, wrongUse } from '../errors/index.ts';
import type { Place } from '../service/index.ts';

export interface PlaceOptions {
  readonly data?: string;
  readonly databaseUrl?: string;
  readonly blobs?: string;
}

const variable = 'EVIDENCE_DATABASE_URL';

export function isNamed({ data, databaseUrl }: PlaceOptions): boolean {
  return data !== undefined || databaseUrl !== undefined || variableUrl() !== undefined;
}

/** From the options or the variable. Opens nothing. */
export async function placeOf({ blobs, data, databaseUrl }: PlaceOptions): Promise<Place> {
  const url = databaseUrl ?? variableUrl();
  if (data !== undefined && url !== undefined) {
    const named = databaseUrl === undefined ? variable : '--database-url';
    throw new UsageError('conflicting-inputs', `--data and ${named} both say where the data is`, {
      fix: databaseUrl === undefined ? `Leave --data out, or unset ${variable}` : 'Leave one of them out',
    });
  }
  if (url !== undefined) {
    const { postgresDatabase } = await import('../service/postgres.ts');
    return postgresDatabase({ url, blobs, env: process.env });
  }
  if (data === undefined) {
    throw new UsageError('missing-input', '--data is missing: the directory where everything is kept', {
      fix: `Add --data DIR; or set ${variable} to the URL of a PostgreSQL database`,
    });
  }
  if (blobs !== undefined) {
    throw new UsageError('conflicting-inputs', '--blobs goes with a database: a data directory has its own folder of attached files', {
      fix: 'Leave --blobs out',
    });
  }
  return data;
}

/**
 * @throws {UsageError} where no service has kept anything there, because a mistyped name must not become a new store. With `isNew`, what is
 * missing is made.
 */
export async function begunPlace(options: PlaceOptions, isNew: boolean): Promise<Place> {
  const place = await placeOf(options);
  if (isNew) return place;
  const { openBackend } = await import('../service/index.ts');
  const { find, name } = openBackend(place);
  await find().catch((cause: unknown) => {
    // The data may be there, and be another user's: then --init is no help.
    if (!isDirectory(place) || !(cause instanceof UsageError) || cause.code !== 'missing-input') throw cause;
    throw wrongUse(
      `No service keeps its data in ${name}. Nothing was made`,
      'Look at the spelling of --data; to begin a new store there, add --init',
      cause,
    );
  });
  return place;
}

/** For people, such as `data directory /srv/evidence`. */
export async function calledPlace(place: Place): Promise<string> {
  const { openBackend } = await import('../service/index.ts');
  return `${isDirectory(place) ? 'data directory' : 'database'} ${openBackend(place).name}`;
}

function isDirectory(place: Place): place is string {
  return typeof place === 'string';
}

function variableUrl(): string | undefined {
  return process.env[variable] || undefined;
}
