import { describe, expect, test } from 'vitest';
import { readBucket } from '../../../../src/service/blobs/s3/exchange.ts';

const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
const env = { ...keys, AWS_REGION: 'eu-west-1' };

describe('a bucket', () => {
  test.each([
    ['s3://evidence', {}, 'https://evidence.s3.eu-west-1.amazonaws.com', ''],
    ['s3://evidence/', {}, 'https://evidence.s3.eu-west-1.amazonaws.com', ''],
    ['s3://evidence/a/b/', {}, 'https://evidence.s3.eu-west-1.amazonaws.com', 'a/b/'],
    ['s3://my.evidence', {}, 'https://s3.eu-west-1.amazonaws.com/my.evidence', ''],
    ['s3://evidence', { AWS_REGION: 'cn-north-1' }, 'https://evidence.s3.cn-north-1.amazonaws.com.cn', ''],
    ['s3://evidence', { AWS_ENDPOINT_URL: 'https://minio.example:9000/' }, 'https://minio.example:9000/evidence', ''],
    ['s3://evidence/x', { AWS_ENDPOINT_URL_S3: 'http://one', AWS_ENDPOINT_URL: 'http://other' }, 'http://one/evidence', 'x/'],
  ])('%s with %j is at %s, and its keys begin with %j', (blobs, more, url, prefix) => {
    expect(readBucket(blobs, { ...env, ...more })).toMatchObject({ url, prefix, sessionToken: undefined });
  });

  test('has the region, the keys and the session of the variables', () => {
    expect(readBucket('s3://evidence', { ...env, AWS_SESSION_TOKEN: 'session' })).toMatchObject({
      region: 'eu-west-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      sessionToken: 'session',
    });
    expect(readBucket('s3://evidence', { ...keys, AWS_DEFAULT_REGION: 'eu-west-2' }).region).toBe('eu-west-2');
    expect(readBucket('s3://evidence', { ...keys, AWS_ENDPOINT_URL: 'http://minio' }).region).toBe('us-east-1');
  });

  test('has a name that shows no key', () => {
    expect(readBucket('s3://evidence/a', env).name).toBe('s3://evidence/a (https://evidence.s3.eu-west-1.amazonaws.com)');
  });

  test.each(['s3://', 's3://A', 's3:evidence', 's3://ab', 's3://evi_dence', 's3://evidence?x', 's3://-evidence'])(
    '%s is refused, because it names none',
    (blobs) => {
      expect(() => readBucket(blobs, env)).toThrow(/--blobs names no bucket/);
    },
  );

  test.each(['s3://evidence/a//b', 's3://evidence/../b', 's3://evidence/a b', 's3://evidence/a%2fb', 's3://evidence/ä'])(
    '%s is refused for its prefix',
    (blobs) => {
      expect(() => readBucket(blobs, env)).toThrow(/--blobs has a prefix/);
    },
  );

  test.each([
    ['AWS_ACCESS_KEY_ID', { AWS_ACCESS_KEY_ID: '' }],
    ['AWS_SECRET_ACCESS_KEY', { AWS_SECRET_ACCESS_KEY: undefined }],
    ['AWS_REGION', { AWS_REGION: undefined }],
  ])('needs %s', (name, more) => {
    expect(() => readBucket('s3://evidence', { ...env, ...more })).toThrow(`${name} is missing`);
  });

  test.each(['minio:9000', 'ftp://minio', 'https://user:password@minio', 'https://minio?x'])('is not asked for at %s', (url) => {
    expect(() => readBucket('s3://evidence', { ...env, AWS_ENDPOINT_URL_S3: url })).toThrow(/The endpoint of the store is no address/);
  });

  test('is not asked for in a region that is a host', () => {
    expect(() => readBucket('s3://evidence', { ...env, AWS_REGION: 'x.example/' })).toThrow('AWS_REGION is no region');
  });
});
