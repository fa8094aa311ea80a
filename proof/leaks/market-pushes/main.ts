import { randomBytes } from 'node:crypto'
import { callApi } from '@aitai/contract/api-client.ts'
import { getEquities } from '@aitai/contract/routes/reference.ts'
import { addSignedInDesks } from '../../bench/desk-accounts.ts'
import { withDataFolder } from '../../bench/test-accounts.ts'
import { openConnection } from '../../harness/client-connection.ts'
import { createRandom } from '../../harness/random.ts'
import { startProcess } from '../../harness/server-process.ts'
import { distinguishableT, welchTest } from '../accounts/welch.ts'
import { followPrices, mostFollowed } from './price-socket.ts'
import { type Attacker, followGroup, readings, scan } from './scan.ts'

/**
 * `node proof/leaks/market-pushes/main.ts`: whether a trader finds the four securities that another desk has on screen
 * from the prices that are pushed. SCANS scans (3) of all securities by the times in the updates and by their arrival;
 * then SAMPLES ticks (60) with one of the four and one other security followed twice. SEED repeats the choice. An
 * argument, `content`, `time` or `delay`, selects one of the three.
 */
const scans = Number(process.env.SCANS || 3)
const samples = Number(process.env.SAMPLES || 60)
const seed = Number(process.env.SEED || Math.floor(Math.random() * 1_000_000))
const hiddenCount = 4
/** Chance finds so many in three scans once in thousands of runs. */
const mostByChance = 2
const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const random = createRandom(seed)

interface Venue {
  readonly attacker: Attacker
  /** The token of the other desk. */
  readonly other: string
  /** All securities except those that the attacker observes. */
  readonly candidates: readonly string[]
}

/** A server with two institutions. Without a feed no security has a quote, and an update has the time of its read. */
function withVenue<T>(quotes: 'http' | 'simulated', task: (venue: Venue) => Promise<T>): Promise<T> {
  return withDataFolder(async (dataDir) => {
    const counts = { institutions: 2, traders: 10, brokers: 1, brokerUsers: 0 }
    const { traders } = await addSignedInDesks({ dataDir, databaseUrl: null }, counts)
    const feed = quotes === 'http' ? { FEED_TOKEN: randomBytes(24).toString('base64url') } : {}
    const server = startProcess(dataDir, { QUOTES: quotes, CALENDAR: 'always-open', DEMO: 'off', ...feed })
    try {
      const url = await server.ready
      const ids = await listedOn(url, traders[0]?.token ?? '')
      const tokens = traders.filter(({ ofId }) => ofId === traders[0]?.ofId).map(({ token }) => token)
      return await task({
        attacker: { url, tokens, observed: ids.slice(-mostFollowed) },
        other: traders[1]?.token ?? '',
        candidates: ids.slice(0, -mostFollowed),
      })
    } finally {
      await server.kill()
    }
  })
}

async function listedOn(url: string, token: string): Promise<readonly string[]> {
  const connection = openConnection(url)
  try {
    const equities = await callApi(connection, getEquities, { token })
    return equities.map(({ equityId }) => equityId).sort()
  } finally {
    connection.close()
  }
}

/** Scans by one kind of reading. Returns how many hidden securities were named. */
const scanBy = (kind: keyof typeof readings): Promise<number> =>
  withVenue(kind === 'content' ? 'http' : 'simulated', async ({ attacker, other, candidates }) => {
    let hits = 0
    for (let n = 1; n <= scans; n += 1) {
      const hidden = random.shuffled(candidates).slice(0, hiddenCount)
      const screen = await followPrices(attacker.url, other, hidden)
      const began = performance.now()
      const found = await scan(attacker, candidates, hiddenCount, readings[kind], random)
      screen.close()
      const right = found.named.filter((id) => hidden.includes(id)).length
      hits += right
      say(
        `  by ${kind}, scan ${n}: ${right} of ${hiddenCount} found, ${found.named.length - right} false; ` +
          `a batch visible in ${found.withBoundary} of ${found.readings} readings; ` +
          `${((performance.now() - began) / 1_000).toFixed(0)} s`,
      )
    }
    const chance = (scans * hiddenCount ** 2) / candidates.length
    say(`  by ${kind}: ${hits} of ${scans * hiddenCount} found; chance finds ${chance.toFixed(2)}`)
    return hits
  })

/** How late after the full second prices arrive while a hidden security, or another one, is followed once more. */
const compareDelays = (): Promise<number> =>
  withVenue('simulated', async ({ attacker, other, candidates }) => {
    const [shown = '', ...rest] = random.shuffled(candidates)
    const screen = await followPrices(attacker.url, other, [shown, ...rest.slice(0, hiddenCount - 1)])
    const delays: { readonly same: number[]; readonly another: number[] } = { same: [], another: [] }
    for (let n = 0; n < 2 * samples; n += 1) {
      const isSame = n % 4 === 0 || n % 4 === 3
      const sockets = await followGroup(attacker, [isSame ? shown : (rest.at(-1) ?? '')])
      const socket = await followPrices(attacker.url, attacker.tokens[0] ?? '', attacker.observed)
      await socket.received(attacker.observed.length)
      const last = socket.updates.at(-1)?.receivedAt ?? 0
      delays[isSame ? 'same' : 'another'].push(last % 1_000)
      for (const each of [...sockets, socket]) each.close()
    }
    screen.close()
    const { t, means } = welchTest(delays.same, delays.another)
    const [same, another] = means.map((mean) => mean.toFixed(2))
    say(
      `  delay of a tick: ${same} ms with a security that the other desk follows, ${another} ms with another,`,
    )
    say(`  t = ${t.toFixed(2)} (limit ${distinguishableT})`)
    return t
  })

say(`four securities on another desk's screen, SEED=${seed}`)
const [selected] = process.argv.slice(2)
const includes = (name: string): boolean => selected === undefined || selected === name
const hits = includes('content') ? [await scanBy('content')] : []
if (includes('time')) hits.push(await scanBy('time'))
const t = includes('delay') ? await compareDelays() : 0
if (hits.some((count) => count > mostByChance) || Math.abs(t) > distinguishableT) process.exitCode = 1
process.exit()
