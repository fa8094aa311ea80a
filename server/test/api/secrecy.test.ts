import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { expect, test } from 'vitest'
import { startLocated } from '../support/journeys.ts'
import { acknowledgedNotifications } from '../support/pushed-notifications.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { type ApiResponse, locateAnswerBody, submissionBody, type TestUser } from '../support/test-user.ts'
import { startAgreedWithStrangers } from './agreement-fixture.ts'

const headersOf = ({ headers }: ApiResponse): [string, string][] =>
  [...headers].filter(([name]) => name !== 'date')

/** The whole reply, without what differs between any two replies. */
const bytes = (answer: ApiResponse): string => JSON.stringify([answer.status, answer.text, headersOf(answer)])

// rule: 15.17
test('an id of another institution gets the same bytes as an unknown one', async () => {
  const scene = await startAgreedWithStrangers()
  const { alder, cypress: trader, other: broker, locate, id, connectionAgreementId: agreementId } = scene
  const terms = submissionBody(await trader.drafts('8306.T'))
  const locateId = locate.locateNotificationId
  const answer = (of: string) => locateAnswerBody({ ...locate, locateNotificationId: of })
  const side = (of: string) => ({ connectionAgreementId: of, buyStatus: true })

  const requests: readonly [TestUser, string, string, (of: string) => unknown][] = [
    [trader, '/advert/pause-advert/', id, () => null],
    [trader, '/advert/resume-advert/', id, () => null],
    [trader, '/advert/cancel-advert/', id, () => null],
    [trader, '/advert/modify-advert', id, (of) => ({ ...terms, id: of })],
    [trader, '/advert/submit-advert', id, (of) => ({ ...terms, id: of })],
    [trader, '/locate-notification/connect-acceptance', locateId, answer],
    [trader, '/locate-notification/connect-rejection', locateId, answer],
    [trader, '/connection-agreement/connect-broker', agreementId, (of) => ({ connectAgreementId: of })],
    [broker, '/connection-agreement/broker-execution-confirmation', agreementId, side],
    [broker, '/connection-agreement/broker-execution-undo', agreementId, side],
  ]
  for (const [person, path, known, body] of requests) {
    const reply = (of: string) =>
      body(of) === null ? person.calls(path + of) : person.calls(path, { body: body(of) })
    const [ofAnother, ofNobody] = [await reply(known), await reply('f'.repeat(32))]
    expect(ofAnother.status, path).toBe(404)
    expect(bytes(ofAnother), path).toBe(bytes(ofNobody))
  }
  expect((await alder.locates())[0]).toMatchObject({
    outcome: 'ACCEPTED',
    connectionAgreementId: agreementId,
  })
})

/** The replies to a trader who drafts, sends, pauses, resumes and changes an advert. */
async function transcript(desk: TestServer, hasContra: boolean): Promise<string[]> {
  const birch = await (await desk.trader('birch')).connects()
  const alder = await (await desk.trader('alder')).connects()
  if (hasContra) await birch.advertises('SELL', '7203.T', 10_000)
  else await birch.advertises('BUY', '8306.T', 10_000)

  const drafted = await alder.calls<Advert>('/advert/create-advert', {
    body: { securityId: desk.securityId('7203.T') },
  })
  const body = { ...submissionBody(drafted.body), shareQuantity: 10_000 }
  const sent = await alder.calls<Advert>('/advert/submit-advert', { body })
  return [drafted, sent].map((answer) => bytes(answer).replaceAll(drafted.body.id, 'the id'))
}

test('the reply to a submit does not depend on a waiting contra', async () => {
  const [alone, met] = await Promise.all([
    transcript(await startTestServer({ brokers: ['Hinoki'] }), false),
    transcript(await startTestServer({ brokers: ['Hinoki'] }), true),
  ])
  const withoutBrokers = (lines: readonly string[]): string[] =>
    lines.map((line) => line.replace(/\\"brokerIds\\":\[[^\]]*\]/, 'the brokers'))

  expect(withoutBrokers(met)).toEqual(withoutBrokers(alone))
  expect(alone[1]).toContain('LIVE')
})

// rule: 15.18
test('a side that has accepted cannot be distinguished from one that has not', async () => {
  const { alder, birch, locate } = await startLocated()
  const seenByBirch = async () => [
    await birch.locates(),
    await birch.adverts(),
    await birch.callsOk('/user/ioi-counts'),
    await birch.callsOk('/notifications'),
    await birch.callsOk('/user/my-details'),
    await birch.callsOk('/user/credibility-ledger'),
  ]
  await birch.receives('Contra Located')
  await acknowledgedNotifications(birch)
  const before = await seenByBirch()

  await alder.accepts(locate)

  await alder.receives('USER_ACCEPTED_LOCATE')
  expect(await seenByBirch()).toEqual(before)
  expect(birch.received.at(-1)).toMatchObject({ message: 'Contra Located' })
})
