import { UsageError } from '../../../../errors/index.ts';

/** A place in a bucket, and who asks there. */
export interface Bucket {
  /** For people, such as `s3://evidence/team (https://s3.eu-west-1.amazonaws.com)`. */
  readonly name: string;
  readonly bucket: string;
  /** The address of the bucket, without a slash at its end. */
  readonly url: string;
  /** The beginning of every key: '' or a text that ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const form = 's3://BUCKET or s3://BUCKET/PREFIX';

/** Reads the place, and the usual variables of AWS: where the store is, its region, and the credentials. */
export function readBucket(blobs: string, env: Environment = process.env): Bucket {
  const [, bucket = '', rest = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/is.exec(blobs) ?? [];
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw wrong(`--blobs names no bucket: ${blobs}`, `Write it as ${form}; a name has 3 to 63 small letters, digits, dots and hyphens`);
  }
  const path = rest.replace(/\/+$/, '');
  if (path !== '' && path.split('/').some((part) => !/^[\w.-]+$/.test(part) || /^\.+$/.test(part))) {
    throw wrong(`--blobs has a prefix that not every store takes: ${blobs}`, 'Use letters, digits and - _ . between its slashes');
  }
  const [accessKeyId, secretAccessKey] = [needed('AWS_ACCESS_KEY_ID', env), needed('AWS_SECRET_ACCESS_KEY', env)];
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'] || undefined;
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || (endpoint === undefined ? needed('AWS_REGION', env) : 'us-east-1');
  const url = endpoint === undefined ? amazon(bucket, region) : `${plain(endpoint)}/${bucket}`;
  return {
    name: `s3://${bucket}${path === '' ? '' : `/${path}`} (${new URL(url).origin})`,
    bucket,
    url,
    prefix: path === '' ? '' : `${path}/`,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: env['AWS_SESSION_TOKEN'] || undefined,
  };
}

/** Amazon's own store. A certificate is for one label only, so a bucket with dots stands in the path. */
function amazon(bucket: string, region: string): string {
  if (!/^[a-z0-9-]+$/.test(region)) throw wrong(`AWS_REGION is no region: ${region}`, 'Set it to a name such as eu-west-1');
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

function plain(endpoint: string): string {
  const parsed = URL.parse(endpoint);
  const isPlain =
    parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.search === '' && parsed.hash === '';
  if (!isPlain) {
    // It is not shown: it may hold a password.
    throw wrong('The endpoint of the store is no address of the web', 'Set AWS_ENDPOINT_URL_S3 to one such as https://minio.example:9000');
  }
  return parsed.href.replace(/\/+$/, '');
}

function needed(variable: string, env: Environment): string {
  const value = env[variable];
  if (value !== undefined && value !== '') return value;
  throw new UsageError('missing-input', `${variable} is missing, and --blobs names a bucket`, {
    fix: 'Set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION; and AWS_ENDPOINT_URL_S3 where the store is not that of Amazon',
  });
}

function wrong(message: string, fix: string): UsageError {
  return new UsageError('invalid-input', message, { fix });
}
