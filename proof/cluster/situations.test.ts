import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { writerLock } from '@aitai/server/database/postgres.ts'
import { seededRandom } from '@aitai/server/quotes/seeded-random.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MarketTime } from './market-time.ts'
import { Trading } from './trading.ts'

/**
 * A sequence of bad situations on three processes and PostgreSQL with a synchronous standby. After each, every
 * process is compared with what was acknowledged; the journal is audited at the end.
 */
const seed = process.env.SEED || randomBytes(6).toString('hex')
/** How often each situation is provoked. `npm run proof -- situations` sets it for a full run. */
const rounds = Number(process.env.ROUNDS ?? 1)
const timeout = 60_000 + rounds * 60_000
const responses = 20
/** The window of a locate with its grace, in milliseconds. */
const locateMs = defaultLimits.locateWindowMs + defaultLimits.locateGraceMs

const chance = seededRandom(seed)
const run = promisify(execFile)
let trading: Trading

beforeAll(async () => {
  trading = await Trading.open({ seed, hasStandby: true })
}, 120_000)

afterAll(async () => {
  await trading.remove()
}, 60_000)

/** Provokes a situation under load, prints how long nobody could trade, and checks every process. */
async function provoke(disturb: () => Promise<void>): Promise<void> {
  for (let n = 0; n < rounds; n += 1) {
    const since = performance.now()
    await trading.disturb(responses, disturb)
    await trading.check()
    const pause = Math.round(trading.probe.longestPause(since))
    console.log(`${expect.getState().currentTestName}: longest pause ${pause} ms`)
  }
}

/** A random moment while the others trade. */
const randomPause = (maxMs: number): Promise<void> => wait(chance() * maxMs)

describe(`three processes on PostgreSQL with a synchronous standby, SEED=${seed}`, { timeout }, () => {
  test('the writer is stopped for longer than its lease, and woken', async () => {
    await provoke(async () => {
      const writer = await trading.cluster.newWriter()
      writer.signal('SIGSTOP')
      await trading.cluster.newWriter(writer)
      await randomPause(500)
      writer.signal('SIGCONT')
    })
  })

  test('the writer is cut off from the database, and nothing tells it', async () => {
    await provoke(async () => {
      const writer = await trading.cluster.newWriter()
      for (const network of writer.networks) network.set({ type: 'silent' })
      await trading.cluster.newWriter(writer)
      await randomPause(500)
      for (const network of writer.networks) network.set({ type: 'open' })
    })
  })

  test('a process that does not write is cut off from the database', async () => {
    await provoke(async () => {
      const writer = await trading.cluster.newWriter()
      const [follower] = trading.cluster.running().filter((machine) => machine !== writer)
      for (const network of follower?.networks ?? []) network.set({ type: 'silent' })
      await wait(1_000)
      for (const network of follower?.networks ?? []) network.set({ type: 'open' })
    })
  })

  test('the connection that holds the lock is ended, while the writer goes on', async () => {
    await provoke(async () => {
      for (let n = 0; n < 5; n += 1) {
        await endLock()
        await randomPause(100)
      }
    })
  })

  test('the writer is stopped in the middle, replaced at once, and woken beside its successor', async () => {
    await provoke(async () => {
      const writer = await trading.cluster.newWriter()
      await randomPause(50)
      writer.signal('SIGSTOP')
      await endLock()
      await trading.cluster.newWriter(writer)
      writer.signal('SIGCONT')
    })
  })

  test('the database is restarted', async () => {
    await provoke(async () => {
      await trading.cluster.primary.stop()
      await randomPause(500)
      await trading.cluster.primary.start()
    })
  })

  test('the database crashes and recovers', async () => {
    await provoke(async () => {
      await trading.cluster.primary.kill()
      await trading.cluster.primary.start()
    })
  })

  test('the primary is lost and its standby is promoted', async () => {
    await provoke(async () => {
      const { standby } = trading
      if (!standby) throw new Error('there is no standby')
      await trading.cluster.primary.kill()
      await randomPause(500)
      await standby.promote()
      trading.cluster.promoted(standby)
      await trading.replaceStandby(`standby_${Date.now()}`)
    })
  })

  test('the network to the database delays everything, each time differently', async () => {
    await provoke(async () => {
      const networks = trading.cluster.machines.flatMap((machine) => machine.networks)
      for (const network of networks) network.set({ type: 'slow', delayMs: () => chance() * 40 })
      await wait(2_000)
      for (const network of networks) network.set({ type: 'open' })
    })
  })

  test.each([
    {
      aheadMs: 30_000,
      sentence: /is (29|30)\.\d s ahead of the database's: this process does not become the writer/,
    },
    {
      aheadMs: -30_000,
      sentence: /is (29|30)\.\d s behind the database's: this process does not become the writer/,
    },
  ])(
    'a clock is $aheadMs ms ahead: its machine never writes, and no locate is late after a fail-over',
    async ({ aheadMs, sentence }) => {
      await provoke(async () => {
        const { cluster } = trading
        const writer = await cluster.newWriter()
        const [wrong] = cluster.running().filter((machine) => machine !== writer)
        if (!wrong) throw new Error('no process follows')
        await wrong.stop()
        const preload = pathToFileURL(new URL('./clock-ahead.mjs', import.meta.url).pathname).href
        await trading.restart(wrong, { NODE_OPTIONS: `--import=${preload}`, CLOCK_AHEAD_MS: `${aheadMs}` })
        const time = await MarketTime.follow(cluster)
        const leftOpen = await trading.locateLeftOpen()
        await writer.kill()
        expect((await cluster.newWriter(writer)).name).not.toBe(wrong.name)
        await trading.restart(writer)
        for (let n = 0; n < 3; n += 1) {
          await endLock()
          await wait(500)
          expect((await cluster.newWriter()).name).not.toBe(wrong.name)
        }
        // Until every locate that was open at the fail-over has ended.
        await wait(locateMs)
        await time.stop()
        console.log(
          `${time.entries} entries, at most ${time.aheadMs} ms ahead of the database's clock; ` +
            `locates without both answers ended late by ${[...time.lateMs.values()].join(', ')} ms`,
        )
        expect(time.entries).toBeGreaterThan(responses)
        expect([...time.lateMs.keys()]).toContain(leftOpen)
        expect(time.aheadMs).toBeLessThan(1_000)
        expect([...time.lateMs].filter(([, late]) => late > 1_000)).toEqual([])
        await wrong.kill()
        expect(wrong.errorLog().join('\n')).toMatch(sentence)
        await trading.restart(wrong)
      })
    },
  )

  test.runIf(process.getuid?.() === 0)('the disk of the machine that writes is full', async () => {
    await provoke(async () => {
      const writer = await trading.cluster.newWriter()
      // A file system of its own on the data folder, which has no room for another file.
      await run('mount', ['-t', 'tmpfs', '-o', 'size=4k,nr_inodes=1', 'full', writer.dataDir])
      try {
        // Longer than a process is counted that does not report.
        await wait(12_000)
        await trading.probe.nextAcknowledgement()
      } finally {
        await run('umount', [writer.dataDir])
      }
    })
  })

  test('a process joins from nothing', async () => {
    await provoke(async () => {
      const writer = await trading.cluster.newWriter()
      const [follower] = trading.cluster.running().filter((machine) => machine !== writer)
      if (!follower) throw new Error('no process follows')
      await follower.kill()
      await follower.clear()
      await trading.restart(follower)
    })
  })

  test('every process is restarted in turn, as for an upgrade', async () => {
    const since = performance.now()
    await provoke(async () => {
      for (const machine of trading.cluster.machines) {
        await machine.stop()
        await trading.restart(machine)
      }
    })
    console.log(`requests that failed for a user during the upgrade: ${trading.probe.failures(since)}`)
  })

  test('the journal has everything that was acknowledged, once', async () => {
    const counts = await trading.finish()
    const { acknowledged } = trading.tally
    console.log(`${acknowledged} acknowledged, ${counts.entries} entries, ${counts.locates} locates`)

    expect(counts.entries).toBeGreaterThan(acknowledged / 2)
  })
})

/** Ends the connection that holds the writer's lock: the database then gives the lock to whoever asks first. */
const endLock = async (): Promise<unknown> =>
  await trading.cluster.primary.query(
    `select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = ${writerLock}`,
  )
