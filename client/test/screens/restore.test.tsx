import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { advanceTime, changeAdvert, hourMs, liveAdvert } from '../../../server/test/support/journeys.ts'
import { startTestServer } from '../../../server/test/support/test-server.ts'
import { serverClock } from '../../src/shared/connection/server-clock.ts'
import { formatTradingDay } from '../../src/ui/format/format.ts'
import { findButton, press } from '../support/advert-editor.ts'
import { openAs, pageServer } from '../support/controlled-server.tsx'
import { createIndexedDb } from '../support/indexed-db.ts'

const en = (key: Parameters<typeof textIn>[1], values = {}): string => textIn('En', key, values)
const dayMs = 86_400_000

const restoreButton = (): HTMLElement =>
  document.querySelector<HTMLElement>('[data-opens=restore]') as HTMLElement
const listed = (): number => document.querySelectorAll('.advert-security').length

/** The RICs that Restore offers, in a popup with the date of their day. */
async function offered(date: string): Promise<string[]> {
  await waitFor(() => expect(restoreButton().ariaDisabled).not.toBe('true'))
  await press('upload.restore')
  await waitFor(() => expect(document.querySelector('.upload-row')).not.toBeNull())
  const popup = screen.getByRole('dialog', { name: en('upload.summary.restored', { date }) })
  const rows = [...popup.querySelectorAll('.upload-row')]
  expect(rows.length + popup.querySelectorAll('.upload-empty').length).toBe(8)
  await findButton(en('upload.upload', { count: rows.length }), popup)
  for (const row of rows) expect(row.textContent).toContain(en('upload.summary.priorDay'))
  await press('upload.cancel')
  return rows.flatMap((row) => /\d{4}\.T/.exec(row.textContent ?? '')?.[0] ?? []).toSorted()
}

// spec: 2.trader.10, 2.trader.18, 3.17, 4.snapshot.1, 4.snapshot.2, 4.snapshot.3, 9.12
test('what was sent is stored under its day, and the newest of the last six days is restored', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], ...(await pageServer()) })
  const database = createIndexedDb()
  vi.stubGlobal('indexedDB', database)
  const start = performance.now()
  let today = 0
  // The clock of the page is that of the server.
  vi.spyOn(performance, 'now').mockImplementation(() => start + today * dayMs)

  const dayBefore = (days: number): string => formatTradingDay('En', tradingDay(desk.clock.now()) - days)
  const openOn = async (day: number) => {
    desk.clock.advance((day - today) * dayMs)
    today = day
    const alder = await desk.trader('alder')
    return { alder, page: await openAs(alder) }
  }
  const first = await desk.trader('alder')
  await first.advertises('BUY', '9984.T', 10_000, { duration: '60' })
  await advanceTime(desk, first, hourMs)
  serverClock.addSample(desk.clock.now())
  await liveAdvert(first, '7203.T')
  await changeAdvert(first, 'pause', await liveAdvert(first, '6758.T'))
  await changeAdvert(first, 'cancel', await liveAdvert(first, '8306.T'))
  await first.drafts('4063.T')
  const { page } = await openOn(0)
  await waitFor(() => expect(listed()).toBe(5))
  await waitFor(() => expect(database.count()).toBe(1))
  page.unmount()

  const third = await openOn(3)
  expect(await offered(dayBefore(3))).toEqual(['6758.T', '7203.T', '9984.T'])
  expect(third.page.store.getState().restore).toMatchObject({
    restoreAvailable: true,
    restoreDate: tradingDay(desk.clock.now()) - 3,
    expiredAdvertisements: { length: 3 },
  })
  await third.alder.advertises('BUY', '4063.T', 10_000)
  await waitFor(() => expect(database.count()).toBe(2))
  third.page.unmount()

  const sixth = await openOn(6)
  expect(await offered(dayBefore(3))).toEqual(['4063.T'])
  sixth.page.unmount()
  const ninth = await openOn(9)
  expect(await offered(dayBefore(6))).toEqual(['4063.T'])
  ninth.page.unmount()
  await openOn(10)
  await waitFor(() => expect(restoreButton().ariaDisabled).toBe('true'))
  await screen.findAllByText(en('upload.why.none', { days: 6 }))
}, 60_000)
