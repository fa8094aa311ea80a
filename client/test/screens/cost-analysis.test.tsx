import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { dayOfDate } from '@aitai/engine/calendar/trading-days.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { quoteOf, sendFeedBatch, startServerWithFeed } from '../../../server/test/support/feed-handler.ts'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import type { TestUser } from '../../../server/test/support/test-user.ts'
import { formatTradingDay } from '../../src/ui/format/format.ts'
import { openAs, pageServer, switchLanguage } from '../support/controlled-server.tsx'
import { savedFile } from '../support/saved-file.ts'

type Key = Parameters<typeof textIn>[1]
const en = (key: Key, values = {}): string => textIn('En', key, values)

const day = '2026-11-18'
const secondMs = 1_000

/** Lets time pass, and sends a quote of Toyota. */
function quotes(desk: TestServer, seconds: number, bid: number, ask: number, last: number, volume: number) {
  desk.clock.advance(seconds * secondMs)
  return sendFeedBatch(desk, [quoteOf(desk, { bid, ask, last, volume })])
}

/**
 * Alder sells 20,000 at 10:00:30 with the mid at 2,800. 1,000 shares trade at 2,805. 15,000 are located at 10:01:00,
 * 2,807 × 2,811, mid 2,809, and 12,000 of them executed at 2,808. The mid is 2,812 until 10:07.
 */
async function day18(): Promise<{ desk: TestServer; alder: TestUser }> {
  const { env } = await pageServer()
  const desk = await startServerWithFeed({ env, brokers: ['Hinoki'] })
  const signIn = async (name: string): Promise<TestUser> => (await desk.trader(name)).connects()
  const [alder, birch] = [await signIn('alder'), await signIn('birch')]
  const broker = await desk.broker('hinoki')
  await quotes(desk, 0, 2_799, 2_801, 2_800, 50_000)
  await quotes(desk, 30, 2_799, 2_801, 2_800, 50_000)
  await agree(alder, birch, 20_000, 15_000, async () => {
    await quotes(desk, 10, 2_804, 2_806, 2_805, 51_000)
    await quotes(desk, 20, 2_807, 2_811, 2_805, 51_000)
  })
  const [{ connectionAgreementId = '' } = {}] = await broker.agreements()
  const report = { connectionAgreementId, quantity: 12_000, price: 2_808, executedAt: desk.clock.now() }
  await broker.callsOk<ConnectionAgreement>('/connection-agreement/broker-execution-report', { body: report })
  await quotes(desk, 30, 2_811, 2_813, 2_812, 51_000)
  await quotes(desk, 330, 2_811, 2_813, 2_812, 51_000)
  desk.clock.advance(60 * secondMs)
  return { desk, alder }
}

async function agree(
  seller: TestUser,
  buyer: TestUser,
  selling: number,
  buying: number,
  between: () => Promise<void>,
): Promise<void> {
  const { id } = await seller.advertises('SELL', '7203.T', selling)
  await between()
  const { id: contraId } = await buyer.advertises('BUY', '7203.T', buying)
  await seller.accepts(await seller.isLocated(id))
  await buyer.accepts(await buyer.isLocated(contraId))
  await seller.receives('Contra Connection Accepted!')
}

const figure = (name: Key): string =>
  [...document.querySelectorAll('.cost-figures > div')].find((each) => each.textContent?.startsWith(en(name)))
    ?.textContent ?? ''

const cellsOf = (row: Element | null): string[] =>
  [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent ?? '')

/** The figures of an agreement: a cell has one, and often a second line. */
const linesOf = (row: Element | null): string[] =>
  [...(row?.querySelectorAll('td .cost-line') ?? [])].map(({ textContent }) => textContent ?? '')

test('the analysis of a day has its figures, by agreement, security and broker, in both languages, and as a file', async () => {
  const { alder } = await day18()
  const page = await openAs(alder, '/cost-analysis')
  await choosePeriod(day, day)
  await screen.findByRole('table')

  // Half of 4 yen on 12,000: 24,000 yen, 2 / 2,800 = 7.14 bp. 2,808 is 8 above the arrival mid: 28.57 bp for a seller,
  // and 3 above the VWAP of 2,805: 10.71 bp. The mid rose by 3 after the locate: 10.71 bp.
  expect(figure('costs.saved')).toContain('JPY 24,000')
  expect(figure('costs.saved')).toContain('+7.1')
  expect(figure('costs.againstArrival')).toContain('+28.6')
  expect(figure('costs.againstVwap')).toContain('+10.7')
  expect(figure('costs.timeToLocate')).toContain('0:30')
  expect(figure('costs.acceptance')).toContain('100 %')
  expect(figure('costs.acceptance')).toContain(en('costs.ofAnswers', { rate: '100 %' }))
  const cells = linesOf(document.querySelector('#cost-table tbody tr'))
  for (const cell of [
    '15,000',
    '75 %',
    '12,000',
    '60 %',
    '+7.1',
    '24,000',
    '+28.6',
    '+10.7',
    '2,808.000',
    '2,800.000',
    '2,809.000',
    '33,696,000',
  ])
    expect(cells).toContain(cell)

  // One agreement has a reversion after 1 and 5 minutes and none after 15; the axis is round.
  const curve = document.querySelector('.cost-curve')
  expect([...(curve?.querySelectorAll('.cost-count') ?? [])].map(({ textContent }) => textContent)).toEqual([
    en('costs.reversion.of', { known: 1, all: 1 }),
    en('costs.reversion.of', { known: 1, all: 1 }),
    en('costs.reversion.of', { known: 0, all: 1 }),
    en('costs.reversion.of', { known: 0, all: 1 }),
  ])
  expect(curve?.textContent).toContain('+20')
  expect(document.querySelectorAll('.cost-dots circle')).toHaveLength(2)

  await userEvent.click(screen.getByRole('tab', { name: en('costs.by.side') }))
  expect([...document.querySelectorAll('#cost-table tbody th')].map((head) => head.textContent)).toEqual([
    en('common.SELL'),
  ])
  await userEvent.click(screen.getByRole('tab', { name: en('costs.by.broker') }))
  expect(document.querySelector('#cost-table tbody th')?.textContent).toBe('Hinoki')
  expect(cellsOf(document.querySelector('#cost-table tfoot tr'))).toContain('24,000')

  const file = await exportedFile()
  expect(file.name).toBe(`aitai-tca-${day}.csv`)
  expect(file.text).toContain(`\r\n${day},${day}T`)
  for (const cell of [
    '20000',
    '15000',
    '75',
    '12000',
    '60',
    '7.14',
    '24000',
    '28.57',
    '10.71',
    '2808',
    '2800',
    '2809',
    '2805',
  ])
    expect(file.text.split('\r\n')[1]?.split(',')).toContain(cell)

  switchLanguage(page, 'Jp')
  // The calendar is in the language of the reader, not of the browser.
  await screen.findByRole('button', { name: `${textIn('Jp', 'costs.from')} 2026年11月18日` })
  await screen.findByRole('heading', { name: textIn('Jp', 'costs.title') })
  await userEvent.click(screen.getByRole('tab', { name: textIn('Jp', 'costs.by.security') }))
  expect(document.querySelector('#cost-table tbody th')?.textContent).toContain('トヨタ自動車')
}, 60_000)

test('a period without agreements, and one that is too long, say so, and nothing can be exported', async () => {
  const { alder } = await day18()
  await openAs(alder, '/cost-analysis')
  await choosePeriod('2026-11-02', '2026-11-03')
  await screen.findByRole('heading', { name: en('costs.empty') })
  const exporting = screen.getByRole('button', { name: en('costs.export') })
  expect(exporting.ariaDisabled).toBe('true')

  await choosePeriod('2026-10-01', day)
  await screen.findByText(en('costs.tooLong'))
  await choosePeriod('2026-11-10', day)
  await waitFor(() => expect(document.querySelector('#cost-table')).not.toBeNull())
  // More than one day: the table says which.
  expect(linesOf(document.querySelector('#cost-table tbody tr'))).toContain(day)

  await userEvent.click(screen.getByRole('button', { name: en('costs.definitions') }))
  await screen.findByText(en('costs.means.reversion'))
}, 60_000)

async function choosePeriod(from: string, to: string): Promise<void> {
  await chooseDay('costs.from', from)
  await chooseDay('costs.to', to)
}

/** Chooses a day in the calendar of one end of the period. */
async function chooseDay(end: Key, date: string): Promise<void> {
  const choice = await screen.findByRole('button', { name: new RegExp(`^${en(end)} `) })
  await userEvent.click(choice)
  const cell = (): HTMLElement | null => document.querySelector(`[data-day="${dayOfDate(date)}"]`)
  while (!cell()) {
    const isLater = Number(document.querySelector('[data-day]')?.getAttribute('data-day')) < dayOfDate(date)
    const turn = en(isLater ? 'history.month.next' : 'history.month.previous')
    await userEvent.click(screen.getByRole('button', { name: turn }))
  }
  await userEvent.click(cell() as HTMLElement)
  await waitFor(() => expect(choice.textContent).toContain(formatTradingDay('En', dayOfDate(date))))
}

/** Exports, and returns what the browser would save. */
const exportedFile = (): Promise<{ name: string; text: string }> =>
  savedFile(() => userEvent.click(within(document.body).getByRole('button', { name: en('costs.export') })))
