import { textIn } from '@aitai/messages/texts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  agreementIn,
  longTimeout,
  openDeskWith,
  openTestMarket,
  rowOf,
} from '../../../test/support/broker-desk.ts'
import { formatMid } from '../../ui/format/format.ts'
import { localDateTime } from './execution-terms.ts'

openTestMarket('Nadeshiko')

type Key = Parameters<typeof textIn>[1]
const en = (key: Key, values = {}): string => textIn('En', key, values)

/** The row's button about executions: "Execution…", or what is reported. */
async function openPopup(ric: string): Promise<HTMLElement> {
  const row = await rowOf(ric)
  const [button] = [...row.querySelectorAll<HTMLElement>('.agreement-execution')]
  await userEvent.click(button as HTMLElement)
  return await screen.findByRole('dialog', { name: en('agreement.executed.title') }, longTimeout)
}

const field = (popup: HTMLElement, key: Key): HTMLInputElement =>
  within(popup).getByLabelText<HTMLInputElement>(en(key))
const buttonIn = (popup: HTMLElement, key: Key, values = {}): HTMLElement =>
  within(popup).getByRole('button', { name: en(key, values) })
const popupGone = (): Promise<void> =>
  waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), longTimeout)

async function type(popup: HTMLElement, key: Key, typed: string): Promise<void> {
  await userEvent.clear(field(popup, key))
  await userEvent.type(field(popup, key), typed)
}

async function report(ric: string, shares: string, price: number): Promise<void> {
  const popup = await openPopup(ric)
  await type(popup, 'agreement.executed.quantity', shares)
  await type(popup, 'agreement.executed.price', String(price))
  await userEvent.click(buttonIn(popup, 'agreement.executed.report'))
  await popupGone()
}

test('the rest at the mid is proposed, more is refused at the field, and two parts are shown with their average', async () => {
  const { agreements } = await openDeskWith('8058.T')
  const mid = agreements[0]?.midPrice ?? 0
  const popup = await openPopup('8058.T')
  expect(field(popup, 'agreement.executed.quantity').value).toBe('40,000')
  expect(field(popup, 'agreement.executed.price').value).toBe(formatMid(mid))
  expect(popup.textContent).toContain(en('agreement.executed.distance', { bp: '0.0' }))

  await type(popup, 'agreement.executed.quantity', '40001')
  expect(popup.textContent).toContain(en('agreement.executed.atMost', { shares: '40,000' }))
  expect(buttonIn(popup, 'agreement.executed.report').ariaDisabled).toBe('true')
  await type(popup, 'agreement.executed.quantity', '10k')
  await userEvent.click(buttonIn(popup, 'agreement.executed.report'))
  await popupGone()
  await within(await rowOf('8058.T')).findByText(
    en('agreement.executed.part', { quantity: '10,000' }),
    {},
    longTimeout,
  )

  const second = await openPopup('8058.T')
  expect(field(second, 'agreement.executed.quantity').value).toBe('30,000')
  await type(second, 'agreement.executed.price', String(Math.floor(mid) + 4))
  await userEvent.click(buttonIn(second, 'agreement.executed.report'))
  await popupGone()
  // 10,000 at the mid and 30,000 above it.
  const average = (mid + 3 * (Math.floor(mid) + 4)) / 4
  const row = await rowOf('8058.T')
  await within(row).findByText(formatMid(average), {}, longTimeout)
  expect(row.textContent).toContain(en('agreement.execution.EXECUTED'))
  const sum = { quantity: '40,000', located: '40,000', price: formatMid(average) }
  const full = await openPopup('8058.T')
  expect(full.textContent).toContain(en('agreement.executed.sum', sum))
  expect(within(full).queryByLabelText(en('agreement.executed.quantity'))).toBeNull()
}, 60_000)

test('a time that cannot be read, or is before the locate, is refused at the field', async () => {
  const { agreements } = await openDeskWith('8053.T')
  const popup = await openPopup('8053.T')
  const time = field(popup, 'agreement.executed.time')
  expect(time.value).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)

  await type(popup, 'agreement.executed.time', 'noon')
  await userEvent.tab()
  expect(popup.textContent).toContain(en('agreement.executed.timeFormat', { example: '' }).slice(0, 20))
  expect(buttonIn(popup, 'agreement.executed.report').ariaDisabled).toBe('true')
  await type(popup, 'agreement.executed.time', '2020-01-06 10:00')
  await userEvent.tab()
  expect(popup.textContent).toContain(en('agreement.executed.timeFault'))
  // In full width, as a Japanese keyboard types it: the second of the locate.
  const located = localDateTime(agreements[0]?.locateTime ?? 0)
  await type(
    popup,
    'agreement.executed.time',
    located.replaceAll(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)] ?? ''),
  )
  await userEvent.tab()
  expect(field(popup, 'agreement.executed.time').value).toBe(located)
  expect(buttonIn(popup, 'agreement.executed.report').ariaDisabled).not.toBe('true')
}, 60_000)

test('a report is corrected and withdrawn, and while one stands nothing executed is not offered', async () => {
  const { agreements } = await openDeskWith('8001.T')
  const price = Math.floor(agreements[0]?.midPrice ?? 0)
  await report('8001.T', '20000', price)
  const popup = await openPopup('8001.T')
  expect(within(popup).queryByRole('button', { name: en('agreement.executed.nothing') })).toBeNull()
  const naming = { quantity: '20,000', price: formatMid(price) }
  await userEvent.click(buttonIn(popup, 'agreement.executed.correctFor', naming))
  expect(field(popup, 'agreement.executed.quantity').value).toBe('20,000')
  await type(popup, 'agreement.executed.quantity', '25000')
  await userEvent.click(buttonIn(popup, 'agreement.executed.correctReport'))
  await waitFor(
    async () => expect((await agreementIn('8001.T')).executions).toMatchObject([{ quantity: 25_000, price }]),
    longTimeout,
  )
  const corrected = { ...naming, quantity: '25,000' }
  await userEvent.click(
    await within(popup).findByRole(
      'button',
      { name: en('agreement.executed.withdrawFor', corrected) },
      longTimeout,
    ),
  )

  await waitFor(async () => expect((await agreementIn('8001.T')).executions).toEqual([]), longTimeout)
  await userEvent.click(
    await within(popup).findByRole('button', { name: en('agreement.executed.nothing') }, longTimeout),
  )
  await screen.findByRole('dialog', { name: en('agreement.notExecuted.title') }, longTimeout)
}, 60_000)
