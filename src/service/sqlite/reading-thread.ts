import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../errors/index.ts';
import { Damage } from '../faults.ts';
import type { Row, Statement } from '../sql/sql.ts';
import { connect } from './connection.ts';

export type Answer = { readonly rows: readonly Row[] } | { readonly problem: string; readonly isDamage: boolean };

// The thread answers one statement after the other, on a connection of its own.
const connection = connect(String(workerData), { readOnly: true });
parentPort?.on('message', (statement: Statement) => parentPort?.postMessage(answerTo(statement)));

function answerTo(statement: Statement): Answer {
  try {
    return { rows: connection.run(statement) };
  } catch (error) {
    return { problem: messageOf(error), isDamage: error instanceof Damage };
  }
}
