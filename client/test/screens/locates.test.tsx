import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { languages, textIn } from '@aitai/messages/texts.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { untilStatus } from '../../../server/test/support/journeys.ts'
import { api } from '../../src/shared/api/desk-api.ts'
import { intervals } from '../../src/shared/intervals.ts'
import { findButton } from '../support/advert-editor.ts'
import { openAs, type Page, selectAdvert, switchLanguage } from '../support/controlled-server.tsx'
import { catchUp, startTwoDesks } from '../support/two-desks.ts'

const en = (key: Parameters<typeof textIn>[1], values = {}): string => textIn('En', key, values)

type Market = Awaited<ReturnType<typeof startTwoDesks>>

const popup = (): Promise<HTMLElement> => screen.findByRole('alertdialog')

/** Makes both advertise; returns their adverts once the contra has been located. */
async function meet({ desk, alder, birch }: Market, ric: string, shares: number, terms = {}) {
  catchUp(desk)
  const { id } = await alder.advertises('BUY', ric, shares, terms)
  const { id: contraId } = await birch.advertises('SELL', ric, shares)
  return { id, contraId, contra: await birch.isLocated(contraId) }
}

/** The titles of the browser notifications that a window with or without the focus shows. */
function watchBrowserNotifications(hasFocus: boolean): readonly string[] {
  const shown: string[] = []
  class Shown {
    static readonly permission = 'granted'
    constructor(title: string) {
      shown.push(title)
    }
    close(): void {}
  }
  Object.assign(globalThis, { Notification: Shown, isSecureContext: true })
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'Notification')
    Reflect.deleteProperty(globalThis, 'isSecureContext')
  })
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus)
  return shown
}

/** Polls of the list would show the change as well, later. Only the push may. */
function stopPolling(): void {
  Object.assign(intervals, { advertListPoll: 0 })
}

// spec: 2.trader.25, 4.locate.1, 4.locate.3, 4.locate.4, 4.locate.8, 4.notifications.19, 9.8, 9.25
test('a contra is located: the popup has what is decided on and 30 seconds; accepting it connects both', async () => {
  stopPolling()
  const market = await startTwoDesks()
  const { alder, birch } = market
  await alder.drafts('6758.T')
  const browserNotifications = watchBrowserNotifications(false)
  await openAs(alder)
  const { id, contraId, contra } = await meet(market, '8306.T', 10_000)

  const question = await popup()
  expect(question.querySelector('h2')?.textContent).toBe(en('locate.title'))
  await waitFor(() =>
    expect(browserNotifications).toEqual([en('alerts.desktop.title', { product: 'Aitai' })]),
  )
  // A mid has three decimals, a move one; the name is cut at 24 characters.
  for (const fact of ['BUY', '10,000', en('common.CASH_ONLY')]) expect(question.textContent).toContain(fact)
  const facts = [...question.querySelectorAll('dd')].map(({ textContent }) => textContent)
  expect(facts[0]).toMatch(/^[\d,]+\.\d{3}$/)
  expect(facts.slice(1, 3)).toEqual(['0.0 %', '0.0 %'])
  const security = question.querySelector<HTMLElement>('.locate-security')
  await waitFor(() => expect(security?.title).toMatch(/^8306\.T Mitsubishi UFJ Financial/))
  expect(security?.textContent?.length).toBe(24)
  const seconds = (): number => Number(question.querySelector('.countdown-number')?.textContent)
  const first = seconds()
  expect(first).toBeGreaterThan(25)
  expect(first).toBeLessThanOrEqual(30)
  await waitFor(() => expect(seconds()).toBeLessThan(first))
  // The push has refreshed the list, too.
  const row = (await screen.findByText('8306.T', { selector: '.advert-security b' })).closest('[role=option]')
  await waitFor(() => expect(row?.textContent).toContain(en('advert.status.LOCATED')))

  await waitFor(() => expect(question.querySelector('.locate-accept')?.ariaDisabled).toBe('false'))
  question.querySelector<HTMLElement>('.locate-accept')?.click()
  await untilStatus(alder, id, 'LOCATED')
  await birch.accepts(contra)
  await waitFor(() => expect(question.querySelector('h2')?.textContent).toBe(en('locate.outcome.ACCEPTED')))
  expect(question.querySelector('.handover-broker')?.textContent).toBe('Hinoki')
  await untilStatus(birch, contraId, 'COMPLETED')
  await waitFor(() => expect(row?.textContent).toContain(en('advert.status.COMPLETED')))
}, 60_000)

/** Expects this title in the popup and in the bell, in both languages. */
async function expectTitle(
  page: Page,
  outcome: 'DECLINED' | 'CONTRA_DECLINED' | 'CONTRA_TIMEOUT',
  words: RegExp,
) {
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    const title = textIn(language, `locate.outcome.${outcome}`)
    await waitFor(async () => expect((await popup()).querySelector('h2')?.textContent).toBe(title))
  }
  expect((await popup()).querySelector('h2')?.textContent).toMatch(words)
  const ok = await findButton(en('locate.read'))
  act(() => ok.focus())
  act(() => ok.click())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  // Where the focus was before: the day began in the search.
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: en('advert.search.label') }))
}

/** A market in which one failure uses up an institution's budget in a security. */
const strict = { probing: { ...defaultLimits.probing, failuresPerSecurity: 1 } }

const budgetWarning = (): string => document.querySelector('.status-banner-limit')?.textContent ?? ''

// rule: 21.6
// spec: 2.trader.27, 2.trader.28, 2.trader.29, 4.locate.3, 4.locate.5, 4.locate.7, 8.shown.1
test('a failed locate says by its title who did not accept, and the banner that an own budget is used up', async () => {
  const market = await startTwoDesks(strict)
  const { desk, alder, birch } = market
  const page = await openAs(alder)

  const declined = await meet(market, '7203.T', 10_000)
  const question = await popup()
  await waitFor(() => expect(question.querySelector('.locate-decline')?.ariaDisabled).toBe('false'))
  question.querySelector<HTMLElement>('.locate-decline')?.click()
  await untilStatus(alder, declined.id, 'LOCATED')
  await birch.accepts(declined.contra)
  await expectTitle(page, 'DECLINED', /^Connection declined$/i)
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    await waitFor(() => expect(budgetWarning()).toBe(textIn(language, 'advert.banner.SECURITY_BUDGET')))
  }

  const contraDeclined = await meet(market, '6758.T', 10_000)
  await alder.accepts(await locateOf(market, contraDeclined.id))
  await birch.declines(contraDeclined.contra)
  await waitFor(async () =>
    expect((await popup()).textContent).toContain(en('locate.outcome.CONTRA_DECLINED')),
  )
  await screen.findByText(en('locate.resume'), { selector: '.locate-popup *' })
  await expectTitle(page, 'CONTRA_DECLINED', /^Contra connection declined$/i)
  // A failure of the contra is not shown to this side.
  await selectAdvert('6758.T')
  const explained = api.endpoints.whyNotMatching.select({ id: contraDeclined.id })
  await waitFor(() => expect(explained(page.store.getState()).data).toEqual([{ code: 'PAUSED', values: {} }]))
  expect(budgetWarning()).toBe('')

  const unanswered = await meet(market, '4063.T', 10_000)
  await alder.accepts(await locateOf(market, unanswered.id))
  desk.clock.advance(31_501)
  await expectTitle(page, 'CONTRA_TIMEOUT', /^Contra locate timeout$/i)
}, 60_000)

/** Alder's undecided locate of an advert, from the list. */
async function locateOf({ alder }: Market, advertId: string) {
  const found = (await alder.locates()).find(
    (each) => each.advertisementId === advertId && each.outcome === null,
  )
  if (!found) throw new Error(`no locate of ${advertId}`)
  return found
}

// spec: 4.locate.8, 7.locates.1
test('of two locates in the list each is shown and answered by its own id', async () => {
  const market = await startTwoDesks()
  const { alder, birch } = market
  await alder.connects()
  const browserNotifications = watchBrowserNotifications(true)
  const first = await meet(market, '7203.T', 10_000)
  const second = await meet(market, '6758.T', 20_000)
  await openAs(alder)
  const question = await popup()
  await waitFor(() => expect(question.textContent).toContain('10,000'))
  act(() => (question.querySelectorAll<HTMLElement>('[role=option]')[1] as HTMLElement).click())
  await waitFor(async () => expect((await popup()).textContent).toContain('20,000'))
  const other = await popup()
  await waitFor(() => expect(other.querySelector('.locate-accept')?.ariaDisabled).toBe('false'))
  other.querySelector<HTMLElement>('.locate-accept')?.click()

  await untilStatus(alder, second.id, 'LOCATED')
  expect((await alder.advert(first.id)).advertisementStatus).toBe('ACCEPT/DECLINE?')
  await birch.accepts(second.contra)
  await untilStatus(alder, second.id, 'COMPLETED')
  expect(browserNotifications).toEqual([])
})
