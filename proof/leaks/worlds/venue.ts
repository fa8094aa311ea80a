import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Security } from '@aitai/engine/model/security.ts'
import { passwordHasher } from '@aitai/server/accounts/password-hashing.ts'
import type { AdminContext } from '@aitai/server/admin/admin-context.ts'
import { changeUser } from '@aitai/server/admin/users/user-details.ts'
import type { App } from '@aitai/server/app.ts'
import { readConfig } from '@aitai/server/config.ts'
import { connectPostgres } from '@aitai/server/database/postgres.ts'
import { createLog } from '@aitai/server/observability/log.ts'
import { type SimulatedQuotes, simulatedQuotes } from '@aitai/server/quotes/quotes.ts'
import { type RunningApp, startServer } from '@aitai/server/startup.ts'
import { sql } from 'kysely'
import { noProbingLimits } from '../../../engine/test/test-limits.ts'
import { adminContextOf } from '../../harness/admin-context.ts'
import {
  accepted,
  addBrokers,
  addInstitution,
  type Institution,
  settling,
  traderOf,
} from '../../harness/scripted-server.ts'
import { sharedSecrets } from '../../harness/server-process.ts'

/**
 * Which institutions can never be located with the observed one (docs/rules.md §3): Dogwood is its affiliate
 * (E2), Elder has no broker in common (E8). Birch and Cypress could be, so they choose terms that prevent it. Fir
 * shares a broker with the observed institution and with nobody else.
 */
const institutions: readonly Institution[] = [
  { name: 'Alder', brokers: ['Hinoki', 'Kaede'], affiliateGroup: 'Grove', traders: 2 },
  { name: 'Birch', brokers: ['Hinoki', 'Momiji'], traders: 2 },
  { name: 'Cypress', brokers: ['Hinoki', 'Momiji'], traders: 2 },
  { name: 'Dogwood', brokers: ['Hinoki', 'Momiji'], affiliateGroup: 'Grove', traders: 2 },
  { name: 'Elder', brokers: ['Momiji'], traders: 2 },
  { name: 'Fir', brokers: ['Kaede'], traders: 1 },
]
const brokers = ['Hinoki', 'Kaede', 'Momiji']

/** The institutions whose second trader is their desk head. */
const withDeskHead = ['Alder', 'Birch', 'Dogwood']

export const isDeskHead = (email: string): boolean => withDeskHead.some((name) => deskHeadOf(name) === email)

export const deskHeadOf = (institution: string): string => traderOf(institution, 2)

/** A Wednesday morning in Tokyo. */
const morning = Date.UTC(2026, 10, 18, 0, 30)
const databaseFile = 'aitai.db'

/** A real server on a real port with a real database. Its clock, its ticks and its market are moved by hand. */
export interface World {
  readonly name: string
  readonly app: App
  readonly url: string
  readonly now: () => number
  /** The securities that can be advertised, the largest first. */
  readonly securities: readonly Security[]
  /** The number of notifications that were pushed to a user. */
  pushedTo(userId: string): number
  /** Advances the clock. Without `quotes` the market sends nothing, so that its quotes become stale. */
  pass(milliseconds: number, quotes: boolean): void
  /** Resolves when time and quotes make nothing more possible, and everything that happened was pushed. */
  settle(): Promise<void>
  /** Pushes prices, as at a full second. Resolves once all are sent. */
  pushPrices(): Promise<void>
  /** Resolves when the market counts a user with a socket as present, if the user is a trader. */
  knowsPresent(userId: string): Promise<void>
  stop(): Promise<void>
}

export interface WorldPair {
  readonly alone: World
  readonly crowded: World
  stop(): Promise<void>
}

/**
 * Two servers with copies of one database, the same clock and the same market. With the URL of a PostgreSQL, each
 * world has two processes, and everybody uses the one that follows.
 */
export async function openWorlds(seed: number, postgres: string | null = null): Promise<WorldPair> {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-worlds-'))
  const [template, ...copies] = ['template', 'alone', 'crowded'].map((name) => join(folder, name))
  for (const each of [template, ...copies]) await mkdir(each as string)
  const databases = postgres ? await openDatabases(postgres) : null
  const first = await openWorld('template', template as string, seed, databases?.template ?? null)
  await addPeople(first.admin)
  await first.world.stop()
  const worlds: World[] = []
  for (const [i, copy] of copies.entries()) {
    const database = databases ? await databases.copy() : null
    // The secrets open what the database has encrypted.
    for (const file of database ? [] : [databaseFile, 'secrets.env'])
      await copyFile(join(template as string, file), join(copy, file))
    worlds.push((await openWorld(['alone', 'crowded'][i] as string, copy, seed, database)).world)
  }
  const [alone, crowded] = worlds as [World, World]
  return {
    alone,
    crowded,
    async stop() {
      for (const world of worlds) await world.stop()
      await databases?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A database of a PostgreSQL and copies of it. */
async function openDatabases(url: string) {
  const { db, close } = connectPostgres(url)
  const names: string[] = []
  const create = async (from: string): Promise<string> => {
    const name = `aitai_${randomBytes(8).toString('hex')}`
    await sql.raw(`create database ${name} ${from}`).execute(db)
    names.push(name)
    const own = new URL(url)
    own.pathname = `/${name}`
    return own.href
  }
  return {
    template: await create(''),
    copy: () => create(`template ${names[0]}`),
    async drop() {
      for (const name of names) await sql.raw(`drop database ${name} with (force)`).execute(db)
      await close()
    },
  }
}

async function openWorld(
  name: string,
  folder: string,
  seed: number,
  databaseUrl: string | null,
): Promise<{ world: World; admin: AdminContext }> {
  const clock = { at: morning }
  const now = (): number => clock.at
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, ...sharedSecrets(databaseUrl) }),
    DEMO: 'off',
    ROBOTS: 'off',
    // A drawn delay would differ between the worlds. Without one, a locate of others follows their commands at once.
    SWEEP_DELAY: '0-0',
    LOG_LEVEL: 'silent',
    // Each institution has a network of its own, as X-Forwarded-For names it.
    TRUST_PROXY: 'loopback',
  })
  const ticks: (() => void)[] = []
  const pushes: (() => Promise<void>)[] = []
  const sources: SimulatedQuotes[] = []
  const start = (): Promise<RunningApp> =>
    startServer(config, {
      log: createLog('silent'),
      now,
      passwords: passwordHasher({ memory: 8, passes: 1, parallelism: 1 }),
      // Locates of others shall not end with the budgets of failures of a day.
      limits: { probing: noProbingLimits },
      startTicks: (tick) => {
        ticks.push(tick)
        return () => {}
      },
      startMarketTicks: (push) => {
        pushes.push(push)
        return () => {}
      },
      clientFolder: join(folder, 'none'),
      quotes(securities) {
        const source = simulatedQuotes({ seed: `worlds-${seed}`, securities, now })
        sources.push(source)
        return source
      },
      simulationSeed: `worlds-${seed}`,
      copyEveryMs: 20,
    })
  const running = await start()
  const follower = databaseUrl === null ? null : await start()
  const tick = (): void => {
    for (const each of ticks) each()
  }
  const pushPrices = async (): Promise<void> => {
    await Promise.all(pushes.map((push) => push()))
  }
  const renewQuotes = (): void => {
    for (const source of sources) source.advance()
  }
  const world = worldOf(name, running, follower, clock, { tick, pushPrices, renewQuotes })
  return { world, admin: adminContextOf(running) }
}

function worldOf(
  name: string,
  running: RunningApp,
  follower: RunningApp | null,
  clock: { at: number },
  {
    tick,
    pushPrices,
    renewQuotes,
  }: { readonly tick: () => void; readonly renewQuotes: () => void } & Pick<World, 'pushPrices'>,
): World {
  const { app } = running
  // Where everybody's requests and sockets are.
  const { app: entered, url } = follower ?? running
  const { market, quotes, reference } = app
  const securities = reference.names().listed.map(({ security }) => security)
  const pushed = new Map<string, number>()
  const unsubscribe = entered.market.onNotifications((notifications) => {
    for (const { userId } of notifications) pushed.set(userId, (pushed.get(userId) ?? 0) + 1)
  })

  /** Resolves once the follower has folded the journal and copied the quotes. */
  async function follow(): Promise<void> {
    if (!follower) return
    const isCopied = (): boolean =>
      securities.every(({ securityId }) => {
        const [own, copy] = [quotes.quoteOf(securityId), entered.quotes.quoteOf(securityId)]
        return own?.at === copy?.at && own?.bid === copy?.bid
      })
    while (!isCopied()) await wait(1)
    await entered.market.read(() => null)
  }

  return {
    name,
    app,
    url,
    now: () => clock.at,
    securities,
    pushedTo: (userId) => pushed.get(userId) ?? 0,
    pass(milliseconds, renews) {
      // Quotes come often enough to keep a market fresh (docs/rules.md §8). The last two are a second apart, so that
      // a trigger can fire (docs/rules.md §11).
      const last = Math.min(milliseconds, 1_000)
      for (let left = milliseconds - last; left > 0; left -= 5_000) {
        clock.at += Math.min(left, 5_000)
        if (renews) renewQuotes()
      }
      clock.at += last
      if (renews) renewQuotes()
    },
    settle: settling(running, tick, follow),
    pushPrices,
    async knowsPresent(userId) {
      const isAbsentTrader = (): Promise<boolean> =>
        market.read((state) => state.traders.get(userId)?.present === false)
      while (follower && (await isAbsentTrader())) await wait(1)
    },
    async stop() {
      unsubscribe()
      await follower?.stop()
      await running.stop()
    },
  }
}

async function addPeople(admin: AdminContext): Promise<void> {
  await addBrokers(admin, brokers)
  for (const institution of institutions) await addInstitution(admin, institution)
  for (const name of withDeskHead) {
    const head = { email: deskHeadOf(name), deskHead: true, reason: 'agreed with the institution' }
    accepted(await changeUser(admin, head))
  }
}
