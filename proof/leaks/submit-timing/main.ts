import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type ApiSession, callApi, signIn } from '@aitai/contract/api-client.ts'
import { advertList, cancelAdvert, createAdvert, submitAdvert } from '@aitai/contract/routes/adverts.ts'
import { listLocateNotifications } from '@aitai/contract/routes/locates.ts'
import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { openConnection, openNotificationSocket } from '../../harness/client-connection.ts'
import { createRandom, type Random } from '../../harness/random.ts'
import { startProcess } from '../../harness/server-process.ts'
import { croppedAt, distinguishableT, welchTest } from '../accounts/welch.ts'

/**
 * `node proof/leaks/submit-timing/main.ts`: whether the time of the reply to a submit reveals that a contra waits.
 * A trader sends an IOI alternately in a security with a matching contra and in one without, over real HTTP on a
 * server whose sweeps are delayed for longer than the IOI lives. SAMPLES pairs (20,000), RUNS times (2), each run in
 * an order of its own, which SEED repeats.
 */
const samples = Number(process.env.SAMPLES || 20_000)
const runs = Number(process.env.RUNS || 2)
const seed = Number(process.env.SEED || Math.floor(Math.random() * 1_000_000))
const warmUp = Math.min(200, samples)
const raised = {
  CHANGES_PER_SECOND: '1000000',
  READS_PER_SECOND: '1000000',
  VISITS_PER_SECOND: '1000000',
  // No sweep finds the contra before the IOI is cancelled.
  SWEEP_DELAY: '90000-99000',
}

/** Signs a trader in with a live socket, which makes it present. */
async function signInAs(connection: ApiSession, email: string): Promise<ApiSession> {
  const session = await signIn(connection, email, demoPassword)
  await openNotificationSocket(session.baseUrl, session.token ?? '').open
  return session
}

const bodyOf = (
  id: string,
  securityId: string,
  direction: Direction,
  shareQuantity: number,
  brokerId: string,
) => ({
  id,
  securityId,
  direction,
  shareQuantity,
  minimumQuantity: 10,
  duration: 'END_OF_DAY' as const,
  credibilityHurdle: 10,
  brokerIds: [brokerId],
  ranked: false,
  transactionType: 'CASH_SWAP' as const,
  transactionTypePreference: 'CASH_SWAP' as const,
})

/** A trader, a security in which a contra waits for it, one in which none does, and its IOI in each. */
interface Setting {
  readonly alder: ApiSession
  readonly birch: ApiSession
  readonly brokerId: string
  readonly names: readonly Equity[]
  readonly ids: string[]
}

const sharesOf = ({ closePrice, lotSize }: Equity): number =>
  Math.ceil(50_000_000 / closePrice / lotSize) * lotSize

async function setUp(connection: ApiSession): Promise<Setting> {
  const alder = await signInAs(connection, 'trader@alder.example')
  const birch = await signInAs(connection, 'trader@birch.example')
  const names = (await callApi(alder, getEquities)).slice(0, 2)
  const [broker] = await callApi(alder, userBrokersList)
  const brokerId = broker?.brokerID ?? ''
  const draft = async (trader: ApiSession, securityId: string): Promise<string> => {
    const drafted = await callApi(trader, createAdvert, { body: { securityId } })
    if ('error' in drafted) throw new Error(drafted.error)
    return drafted.id
  }
  const ids: string[] = []
  for (const equity of names) {
    const { equityId: securityId } = equity
    // The other institution has an IOI in both, on the opposite side in the first and on the same side in the second.
    const side = ids.length === 0 ? 'SELL' : 'BUY'
    const contra = bodyOf(await draft(birch, securityId), securityId, side, sharesOf(equity), brokerId)
    await callApi(birch, submitAdvert, { body: contra })
    ids.push(await draft(alder, securityId))
  }
  return { alder, birch, brokerId, names, ids }
}

/** Waits until both IOIs of the other institution are live: otherwise the two securities would not differ. */
async function expectContra({ birch }: Setting): Promise<void> {
  let statuses = ''
  for (let tries = 0; tries < 100; tries += 1) {
    const waiting = await callApi(birch, advertList)
    statuses = waiting.map(({ advertisementStatus }) => advertisementStatus).join()
    if (statuses === 'LIVE,LIVE') return
    await wait(100)
  }
  throw new Error(`the other institution's IOIs are ${statuses}`)
}

/** Milliseconds of each reply, with and without a waiting contra. */
async function measure(
  { alder, brokerId, names, ids }: Setting,
  chance: Random,
): Promise<{ located: number[]; alone: number[] }> {
  const times: [number[], number[]] = [[], []]
  let first: 0 | 1 = 0
  for (let i = 0; i < 2 * (samples + warmUp); i += 1) {
    // Each pair in random order, so that a drift of the machine reaches both alike.
    if (i % 2 === 0) first = chance.happens(0.5) ? 0 : 1
    const second = first === 0 ? 1 : 0
    const which = i % 2 === 0 ? first : second
    const equity = names[which] as Equity
    const body = bodyOf(ids[which] ?? '', equity.equityId, 'BUY', sharesOf(equity), brokerId)
    const began = performance.now()
    const sent = await callApi(alder, submitAdvert, { body })
    const took = performance.now() - began
    ids[which] = sent.id
    await callApi(alder, cancelAdvert, { params: { id: sent.id } })
    if (i >= 2 * warmUp) times[which].push(took)
  }
  return { located: times[0], alone: times[1] }
}

/** Waits until the contra is located: without a match the two securities would not differ at all. */
async function expectLocate(connection: ApiSession): Promise<void> {
  const alder = await signInAs(connection, 'trader@alder.example')
  const dead = (await callApi(alder, advertList)).filter(({ direction }) => direction === 'BUY')
  for (const { id, securityId, shareQuantity, brokerIds } of dead)
    await callApi(alder, submitAdvert, {
      body: bodyOf(id, securityId, 'BUY', shareQuantity, brokerIds[0] ?? ''),
    })
  for (let seconds = 0; seconds < 120; seconds += 1) {
    await wait(1_000)
    if ((await callApi(alder, listLocateNotifications)).length === 1) return
  }
  throw new Error('the contra was never located, so the measurement compared two equal things')
}

const dataDir = await mkdtemp(join(tmpdir(), 'aitai-submit-timing-'))
const server = startProcess(dataDir, { DEMO: 'on', ...raised })
const connection = openConnection(await server.ready)
try {
  const setting = await setUp(connection)
  for (let run = 1; run <= runs; run += 1) {
    await expectContra(setting)
    const { located, alone } = await measure(setting, createRandom(seed + run))
    await expectContra(setting)
    for (const [name, result] of [
      ['all replies', welchTest(located, alone)],
      ['the quickest 90 %', welchTest(...croppedAt(0.9, located, alone))],
    ] as const) {
      const [withContra, without] = result.means
      process.stdout.write(
        `run ${run}, SEED=${seed}, ${samples} pairs, ${name}: with a contra ${withContra.toFixed(3)} ms, ` +
          `without ${without.toFixed(3)} ms, t = ${result.t.toFixed(2)} (distinguishable from ${distinguishableT})\n`,
      )
      if (Math.abs(result.t) >= distinguishableT) process.exitCode = 1
    }
  }
  await expectLocate(connection)
} finally {
  connection.close()
  await server.kill()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()
