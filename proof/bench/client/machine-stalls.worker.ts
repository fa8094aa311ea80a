import { parentPort } from 'node:worker_threads'

/** Sleeps, and reports each time at which it was woken later than twice as long as it wanted to sleep. */
const sleepMs = 50
let wokenAt = Date.now()
setInterval(() => {
  const now = Date.now()
  const dueAt = wokenAt + sleepMs
  if (now - dueAt > sleepMs) parentPort?.postMessage({ from: dueAt, to: now })
  wokenAt = now
}, sleepMs)
