import { type Language, textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  advanceTime,
  advertInEveryOwnStatus,
  advertInEveryStatus,
  liveAdvert,
  minuteMs,
  startWithOneTrader,
} from '../../../server/test/support/journeys.ts'
import { submissionBody } from '../../../server/test/support/test-user.ts'
import { press } from '../support/advert-editor.ts'
import { openAs, pageServer, selectAdvert } from '../support/controlled-server.tsx'
import { openHistory } from '../support/history-rows.ts'
import { savesConditions } from '../support/saved-conditions.ts'

type Key = Parameters<typeof textIn>[1]
const languages = ['En', 'Jp'] as const

const rics = (adverts: readonly { readonly securityName: string }[]): string[] =>
  adverts.map(({ securityName }) => securityName.slice(0, 6))

/** Selects all rows of the history and opens the change of a term of those that can take one. */
async function opensChange(of: readonly string[], count: number, language: Language) {
  await openHistory(of, language)
  await userEvent.click(document.querySelector('.ag-header input[type=checkbox]') as Element)
  await press('history.action.change', { count }, language)
  const title = textIn(language, 'history.change.title', { count: of.length })
  return screen.findByRole('dialog', { name: title })
}

async function chooses(popup: HTMLElement, key: Key, language: Language): Promise<void> {
  const choice = within(popup).getByLabelText(textIn(language, 'history.change.term'))
  await userEvent.selectOptions(choice, textIn(language, key))
}

/** The lines of the popup from top to bottom. A search by role would compute the name of every element. */
const lines = (popup: HTMLElement): string[] =>
  [...popup.querySelectorAll('.history-lines > li')].map(({ textContent }) => textContent ?? '')

const lineOf = (popup: HTMLElement, ric: string): string =>
  lines(popup).find((line) => line.includes(ric)) ?? ''

test.each(languages)(
  'a term is changed for a selection after a review of each IOI and of its time priority (%s)',
  async (language) => {
    const { alder, adverts } = await advertInEveryOwnStatus(await pageServer())
    await openAs(alder, '/adverts-home', language)
    const popup = await opensChange(rics(Object.values(adverts)), 4, language)
    const line = (status: keyof typeof adverts) => lineOf(popup, adverts[status].securityName.slice(0, 6))
    const say = (key: Key, values = {}) => textIn(language, key, values)
    // Nothing is proposed before a term is chosen.
    expect(popup.textContent).not.toContain('→')
    expect(line('DEAD')).toContain(say('advert.why.ended'))

    await chooses(popup, 'advert.minimum', language)
    expect(popup.textContent).toContain(say('history.change.summary', { changes: 0, same: 4, out: 1 }))
    const none = say('history.change.confirm', { count: 0 })
    expect(within(popup).getByText(none).closest('button')?.ariaDisabled).toBe('true')
    fireEvent.change(within(popup).getByRole('slider'), { target: { value: '40' } })
    const fromTo = say('history.change.fromTo', {
      was: say('advert.minimum.shares', { percent: 50, shares: '5,000' }),
      value: say('advert.minimum.shares', { percent: 40, shares: '4,000' }),
    })
    expect(line('LIVE')).toContain(fromTo)
    expect(popup.textContent).toContain(say('history.change.summary', { changes: 4, same: 0, out: 1 }))
    // A paused IOI takes a new time with its resume, one that awaits its trigger with the firing.
    expect(popup.textContent).toContain(say('history.change.priority', { count: 1 }))
    expect(line('LIVE')).toContain(say('history.change.losesPriority'))
    for (const status of ['SENT', 'PAUSED', 'UNSENT'] as const)
      expect(line(status)).not.toContain(say('history.change.losesPriority'))

    await press('history.change.confirm', { count: 4 }, language)
    await within(popup).findByText(say('history.change.result', { done: 4, same: 0, refused: 0 }))
    for (const status of ['LIVE', 'SENT', 'PAUSED'] as const) {
      expect(line(status)).toContain(say('history.change.done'))
      const { advertisementStatus } = adverts[status]
      expect(await alder.advert(adverts[status].id)).toMatchObject({
        minimumQuantity: 40,
        advertisementStatus,
      })
    }
    // A draft is changed at the desk, and sent by nothing but Send.
    expect(line('UNSENT')).toContain(say('history.change.draft'))
    expect(await alder.advert(adverts.UNSENT.id)).toMatchObject({
      minimumQuantity: 50,
      advertisementStatus: 'UNSENT',
    })
    await press('common.ok', {}, language)
    await press('history.close', {}, language, ' ↩')
    await selectAdvert(adverts.UNSENT.securityName.slice(0, 6))
    await waitFor(() => expect(document.querySelector('.advanced-summary')?.textContent).toMatch(/40\s?%/))
  },
  60_000,
)

test.each(languages)(
  'what cannot take a change is refused with its reason and code, and stops no other (%s)',
  async (language) => {
    const { desk, alder } = await startWithOneTrader(await pageServer())
    const [first, last] = [await liveAdvert(alder, '6758.T'), await liveAdvert(alder, '8306.T')]
    await advanceTime(desk, alder, 70 * minuteMs)
    const fresh = await liveAdvert(alder, '7203.T')
    await openAs(alder, '/adverts-home', language)
    const popup = await opensChange(rics([first, last, fresh]), 3, language)
    await chooses(popup, 'advert.duration', language)
    await userEvent.click(within(popup).getByRole('radio', { name: textIn(language, 'advert.duration.60') }))
    await press('history.change.confirm', { count: 3 }, language)
    await within(popup).findByText(
      textIn(language, 'history.change.result', { done: 1, same: 0, refused: 2 }),
    )
    for (const ric of ['6758.T', '8306.T'])
      expect(lineOf(popup, ric)).toContain(`${textIn(language, 'ADVERT-DURATION')} ADVERT-DURATION`)
    // The refused ones come first: they need the trader.
    expect(lines(popup)[2]).toContain('7203.T')
    const durationOf = async ({ id }: { id: string }) => (await alder.advert(id)).duration
    expect([await durationOf(first), await durationOf(fresh)]).toEqual([first.duration, '60'])
  },
  60_000,
)

test.each(languages)(
  'saved conditions are applied to a selection, and an IOI that has them stays as it is (%s)',
  async (language) => {
    const { alder } = await startWithOneTrader(await pageServer())
    await savesConditions(alder, 'Small caps')
    const plain = await liveAdvert(alder, '7203.T')
    const terms = { credibilityHurdle: 41, minimumQuantity: 30, duration: '60' } as const
    const same = await alder.advertises('BUY', '6758.T', 10_000, terms)
    await openAs(alder, '/adverts-home', language)
    const popup = await opensChange(rics([plain, same]), 2, language)
    await chooses(popup, 'conditions.title', language)
    const of = { percent: 30, shares: '3,000' }
    expect(lineOf(popup, '7203.T')).toContain(`→ ${textIn(language, 'advert.minimum.shares', of)}`)
    await press('history.change.confirm', { count: 1 }, language)
    await within(popup).findByText(
      textIn(language, 'history.change.result', { done: 1, same: 1, refused: 0 }),
    )
    expect(lineOf(popup, '6758.T')).toContain(textIn(language, 'history.change.unchanged'))
    expect(await alder.advert(plain.id)).toMatchObject(terms)
  },
  60_000,
)

// rule: 28.9
test.each(languages)(
  'resumes and renewals are set for a selection, which keeps its time priority (%s)',
  async (language) => {
    const { alder } = await startWithOneTrader(await pageServer())
    const renewable = await alder.advertises('BUY', '7203.T', 10_000, { duration: '60' })
    const once = await alder.advertises('BUY', '6758.T', 10_000, { duration: 'END_OF_DAY' })
    const say = (key: Key, values = {}) => textIn(language, key, values)
    await openAs(alder, '/adverts-home', language)
    const popup = await opensChange(rics([renewable, once]), 2, language)
    await chooses(popup, 'advert.panel.renew', language)
    const times = (key: Key) => within(popup).getByLabelText(say(key), { selector: '.term-change-value *' })
    await userEvent.selectOptions(times('advert.panel.renew'), say('advert.panel.times', { count: 2 }))
    // An IOI to the end of the day is listed once, and is not shown as changed.
    expect(popup.textContent).toContain(say('history.change.summary', { changes: 1, same: 1, out: 0 }))
    expect(lineOf(popup, '7203.T')).not.toContain(say('history.change.losesPriority'))
    await chooses(popup, 'advert.panel.resume', language)
    await userEvent.selectOptions(times('advert.panel.resume'), say('advert.panel.times', { count: 3 }))
    await press('history.change.confirm', { count: 2 }, language)
    await within(popup).findByText(say('history.change.result', { done: 2, same: 0, refused: 0 }))
    for (const { id } of [renewable, once])
      expect(await alder.advert(id)).toMatchObject({ autoResumes: 3, autoRenewals: 0 })
  },
  60_000,
)

test('a change of an IOI after the review is not undone: it is refused, and the others are changed', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  const [one, other] = [await liveAdvert(alder, '6758.T'), await liveAdvert(alder, '7203.T')]
  await openAs(alder)
  const popup = await opensChange(rics([one, other]), 2, 'En')
  await chooses(popup, 'advert.panel.ownType', 'En')
  await userEvent.click(within(popup).getByRole('radio', { name: textIn('En', 'common.CASH_SWAP') }))
  // By an OMS: the desk has not received it yet.
  const body = { ...submissionBody(other), shareQuantity: 20_000 }
  await alder.callsOk('/advert/modify-advert', { body })
  await press('history.change.confirm', { count: 2 })
  await within(popup).findByText(textIn('En', 'history.change.result', { done: 1, same: 0, refused: 1 }))
  expect(popup.textContent).toContain(textIn('En', 'history.change.outdated'))
  const now = await alder.adverts()
  expect(
    now.map(({ shareQuantity, transactionType }) => [shareQuantity, transactionType]).toSorted(),
  ).toEqual([
    [10_000, 'CASH_SWAP'],
    [20_000, one.transactionType],
  ])
}, 60_000)

test('IOIs in a locate and completed ones are left out with their reason', async () => {
  const { alder, adverts } = await advertInEveryStatus(await pageServer())
  await openAs(alder)
  const popup = await opensChange(rics(Object.values(adverts)), 4, 'En')
  const line = (status: keyof typeof adverts) => lineOf(popup, adverts[status].securityName.slice(0, 6))
  await chooses(popup, 'history.change.limitOff', 'En')
  expect(line('ACCEPT/DECLINE?')).toContain(textIn('En', 'advert.why.located'))
  expect(line('LOCATED')).toContain(textIn('En', 'advert.why.located'))
  expect(line('COMPLETED')).toContain(textIn('En', 'advert.why.completed'))
  expect(popup.textContent).toContain(textIn('En', 'history.change.summary', { changes: 0, same: 4, out: 4 }))
}, 60_000)
