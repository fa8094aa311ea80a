import { expect, test } from 'vitest'
import { manualTimers } from '../../test/live/manual-timers.ts'
import { Presence } from './presence.ts'
import { SharedPresence } from './shared-presence.ts'

const absentAfterMs = 60_000

/** One process among several. `reports` is what it sent to the writer, `submitted` what it sent to the market. */
function oneProcess() {
  const timers = manualTimers()
  const submitted: string[] = []
  const reports: string[] = []
  const role = { isWriter: false }
  const presence = new SharedPresence({
    cluster: {
      isWriter: () => role.isWriter,
      reportPresence: async (traderIds) => void reports.push(traderIds.join(' ')),
    },
    createPresence: () =>
      new Presence({
        setPresence: async (traderId, present) =>
          void submitted.push(`${traderId} ${present ? 'present' : 'absent'}`),
        timers,
        absentAfterMs,
        failed: () => {},
      }),
    timers,
    failed: () => {},
  })
  const lead = (present: readonly string[] = []): void => {
    role.isWriter = true
    presence.lead(present)
  }
  const reported = (...traderIds: string[]): void => presence.reported({ processId: 'other', traderIds })
  const follow = (): void => {
    role.isWriter = false
    presence.follow()
  }
  return { timers, submitted, reports, presence, lead, follow, reported }
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done))

test('a follower reports its traders with each change, and submits nothing itself', async () => {
  const { presence, reports, submitted } = oneProcess()
  await presence.socketOpened('alder')
  await presence.socketOpened('birch')
  await presence.socketOpened('birch')
  presence.socketClosed('birch')
  presence.socketClosed('alder')
  await settled()
  expect(reports[0]).toBe('alder')
  expect(reports.at(-1)).toBe('birch')
  expect(submitted).toEqual([])
})

test('a trader with a socket in another process is present until a minute after it has closed', async () => {
  const { timers, submitted, lead, reported } = oneProcess()
  lead()
  reported('alder')
  await settled()
  expect(submitted).toEqual(['alder present'])
  reported()
  timers.advance(absentAfterMs)
  await settled()
  expect(submitted).toEqual(['alder present', 'alder absent'])
})

test('a trader who leaves one process and is in another stays present', async () => {
  const { timers, presence, submitted, lead, reported } = oneProcess()
  lead()
  await presence.socketOpened('alder')
  reported('alder')
  presence.socketClosed('alder')
  for (let minutes = 0; minutes < 5; minutes += 1) {
    for (let reports = 0; reports < 12; reports += 1) {
      timers.advance(5_000)
      reported('alder')
    }
    await settled()
  }
  expect(submitted).toEqual(['alder present'])
})

test('the traders of a silent process are absent a minute after it counts as lost', async () => {
  const { timers, submitted, lead, reported } = oneProcess()
  lead()
  reported('alder')
  await settled()
  timers.advance(15_000 + absentAfterMs)
  await settled()
  expect(submitted).toEqual(['alder present', 'alder absent'])
})

test('a new writer waits a minute for the traders whom the market counts as present', async () => {
  const { timers, presence, submitted, lead, reported } = oneProcess()
  await presence.socketOpened('alder')
  lead(['alder', 'birch', 'cypress'])
  reported('birch')
  await settled()
  for (let reports = 0; reports < 12; reports += 1) {
    timers.advance(5_000)
    reported('birch')
  }
  await settled()
  expect(submitted).toEqual(['cypress absent'])
})

test('after a session has ended, the trader is present again once a process reports a socket', async () => {
  const { presence, submitted, lead, reported } = oneProcess()
  lead()
  reported('alder')
  await settled()
  presence.sessionEnded('alder')
  reported()
  await settled()
  reported('alder')
  await settled()
  expect(submitted.at(-1)).toBe('alder present')
  expect(submitted).not.toContain('alder absent')
})

test('a process that no longer writes submits nothing, and reports its traders', async () => {
  const { timers, presence, submitted, reports, lead, follow, reported } = oneProcess()
  lead()
  await presence.socketOpened('alder')
  reported('birch')
  await settled()
  const before = submitted.length
  follow()
  timers.advance(10 * absentAfterMs)
  await settled()
  expect(submitted).toHaveLength(before)
  expect(new Set(reports)).toEqual(new Set(['alder']))
})
