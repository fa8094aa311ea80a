import { expect, test } from 'vitest'
import type { TestUser } from '../../server/test/support/test-user.ts'
import { formatUtcTimestamp } from '../src/wire/utc-timestamp.ts'
import { startTrading } from './support/trading-gateway.ts'

const now = (): string => formatUtcTimestamp(Date.now())
const rics = ['7203.T', '6758.T', '9984.T'] as const

/** Times, and what the session numbers by them. */
const varying: ReadonlySet<string> = new Set(['34', '52', '60', '126', '10', '9'])

/** A message with its times left out and its random ids replaced by the order in which they first came. */
function masked(text: string, ids: Map<string, string>): string {
  return text
    .replace(/^\d+: /, '')
    .split('|')
    .filter((field) => !varying.has(field.slice(0, field.indexOf('='))))
    .map((field) =>
      field.replace(/[0-9a-f]{32}/g, (id) => {
        const known = ids.get(id) ?? `id ${ids.size + 1}`
        ids.set(id, known)
        return known
      }),
    )
    .join('|')
}

/** Everything that Alder's session receives while it trades, in a world in which others do something. */
async function observed(others: (birch: TestUser) => Promise<void>): Promise<string[]> {
  const { desk, logsOn } = await startTrading()
  const birch = await (await desk.trader('birch')).connects()
  const alder = await logsOn('ALDER-OMS')
  const received: string[] = [masked(await alder.receive(), new Map())]
  const ids = new Map<string, string>()
  const receives = async (): Promise<void> => void received.push(masked(await alder.receive(), ids))

  await others(birch)
  for (const [index, ric] of rics.entries()) {
    const id = `A${index}`
    alder.send('D', `11=${id}|18=M|55=${ric}|54=1|60=${now()}|38=10000|40=P|59=0|5001=50|5002=1`)
    await receives()
    alder.send('G', `11=${id}R|41=${id}|18=M|55=${ric}|54=1|60=${now()}|38=20000|40=P`)
    await receives()
  }
  await others(birch)
  alder.send('D', `11=XD|18=M|55=7203.T|54=2|60=${now()}|38=10000|40=P`)
  await receives()
  alder.send('F', `11=XF|41=unknown|55=7203.T|54=2|60=${now()}`)
  await receives()
  alder.send('H', '11=A0|55=7203.T|54=1')
  await receives()
  for (const [index, ric] of rics.entries()) {
    alder.send('F', `11=A${index}C|41=A${index}R|55=${ric}|54=1|60=${now()}`)
    await receives()
  }
  alder.send('AJ', '131=unknown|694=1')
  await receives()
  return received
}

test('before a locate a session receives the same, byte for byte, whatever others do', async () => {
  const alone = await observed(async () => {})
  // The other side in the same securities, and never compatible: its minimum is above what Alder offers.
  let round = 0
  const beside = await observed(async (birch) => {
    round += 1
    for (const ric of rics)
      if (round === 1) await birch.advertises('SELL', ric, 900_000, { minimumQuantity: 75 })
    if (round === 1) return
    for (const { id } of await birch.adverts()) await birch.callsOk(`/advert/cancel-advert/${id}`)
    for (const ric of rics) await birch.advertises('BUY', ric, 50_000)
  })

  expect(alone.length).toBeGreaterThan(12)
  expect(beside).toEqual(alone)
})
