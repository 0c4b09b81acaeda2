/** Ends this process when its parent is gone. On an old Node, `bin` starts it over an open channel. */
export function endWithParent(interrupt: () => void): void {
  if (process.channel === undefined || process.channel === null) return;
  process.on('disconnect', interrupt);
  // The listener must not keep the channel open, and with it the process alive.
  process.channel.unref();
}
