import { TransportError } from '../../errors/index.ts';
import type { Sending } from '../../gate/index.ts';
import type { Sent } from '../../presentation/index.ts';

/** Knows how far the one write of a run has come: a run that is stopped must say what was sent and what was not. */
export interface SentLog {
  /** Throws the error of an interruption where one came before anything was sent. */
  begin(name: string): void;
  end(name: string, sending: Sending): void;
  soFar(): Sent;
}

export function openSentLog(interrupt: AbortSignal): SentLog {
  let sent: Sent = { kind: 'nothing' };
  return {
    begin(name) {
      if (interrupt.aborted) throw new TransportError('interrupted', 'Interrupted before anything was sent', { request: '' });
      sent = { kind: 'on-its-way', name };
    },
    end(name, sending) {
      if (sending.kind === 'accepted') sent = { kind: 'recorded', name, id: sending.id };
      else if (sending.kind === 'failed' && sending.unconfirmed !== true) sent = { kind: 'nothing' };
    },
    soFar: () => sent,
  };
}
