import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiSession, callApi, signIn } from '@aitai/contract/api-client.ts'
import { advertList, createAdvert, modifyAdvert, submitAdvert } from '@aitai/contract/routes/adverts.ts'
import { getEquities, userBrokersList, webVersion } from '@aitai/contract/routes/reference.ts'
import { httpRequestOf } from '@aitai/contract/routes/request.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { exchange, openConnection } from '../../harness/client-connection.ts'
import { createRandom } from '../../harness/random.ts'
import { startProcess } from '../../harness/server-process.ts'
import { distinguishableT, welchTest } from '../accounts/welch.ts'

/**
 * `node proof/leaks/read-timing/main.ts`: whether a trader's reads take longer while another institution sends
 * commands, and whether their time reveals in which security it does. A reader's time may depend on the load of the
 * whole venue, and must not depend on the security of the others' commands, so only the second decides the result.
 * SAMPLES reads of each kind (2,000); SEED repeats the order.
 */
const samples = Number(process.env.SAMPLES || 2_000)
const seed = Number(process.env.SEED || Math.floor(Math.random() * 1_000_000))
const warmUp = Math.min(100, samples)
const raised = {
  CHANGES_PER_SECOND: '1000000',
  READS_PER_SECOND: '1000000',
  VISITS_PER_SECOND: '1000000',
}
/** Commands that another institution has in flight at any moment of a burst. */
const inFlight = 4

/** A live IOI to buy, and how its owner modifies it. */
async function openAdvert(trader: ApiSession, equity: Equity) {
  const { equityId: securityId, closePrice, lotSize } = equity
  const [broker] = await callApi(trader, userBrokersList)
  const draft = await callApi(trader, createAdvert, { body: { securityId } })
  if ('error' in draft) throw new Error(draft.error)
  const lots = Math.ceil(50_000_000 / closePrice / lotSize)
  const body = {
    id: draft.id,
    securityId,
    direction: 'BUY' as const,
    shareQuantity: lots * lotSize,
    minimumQuantity: 10,
    duration: 'END_OF_DAY' as const,
    credibilityHurdle: 10,
    brokerIds: [broker?.brokerID ?? ''],
    ranked: false,
    transactionType: 'CASH_SWAP' as const,
    transactionTypePreference: 'CASH_SWAP' as const,
  }
  await callApi(trader, submitAdvert, { body })
  let changes = 0
  return {
    modify: () => {
      changes += 1
      const shareQuantity = (lots + (changes % 50)) * lotSize
      return callApi(trader, modifyAdvert, { body: { ...body, shareQuantity } })
    },
  }
}

type Modified = Awaited<ReturnType<typeof openAdvert>>

/** Runs a task while another institution modifies its IOI without a pause. */
async function duringBurst<T>(advert: Modified, task: () => Promise<T>): Promise<T> {
  let isOver = false
  const loop = async (began: Promise<unknown>): Promise<void> => {
    await began
    while (!isOver) await advert.modify()
  }
  const first = Array.from({ length: inFlight }, () => advert.modify())
  const loops = first.map(loop)
  try {
    await Promise.race(first)
    return await task()
  } finally {
    isOver = true
    await Promise.all(loops)
  }
}

const conditions = ['quiet', 'same security', 'another security'] as const
type Condition = (typeof conditions)[number]

const dataDir = await mkdtemp(join(tmpdir(), 'aitai-read-timing-'))
const server = startProcess(dataDir, { DEMO: 'on', ...raised })
const url = await server.ready
const [reader, writer] = [openConnection(url), openConnection(url)]
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
try {
  const alder = await signIn(reader, 'trader@alder.example', demoPassword)
  const birch = await signIn(writer, 'trader@birch.example', demoPassword)
  const [own, another] = (await callApi(alder, getEquities)) as [Equity, Equity]
  await openAdvert(alder, own)
  const bursts: Readonly<Partial<Record<Condition, Modified>>> = {
    'same security': await openAdvert(birch, own),
    'another security': await openAdvert(birch, another),
  }
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    'the list of adverts, from the state of the market': () => callApi(alder, advertList),
    'the version, which reads nothing': () => exchange(url, httpRequestOf(webVersion, {}), agent),
  }
  process.stdout.write(`${samples} reads of each kind, SEED=${seed}\n`)
  for (const [name, read] of Object.entries(reads)) {
    const times = await measure(read, bursts)
    process.stdout.write(`${name}\n`)
    for (const [one, other] of [
      ['quiet', 'same security'],
      ['quiet', 'another security'],
      ['same security', 'another security'],
    ] as const) {
      const { means, t } = welchTest(times[one], times[other])
      process.stdout.write(
        `  ${one} ${means[0].toFixed(3)} ms, ${other} ${means[1].toFixed(3)} ms, t = ${t.toFixed(2)}\n`,
      )
      if (one !== 'quiet' && Math.abs(t) >= distinguishableT) process.exitCode = 1
    }
  }
} finally {
  reader.close()
  writer.close()
  agent.destroy()
  await server.kill()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()

/** Milliseconds of each read, under each condition in random order. */
async function measure(
  read: () => Promise<unknown>,
  bursts: Readonly<Partial<Record<Condition, Modified>>>,
): Promise<Record<Condition, number[]>> {
  const chance = createRandom(seed)
  const times: Record<Condition, number[]> = {
    quiet: [],
    'same security': [],
    'another security': [],
  }
  const timed = async (): Promise<number> => {
    const began = performance.now()
    await read()
    return performance.now() - began
  }
  for (let i = 0; i < samples + warmUp; i += 1)
    for (const condition of chance.shuffled(conditions)) {
      const burst = bursts[condition]
      const took = burst ? await duringBurst(burst, timed) : await timed()
      if (i >= warmUp) times[condition].push(took)
    }
  return times
}
