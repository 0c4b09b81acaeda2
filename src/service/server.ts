import { Server as TlsServer } from 'node:https';
import { wrongUse } from '../errors/index.ts';
import type { Signer } from '../signing/index.ts';
import { given } from '../text/index.ts';
import { buildApp } from './app.ts';
import { notingTokenUses } from './auth/authenticators.ts';
import { usualIssuer } from './auth/oidc/claims.ts';
import { usualLifetime } from './auth/oidc/exchange.ts';
import { openIssuerKeys, usualKeeping, type KeepingKeys } from './auth/oidc/issuer-keys.ts';
import { linksFrom } from './evidence/links.ts';
import { complianceRules } from './evidence/rules.ts';
import type { MailServer } from './notify/hosts.ts';
import { startSender } from './notify/sender.ts';
import { listenOn, refuseOpenly, urlOf, warnOfExposure } from './operation/address.ts';
import { readCertificate, useRenewed, type TlsFiles } from './operation/certificate.ts';
import { boundConnections, shareOf } from './operation/clients.ts';
import { stopListening, usualConnections, type ConnectionLimits, type StopTimes } from './operation/listener.ts';
import type { AnsweredRequest, Log } from './operation/log.ts';
import { serveMetrics, type MetricsPlace, type ServedMetrics } from './operation/metrics.ts';
import { watchRoom } from './operation/ready.ts';
import { openGateAnswers } from './resources/gate/use-answers.ts';
import { answeringLater } from './resources/gate/use-later.ts';
import { openTypeRules } from './rules/rules.ts';
import type { readSignIn } from './sign-in-file.ts';
import { openData, type Place } from './store/open-data.ts';

export interface ServiceOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Where everything is that the service keeps; it is made if necessary. */
  readonly dataDir: Place;
  /** The time of what is recorded, in seconds since 1970; that of this machine by default. */
  readonly clock?: () => number;
  /** Where people reach the service, if it is not where the service listens. */
  readonly publicUrl?: string;
  /** Limits each token; without it nothing is limited. */
  readonly requestsPerMinute?: number;
  /** The hosts that messages may go to, as `name` or `name:port`, or `*` for every public one; none by default. */
  readonly webhookHosts?: readonly string[];
  /** The server that takes the mail of the service; without one it sends none. */
  readonly mail?: MailServer;
  /** Whether evidence creates its flow if there is none of that name; it does by default. */
  readonly beginsFlows?: boolean;
  /** How jobs are let in by their ID tokens, where that is not as usual. */
  readonly oidc?: Partial<KeepingKeys> & {
    /** How long access lasts, in seconds. */
    readonly lifetime?: number;
    /** The issuers that administrators may name in rules; that of github.com by default. */
    readonly issuers?: readonly string[];
  };
  /** How people sign in by the provider of their company; without it only with tokens. */
  readonly signIn?: Awaited<ReturnType<typeof readSignIn>>;
  /** Signs statements; readers know it by the public address. */
  readonly statementSigner?: Signer;
  readonly logger?: Log;
  readonly answered?: (request: AnsweredRequest) => void;
  /** Without it the service speaks plain HTTP. */
  readonly tls?: TlsFiles;
  /** How many proxies are in front, of which the last one has TLS; none by default. */
  readonly proxies?: number;
  /** How many connections may be open, of which one client has a share unless there is a proxy. */
  readonly maxConnections?: number;
  readonly limits?: ConnectionLimits;
  /** Where the metrics are served, if they are wanted. */
  readonly metrics?: MetricsPlace;
  /** How it stops; at once by default. */
  readonly stop?: StopTimes;
}

export interface RunningService {
  /** The address where it listens, for example `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly metricsUrl?: string | undefined;
  /** Finishes the running requests, and closes the data. */
  close(): Promise<void>;
}

/**
 * Starts the service; answers when it is ready. Throws a UsageError if the data directory is in use, the database cannot be opened, or
 * others could read what crosses the network.
 */
export async function startService({
  host,
  port,
  dataDir,
  clock,
  publicUrl,
  requestsPerMinute,
  webhookHosts = [],
  mail,
  beginsFlows = true,
  oidc: { lifetime = usualLifetime, issuers = [usualIssuer], ...keeping } = {},
  signIn,
  statementSigner: signer,
  logger = () => {},
  answered,
  tls,
  proxies,
  maxConnections = usualConnections,
  limits,
  metrics,
  stop = { drainMs: 0, lingerMs: 0 },
}: ServiceOptions): Promise<RunningService> {
  if (publicUrl !== undefined && !/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? '')) {
    const fix = 'Write it in full, such as https://evidence.example, or leave it out.';
    throw wrongUse(`The public address is not one of the web: ${publicUrl}`, fix);
  }
  const exposure = { host, hasTls: tls !== undefined, isBehindProxy: proxies !== undefined };
  await refuseOpenly(exposure);
  const certificate = tls && (await readCertificate(tls));
  const data = await openData(dataDir, complianceRules, clock);
  if (data.upgrade !== undefined) {
    const { from, to } = data.upgrade;
    logger(`The data was of version ${from}, and was brought up to version ${to}. Earlier programs refuse it from now on.`, { from, to });
  }
  let url = '';
  const links = linksFrom(() => publicUrl?.replace(/\/+$/, '') ?? url);
  const typeRules = openTypeRules();
  const stopping = new AbortController();
  const { flush, store: noting } = notingTokenUses(data.store);
  const gateAnswers = openGateAnswers({ store: noting, links }, logger);
  const later = answeringLater(noting, gateAnswers, logger);
  const evidence = {
    store: later.store,
    gateAnswers,
    blobs: data.blobs,
    links,
    stating: { links, ...given({ signer }) },
    typeRules,
    jobDoor: { keys: openIssuerKeys({ ...usualKeeping, ...keeping }), lifetime, issuers },
    webhookHosts: new Set(webhookHosts),
    beginsFlows,
    ...given({ mail, people: signIn?.(() => links.page('/sign-in/callback'), logger) }),
  };
  let sent: Promise<void> | undefined;
  let measured: ServedMetrics | undefined;
  const tell = (request: AnsweredRequest): void => {
    answered?.(request);
    measured?.answered(request);
  };
  const room = watchRoom(data.blobs);
  const app = buildApp(evidence, logger, {
    answered: answered === undefined && metrics === undefined ? undefined : tell,
    certificate,
    limits,
    proxies,
    publicUrl,
    requestCounts: data.requestCounts,
    requestsPerMinute,
    room,
    stopping: stopping.signal,
  });
  const { server } = app;
  const refusedConnections = boundConnections(
    server,
    { all: maxConnections, ofOne: proxies === undefined ? shareOf(maxConnections) : undefined },
    logger,
  );
  app.addHook('onClose', async () => {
    await sent;
    await measured?.close();
    await typeRules.close();
    await later.stop();
    await gateAnswers.flush();
    await flush();
    await data.close();
  });
  try {
    if (metrics !== undefined)
      measured = await serveMetrics(metrics, { store: data.store, engine: data.engine, room, server, refusedConnections }, logger);
    await listenOn(app, { host, port });
  } catch (error) {
    await app.close();
    throw error;
  }
  url = urlOf(server);
  warnOfExposure(exposure, url, publicUrl, logger);
  if (data.risk !== undefined) logger(data.risk);
  if (tls !== undefined && certificate !== undefined && server instanceof TlsServer)
    stopping.signal.addEventListener('abort', useRenewed(server, tls, certificate, logger).stop);
  const sender = startSender(evidence, logger);
  return {
    url,
    metricsUrl: measured?.url,
    close: async () => {
      stopping.abort();
      sent = sender.stop();
      await stopListening(app, stop);
    },
  };
}
