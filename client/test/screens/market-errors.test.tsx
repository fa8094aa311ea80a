import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { minuteMs, startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { failingMarkets, ScriptedMarket } from '../../../server/test/support/scripted-market.ts'
import { startTestServer } from '../../../server/test/support/test-server.ts'
import { openAs, pageServer, switchLanguage } from '../support/controlled-server.tsx'

const bad = { En: 'Cancelled, Bad Market Data', Jp: /取消.*市場データ/ }
const inactive = { En: 'Cancelled, Inactive market', Jp: /取消.*通常の売買なし/ }
const malformed = { En: 'Malformed market', Jp: /取消.*気配データ異常/ }

/** Securities whose adverts end by each market error and by each cancel trigger, and what the bell says of it. */
const ends: readonly {
  readonly ric: string
  readonly code: keyof typeof failingMarkets | 'knockout' | 'index'
  readonly words: { readonly En: string; readonly Jp: RegExp }
}[] = [
  { ric: '7203.T', code: '001', words: bad },
  { ric: '8306.T', code: '002', words: bad },
  { ric: '9984.T', code: '003', words: bad },
  { ric: '4063.T', code: '012', words: bad },
  { ric: '6501.T', code: '013', words: bad },
  { ric: '7011.T', code: '004', words: inactive },
  { ric: '4519.T', code: '005', words: inactive },
  { ric: '8058.T', code: '006', words: inactive },
  { ric: '8035.T', code: '007', words: malformed },
]

const triggers = [
  { ric: '7203.T', code: 'CANCEL-TRIGGER-001', words: { En: 'Cancelled, Cancel Trigger', Jp: /取消/ } },
  {
    ric: '6758.T',
    code: 'CANCEL-TRIGGER-002',
    words: { En: 'Cancelled, Index Relative Cancel', Jp: /取消/ },
  },
] as const

/** The lines of the bell, by their security, once there are this many. */
async function expectLines(
  language: Language,
  lines: readonly { ric: string; code: string; words: { En: string; Jp: RegExp } }[],
): Promise<void> {
  for (const { ric, code, words } of lines) {
    const line = await waitFor(() => {
      const heads = [...document.querySelectorAll<HTMLElement>('.bell-line-head')]
      const found = heads.find(({ textContent }) => textContent?.includes(ric))
      if (!found) throw new Error(`no notification of ${ric}`)
      return found
    })
    expect(line.textContent, code).toContain(textIn(language, code as 'MARKET-ERROR-001'))
    if (language === 'En') expect(line.textContent?.toLowerCase(), code).toContain(words.En.toLowerCase())
    else expect(line.textContent, code).toMatch(words.Jp)
  }
}

const openBell = (): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name: /unread in notifications|未読の通知/ }))

// spec: 8.market.1, 8.market.2, 8.market.3, 8.shown.4
test('an advert that ended by a market error shows its reason in both languages', async () => {
  const market = new ScriptedMarket()
  const { desk, alder } = await startWithOneTrader({ ...(await pageServer()), quotes: market.quotes })
  const equities = await alder.callsOk<Equity[]>('/equity/get-equities')
  for (const { ric } of ends) await alder.advertises('BUY', ric, 10_000)
  await waitFor(async () =>
    expect((await alder.adverts()).every((each) => each.advertisementStatus === 'LIVE')).toBe(true),
  )
  for (const { ric, code } of ends) {
    const equity = equities.find((each) => each.ric === ric)
    if (!equity) throw new Error(`${ric} is not listed`)
    const { closePrice: close, maxPrice: highest } = equity
    const failing = failingMarkets[code as keyof typeof failingMarkets]
    market.says(ric, failing({ now: desk.clock.now(), close: close * yen, highest: highest * yen }))
  }
  desk.clock.advance(5 * minuteMs)
  const page = await openAs(alder)
  await waitFor(() =>
    expect(
      within(screen.getByRole('listbox', { name: textIn('En', 'advert.list.title') })).getAllByText(
        'Cancelled',
      ),
    ).toHaveLength(ends.length),
  )

  await openBell()
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    await expectLines(
      language,
      ends.map((each) => ({ ...each, code: `MARKET-ERROR-${each.code}` })),
    )
  }
}, 60_000)

// spec: 4.notifications.2, 8.market.4
test('an advert that a trigger has cancelled says by which, in both languages, and is acknowledged by a click', async () => {
  const market = new ScriptedMarket()
  const options = { firms: ['Alder'], brokers: ['Hinoki'], quotes: market.quotes }
  // Without a live socket of its own, which would acknowledge what the page has not shown.
  const alder = await (await startTestServer({ ...options, ...(await pageServer()) })).trader('alder')
  await alder.advertises('BUY', '7203.T', 10_000, { knockoutTriggerActivated: true, knockoutTrigger: 2_960 })
  const index = { indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 3 }
  await alder.advertises('BUY', '6758.T', 10_000, index)
  market.standsAt('7203.T', 2_960)
  market.standsAt('6758.T', 4_504)
  const page = await openAs(alder)
  await openBell()

  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    await expectLines(language, triggers)
  }
  const line = [...document.querySelectorAll<HTMLElement>('.bell-line-head')].find(({ textContent }) =>
    textContent?.includes(textIn('En', 'CANCEL-TRIGGER-001')),
  ) as HTMLElement
  const isNew = (): boolean => line.textContent?.includes(textIn('En', 'notification.new')) ?? false
  expect(isNew()).toBe(true)
  await userEvent.click(line)
  await waitFor(() => expect(isNew()).toBe(false))
  await waitFor(async () => {
    const listed = await alder.callsOk<Notification[]>('/notifications')
    expect(listed.filter(({ ack }) => ack).map(({ message }) => message)).toEqual(['CANCEL_TRIGGER'])
  })
})
