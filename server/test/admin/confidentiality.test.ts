import { expect, test } from 'vitest'
import { Operator } from '../support/operator.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { occurringSecrets } from './occurring-secrets.ts'

/** Quantities that occur nowhere else, and other data that identifies an advert or a locate. */
const live = { ric: '8306.T', quantity: 765_400 }
const met = { ric: '7203.T', quantity: 98_700 }

/** Adverts that wait, a locate that is open, one that failed, and an agreement. */
async function busyDesk(): Promise<{ desk: TestServer; secrets: readonly string[] }> {
  const desk = await startTestServer({ firms: ['Alder', 'Birch', 'Cypress'], brokers: ['Hinoki'] })
  const alder = await (await desk.trader('alder')).connects()
  const birch = await (await desk.trader('birch')).connects()
  const ids: string[] = []
  for (const [ric, quantity, ends] of [
    ['6758.T', 33_300, 'declined'],
    ['9984.T', 44_400, 'accepted'],
    [met.ric, met.quantity, 'open'],
  ] as const) {
    const { id } = await alder.advertises('BUY', ric, quantity)
    const { id: contraId } = await birch.advertises('SELL', ric, quantity)
    const [locate, contra] = [await alder.isLocated(id), await birch.isLocated(contraId)]
    ids.push(id, contraId, locate.locateNotificationId)
    if (ends !== 'open') await alder.accepts(locate)
    if (ends === 'declined') await birch.declines(contra)
    if (ends === 'accepted') ids.push((await birch.accepts(contra)).connectionAgreementId ?? '')
  }
  ids.push((await alder.advertises('BUY', live.ric, live.quantity)).id)
  const rics = ['6758.T', '9984.T', met.ric, live.ric]
  const securities = rics.map((ric) => desk.securityId(ric))
  const quantities = [33_300, 44_400, met.quantity, live.quantity].flatMap((quantity) => [
    String(quantity),
    quantity.toLocaleString('en'),
  ])
  return { desk, secrets: [...ids, ...rics, ...securities, ...quantities] }
}

test('no admin command shows an advert, a locate or who met whom', async () => {
  const { desk, secrets } = await busyDesk()
  const operator = new Operator(desk)
  const reason = 'a drill'
  const email = 'trader@alder.example'
  const printed: unknown[] = [
    await operator.runs('status', {}),
    await operator.runs('user list', {}),
    await operator.runs('outbox', {}),
    await operator.runs('firm list', {}),
    await operator.runs('broker list', {}),
    await operator.runs('user sessions', { email }),
    await operator.runs('rating show', { email }),
    await operator.runs('rating show', { email: 'trader@birch.example' }),
    await operator.runs('halt', { firm: 'Cypress', reason }),
    await operator.runs('halt', { security: '6501.T', reason }),
    await operator.runs('halts', {}),
    await operator.runs('resume', { firm: 'Cypress', reason }),
    await operator.runs('user change', { email, language: 'ja', reason }),
    await operator.runs('user unlock', { email, reason }),
    await operator.runs('broker disable', { shortName: 'Hinoki', reason }),
    await operator.runs('broker enable', { shortName: 'Hinoki', reason }),
    await operator.runs('broker unassign', { firm: 'Cypress', shortName: 'Hinoki', reason }),
    await operator.runs('broker assign', { firm: 'Cypress', shortName: 'Hinoki', reason }),
    await operator.runs('user sessions', { email, end: true, reason }),
    await operator.runs('user reset', { email, reason }),
    await operator.runs('user disable', { email, reason }),
    await operator.runs('user enable', { email, reason }),
    await operator.runs('firm disable', { firm: 'Birch', reason }),
    await operator.runs('firm enable', { firm: 'Birch', reason }),
    await operator.runs('platform close', { reason }),
    await operator.runs('platform open', { reason }),
  ]

  const text = JSON.stringify(printed)
  expect(occurringSecrets(text, secrets)).toEqual([])
  // A rating's events name no contra: each name occurs only where it belongs, in the lists.
  expect(JSON.stringify(printed.slice(6, 8))).not.toMatch(/Birch|Alder|Cypress/)
  const state = await desk.app.market.read(({ adverts }) => JSON.stringify([...adverts.values()]))
  expect(occurringSecrets(state, secrets).length).toBeGreaterThan(10)
})
