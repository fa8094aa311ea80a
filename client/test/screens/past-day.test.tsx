import { textIn } from '@aitai/messages/texts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { changeAdvert, hourMs, liveAdvert, startAgreed } from '../../../server/test/support/journeys.ts'
import { press } from '../support/advert-editor.ts'
import { openAs, pageServer, switchLanguage } from '../support/controlled-server.tsx'
import { historyRows, openHistory, ricsInHistory } from '../support/history-rows.ts'

type Key = Parameters<typeof textIn>[1]
const en = (key: Key, values = {}): string => textIn('En', key, values)

/** The button that names the day that is shown. */
const choice = (): HTMLElement => document.querySelector('.day-choice button') as HTMLElement

const findCalendar = (): Promise<HTMLElement> =>
  waitFor(() => {
    const calendar = document.querySelector<HTMLElement>('.day-calendar table')
    expect(calendar).not.toBeNull()
    return calendar as HTMLElement
  })

/** Agreed on 10,000 of Toyota, with another IOI that was cancelled; then it is two days later. */
async function twoDaysLater() {
  const { desk, alder } = await startAgreed(await pageServer())
  await changeAdvert(alder, 'cancel', await liveAdvert(alder, '6758.T'))
  desk.clock.advance(48 * hourMs)
  await (await alder.signsIn()).connects()
  await liveAdvert(alder, '8306.T')
  return { alder }
}

test('a past day is chosen from the calendar by keyboard, and shows its IOIs without anything to do', async () => {
  const { alder } = await twoDaysLater()
  const page = await openAs(alder)
  await openHistory(['8306.T'])

  await userEvent.click(choice())
  const calendar = await findCalendar()
  const today = within(calendar).getByRole('button', { pressed: true })
  expect(document.activeElement).toBe(today)
  expect(today.ariaLabel).toContain(en('history.day.today'))
  await within(calendar).findByRole('button', {
    name: new RegExp(`${en('history.day.past', { sent: 2, completed: 1 })}$`),
  })
  // A day without IOIs takes the focus and cannot be chosen.
  await userEvent.keyboard('{ArrowLeft}')
  const empty = document.activeElement as HTMLElement
  expect(empty.ariaLabel).toMatch(new RegExp(`${en('history.day.none')}$`))
  await userEvent.keyboard('{Enter}')
  expect(calendar.isConnected).toBe(true)
  await userEvent.keyboard('{ArrowLeft}{Enter}')

  await waitFor(() => expect(calendar.isConnected).toBe(false))
  await waitFor(() => expect(ricsInHistory().toSorted()).toEqual(['6758.T', '7203.T']))
  expect(choice().textContent).toMatch(/18/)
  const statuses = historyRows().map((row) => row.querySelector('.status-tag')?.textContent)
  expect(statuses.filter(Boolean).toSorted()).toEqual(['Cancelled', 'Completed'])
  for (const action of ['history.action.pause', 'history.action.cancel'] as const)
    expect(screen.queryByText(en(action, { count: 2 }))).toBeNull()

  switchLanguage(page, 'Jp')
  await waitFor(() => expect(choice().textContent).toContain('18日'))
}, 60_000)

test('Today in the calendar shows the IOIs of the day again', async () => {
  const { alder } = await twoDaysLater()
  await openAs(alder)
  await press('history.open', {}, 'En', ' ▤')
  await userEvent.click(choice())
  await userEvent.click(
    await screen.findByRole('button', {
      name: new RegExp(en('history.day.past', { sent: 2, completed: 1 })),
    }),
  )
  await waitFor(() => expect(ricsInHistory().toSorted()).toEqual(['6758.T', '7203.T']))

  await userEvent.click(choice())
  await findCalendar()
  await userEvent.click(document.querySelector('.day-calendar footer button') as Element)
  await waitFor(() => expect(ricsInHistory()).toEqual(['8306.T']))
}, 60_000)

test.each(['En', 'Jp'] as const)(
  'the receipt of a past agreement is opened for its row (%s)',
  async (language) => {
    const { alder } = await twoDaysLater()
    await openAs(alder, '/adverts-home', language)
    await openHistory(['8306.T'], language)
    await userEvent.click(choice())
    await userEvent.click(
      await screen.findByRole('button', {
        name: new RegExp(textIn(language, 'history.day.past', { sent: 2, completed: 1 })),
      }),
    )
    await waitFor(() => expect(ricsInHistory().toSorted()).toEqual(['6758.T', '7203.T']))
    const receipt = (): HTMLElement =>
      screen.getByRole('button', { name: textIn(language, 'agreement.receipt') })
    const whyNot = (): string | null =>
      document.getElementById(receipt().getAttribute('aria-describedby') ?? '')?.textContent ?? null
    const choose = async (ric: string): Promise<void> => {
      const row = historyRows().find(({ textContent }) => textContent?.includes(ric))
      await userEvent.click(row?.querySelector('[role="gridcell"]') as Element)
    }

    expect(whyNot()).toBe(textIn(language, 'history.why.nothing'))
    await choose('6758.T')
    await waitFor(() => expect(whyNot()).toBe(textIn(language, 'history.why.receipt')))
    await choose('7203.T')
    await waitFor(async () => expect((await receipt()).title).toBe(''))
    await userEvent.click(await receipt())

    const popup = await screen.findByRole('dialog', { name: textIn(language, 'receipt.title') })
    await waitFor(() => expect(popup.textContent).toContain('7203'))
    expect(popup.textContent).toContain('10,000')
  },
)
