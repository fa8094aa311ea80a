import { expect, test } from 'vitest'
import { playHistory, replay, shortest } from './histories.ts'
import { limitFaults } from './limit-faults.ts'

/** In fewer histories than the smallest run of the proof has. */
const histories = 120

test.each(Object.keys(limitFaults))('the proof finds that %s', (name) => {
  const engine = limitFaults[name]
  for (let seed = 1; seed <= histories; seed += 1) {
    const history = playHistory(seed, 80, engine)
    if (history.divergence === null) continue
    if (process.env.HISTORY) console.log(seed, replay(history.venue, shortest(history, engine), engine))
    return
  }
  expect.fail(`no difference in ${histories} histories`)
})
