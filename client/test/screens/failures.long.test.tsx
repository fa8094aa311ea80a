import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { liveAdvert, startAgreed, startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { press } from '../support/advert-editor.ts'
import { onRequest, openAs, pageServer, selectAdvert, switchLanguage } from '../support/controlled-server.tsx'

type Key = Parameters<typeof textIn>[1]
const both = (key: Key, values = {}): Readonly<Record<Language, string>> => ({
  En: textIn('En', key, values),
  Jp: textIn('Jp', key, values),
})
const same = (text: string): Readonly<Record<Language, string>> => ({ En: text, Jp: text })
const json = (status: number, body: unknown) => async () => Response.json(body, { status })

/** Replies of the four classes of failures, and what the error popup says of each. */
const classes: readonly {
  readonly failure: string
  readonly reply: () => Promise<Response>
  readonly expected: Readonly<Record<Language, string>>
}[] = [
  { failure: 'no network', reply: () => Promise.reject(new TypeError('cut')), expected: both('ERR_NETWORK') },
  {
    failure: 'a page of a gateway instead of JSON',
    reply: async () => new Response('<html>Bad gateway</html>', { status: 502 }),
    expected: both('GATEWAY_OFFLINE', { product: 'Aitai' }),
  },
  {
    failure: 'the time limit of a gateway',
    reply: async () => new Response('', { status: 504 }),
    expected: both('GATEWAY_OFFLINE', { product: 'Aitai' }),
  },
  {
    failure: 'a status with a code',
    reply: json(409, { errorCode: 'ADVERT-ERROR-007', message: 'words of the server' }),
    expected: both('ADVERT-ERROR-007'),
  },
  {
    failure: 'a status with a message alone',
    reply: json(500, { message: 'Maintenance until 09:00.' }),
    expected: same('Maintenance until 09:00.'),
  },
  {
    failure: 'an unknown code with a message and values',
    reply: json(409, {
      errorCode: 'NEW-001',
      message: 'At most %s2 of %s1, not %s3.',
      variables: { ric: '7203.T', shares: 40_000 },
    }),
    expected: same('At most 40,000 of 7203.T, not %s3.'),
  },
]

// spec: 2.trader.32, 7.failures.1, 8.shown.2, 8.shown.3, 8.shown.5, 8.defaults.6
test('the error popup shows every class of failure, one after the other, in both languages', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await liveAdvert(alder)
  const page = await openAs(alder)
  await selectAdvert('7203.T')
  for (const { failure, reply, expected } of classes) {
    // A request that failed without a reply is sent once more.
    for (let times = failure === 'no network' ? 2 : 1; times > 0; times -= 1)
      onRequest('/pause-advert/', reply)
    await press('advert.action.pause')
    const popup = await screen.findByRole('dialog')
    for (const language of languages.toReversed()) {
      switchLanguage(page, language)
      await waitFor(() =>
        expect(popup.querySelector('[role=alert]')?.textContent, failure).toBe(expected[language]),
      )
    }
    await press('common.ok')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})

// spec: 4.statuses.3
test('an advert in a status that the client does not know is shown as undefined, in both languages', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await liveAdvert(alder)
  onRequest('/advert/advert-list', async (request, pass) => {
    const [advert] = (await (await pass(request)).json()) as object[]
    return Response.json([{ ...advert, advertisementStatus: 'WITHDRAWN' }])
  })
  const page = await openAs(alder)

  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    const shown = await screen.findAllByText(textIn(language, 'advert.status.UNDEFINED'))
    expect(shown).toHaveLength(2)
  }
  expect(textIn('En', 'advert.status.UNDEFINED')).toMatch(/^undefined$/i)
})

// spec: 8.shown.4
test('a notification shows the text of its code, else the words of the server', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  const { id } = await liveAdvert(alder)
  onRequest('/notifications', async (request, pass) => {
    const [notification] = (await (await pass(request)).json()) as { id: string }[]
    const shown = { message: 'MARKET_ERROR', errorMessage: 'Words of the server.', visible: true, ack: true }
    return Response.json([
      { ...notification, ...shown, id: 'a', errorCode: 'MARKET-ERROR-004', securityId: 'one' },
      { ...notification, ...shown, id: 'b', errorCode: 'MARKET-ERROR-099', securityId: 'two' },
    ])
  })
  expect(id).toBeDefined()
  const page = await openAs(alder)
  document.querySelector<HTMLElement>('.bell-button, [aria-label*="unread in notifications"]')?.click()

  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    // The text has two lines.
    await screen.findByText(textIn(language, 'MARKET-ERROR-004'), { normalizer: (text) => text })
    await screen.findByText('Words of the server.')
  }
})

// spec: 6.10
test('a broker finds what was acknowledged on a tab of its own', async () => {
  const { desk } = await startAgreed(await pageServer())
  await openAs(await desk.broker('hinoki'), '/brokers-home')
  await press('common.ok')
  const bell = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('[aria-label*="unread in notifications"]')
    if (!found) throw new Error('no bell')
    return found
  })
  bell.click()
  const tabs = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role=tab]')]
    expect(found.map(({ textContent }) => textContent)).toEqual(['Status Alert', 'Acknowledged'])
    return found
  })
  tabs[1]?.click()
  await waitFor(() =>
    expect(document.querySelector('[role=tabpanel]')?.textContent).toContain(
      textIn('En', 'notification.New IOI Match Confirmed'),
    ),
  )
})
