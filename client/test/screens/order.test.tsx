import { isOpen } from '@aitai/engine/model/advert.ts'
import { type Language, textIn } from '@aitai/messages/texts.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  startWithOneTrader,
  startWithTwoTraders,
  untilStatus,
} from '../../../server/test/support/journeys.ts'
import { formatNotional, formatYen } from '../../src/ui/format/amounts.ts'
import {
  enter,
  enterQuantity,
  findButton,
  press,
  searchSecurity,
  send,
  sizeField,
} from '../support/advert-editor.ts'
import { openAs, pageServer, selectAdvert } from '../support/controlled-server.tsx'
import { openHistory } from '../support/history-rows.ts'
import { catchUp, startTwoDesks } from '../support/two-desks.ts'

type Field = 'reference' | 'parent' | 'elsewhere'

const field = (name: Field, language: Language = 'En'): HTMLInputElement =>
  screen.getByRole('textbox', { name: textIn(language, `advert.panel.${name}`) })

async function openPreferences(language: Language = 'En'): Promise<void> {
  await press('advert.panel.open', {}, language)
  await userEvent.click(screen.getByRole('tab', { name: textIn(language, 'advert.panel.advertPreferences') }))
}

/** The figures of the order in the editor, by their labels. */
const figures = (): Readonly<Record<string, string>> => figuresIn('.order-figures > div')

/** The totals of the buy orders. */
const totals = (): Readonly<Record<string, string>> =>
  figuresIn('.orders-totals [data-side=BUY] [data-figure]')

function figuresIn(selector: string): Readonly<Record<string, string>> {
  const rows = document.querySelectorAll<HTMLElement>(selector)
  return Object.fromEntries(
    [...rows].map((row) => [row.dataset.figure ?? '', row.querySelector('dd')?.textContent ?? '']),
  )
}

// rule: 27.1
test('a reference is typed or pasted, and sent with the IOI', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  await searchSecurity('7203.T')
  await enterQuantity('10,000')
  await openPreferences()
  expect(field('reference').maxLength).toBe(32)
  fireEvent.change(field('reference'), { target: { value: '\tPT-12' } })
  expect(field('reference').value).toBe('PT-12')
  await send('send')
  await waitFor(async () => expect((await alder.adverts())[0]?.orderReference).toBe('PT-12'))
})

// rule: 27.4
test('a quantity of the order that cannot be read is not sent, and nothing is none', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  await searchSecurity('7203.T')
  await enterQuantity('10,000')
  await openPreferences()
  enter(field('parent'), 'all of it')
  await screen.findByText(textIn('En', 'advert.shares.invalid'))
  await press('advert.action.review.send')
  expect(screen.queryByRole('dialog')).toBeNull()
  enter(field('parent'), '２００億')
  await screen.findByText(textIn('En', 'advert.shares.invalid'))
  enter(field('parent'), '５万')
  enter(field('elsewhere'), '0')
  expect(field('parent').value).toBe('50,000')
  await waitFor(() => expect(screen.queryByText(textIn('En', 'advert.shares.invalid'))).toBeNull())
  await send('send')
  await waitFor(async () =>
    expect((await alder.adverts())[0]).toMatchObject({ parentQuantity: 50_000, doneElsewhere: 0 }),
  )
})

// rule: 27.6, 27.7, 27.8
test.each([
  ['En', 'all of it, without a residual', 20_000],
  ['Jp', 'a part of it', 12_000],
] as const)(
  'the order is followed to the next IOI (%s), after an agreement about %s',
  async (language, _, sold) => {
    const market = await startTwoDesks()
    const { desk, alder, birch } = market
    const say = (key: Parameters<typeof textIn>[1], values = {}) => textIn(language, key, values)
    await openAs(alder, '/adverts-home', language)
    catchUp(desk)
    await searchSecurity('7203.T', language)
    await enterQuantity('60,000', language)
    await openPreferences(language)
    fireEvent.change(field('reference', language), { target: { value: 'PT-12' } })
    enter(field('parent', language), '50k')
    enter(field('elsewhere', language), '5,000')
    expect(figures()).toEqual({
      parent: '50,000',
      elsewhere: '5,000',
      ...{ located: '0', agreed: '0', executed: '0' },
      left: '45,000',
    })

    // More than is left: reported at once, and again in the review.
    expect(screen.getByText(say('order.excess', { shares: '15,000' }))).toBeTruthy()
    await press('advert.action.review.send', {}, language)
    await screen.findByText(say('advert.review.order', { more: '15,000', left: '45,000' }))
    await press('advert.review.back', {}, language)
    await press('order.fill', { shares: '45,000' }, language)
    expect((await sizeField('quantity', language)).value).toBe('45,000')
    await enterQuantity('20,000', language)
    expect(screen.queryByText(/15,000/)).toBeNull()
    await send('send', language)
    await waitFor(async () => expect((await alder.adverts())[0]?.advertisementStatus).not.toBe('UNSENT'))

    const buy = (await alder.adverts())[0]
    if (!buy) throw new Error('nothing was sent')
    const sell = await birch.advertises('SELL', '7203.T', sold)
    const ofBirch = await birch.isLocated(sell.id)
    const [ofAlder] = await alder.locates()
    if (!ofAlder) throw new Error('no locate')
    const shares = sold.toLocaleString('en')
    await waitFor(() => expect(figures()).toMatchObject({ located: shares, agreed: '0' }))
    await alder.accepts(ofAlder)
    await birch.accepts(ofBirch)
    const left = (45_000 - sold).toLocaleString('en')
    await waitFor(() => expect(figures()).toMatchObject({ located: '0', agreed: shares, left }))

    const broker = await desk.broker('hinoki')
    const [agreement] = await broker.agreements()
    if (!agreement) throw new Error('no agreement')
    const { connectionAgreementId, midPrice: price, locateTime: executedAt } = agreement
    const path = '/connection-agreement/broker-execution-report'
    await broker.callsOk(path, { body: { connectionAgreementId, quantity: 4_000, price, executedAt } })
    const open = (sold - 4_000).toLocaleString('en')
    await waitFor(() => expect(figures()).toMatchObject({ agreed: open, executed: '4,000', left }))

    await userEvent.click(await findButton(say('common.ok')))
    await press('order.next', { shares: left }, language)
    await waitFor(async () => expect((await sizeField('quantity', language)).value).toBe(left))
    expect(figures()).toMatchObject({ parent: '50,000', elsewhere: '5,000', left })
    await send('send', language)
    await waitFor(async () =>
      expect(
        (await alder.adverts()).find(({ shareQuantity }) => shareQuantity === 45_000 - sold),
      ).toMatchObject({
        direction: 'BUY',
        orderReference: 'PT-12',
        parentQuantity: 50_000,
        doneElsewhere: 5_000,
        parentAdvertId: sold === 20_000 ? null : buy.id,
      }),
    )

    await userEvent.click(await screen.findByTitle(say('orders.button.why')))
    const table = within(await screen.findByRole('table'))
    const cells = table.getAllByRole('row')[1]?.querySelectorAll('td[data-kind=number]') ?? []
    const shown = [...cells].map(({ textContent }) => textContent)
    expect([...shown.slice(0, 2), ...shown.slice(3)]).toEqual([
      '50,000',
      left,
      '5,000',
      left,
      '–',
      open,
      '4,000',
    ])

    // The totals are values, in the foot of the list and in the popup.
    const carried = (await alder.adverts()).find(({ advertisementStatus }) => isOpen({ advertisementStatus }))
    if (!carried) throw new Error('no next IOI')
    const yen = (count: number): number => (count * carried.jpynotional) / carried.shareQuantity
    expect(totals()).toEqual({
      parent: formatYen(yen(50_000), language),
      elsewhere: formatYen(yen(5_000), language),
      located: '–',
      agreed: formatYen(yen(sold - 4_000), language),
      executed: formatYen(yen(4_000), language),
      left: formatYen(yen(45_000 - sold), language),
    })
    expect(document.querySelector('.advert-orders')?.textContent).toContain(
      say('orders.progress', {
        located: '–',
        agreed: formatNotional(yen(sold - 4_000), language),
        executed: formatNotional(yen(4_000), language),
      }),
    )
    await userEvent.click(table.getByRole('button', { name: /7203/ }))
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  },
)

// rule: 27.7
test('an order that is filled by a larger IOI offers no residual', async () => {
  const { alder, birch } = await startWithTwoTraders(await pageServer())
  const order = { orderReference: 'PT-14', parentQuantity: 10_000, minimumQuantity: 10 }
  const { id } = await alder.advertises('BUY', '7203.T', 20_000, order)
  const contra = await birch.advertises('SELL', '7203.T', 10_000)
  await alder.accepts(await alder.isLocated(id))
  await birch.accepts(await birch.isLocated(contra.id))
  await untilStatus(alder, id, 'COMPLETED')
  await openAs(alder)
  await selectAdvert('7203.T')

  await screen.findByText(textIn('En', 'advert.editor.completed'))
  await waitFor(() => expect(figures()).toMatchObject({ left: '0' }))
  expect(screen.queryByRole('button', { name: textIn('En', 'advert.panel.residual') })).toBeNull()
})

/** The row of the list with the trader's draft in a security. */
function draftRow(ric: string): HTMLElement {
  const isDraft = (row: HTMLElement): boolean =>
    row.querySelector('.status-tag')?.textContent === textIn('En', 'advert.status.UNSENT')
  const rows = [...document.querySelectorAll<HTMLElement>('.advert-row')]
  const found = rows.find((row) => row.textContent?.includes(ric) && isDraft(row))
  if (!found) throw new Error(`no draft of ${ric}`)
  return found
}

// rule: 27.5, 27.8
test('the history drafts the next IOIs of several orders, with what is left of each', async () => {
  const { alder, birch } = await startWithTwoTraders(await pageServer())
  const orders = [
    // Less is left of the order than of its IOI, which was larger than the order.
    { ric: '7203.T', shares: 20_000, sold: 8_000, order: { parentQuantity: 12_000 }, left: '4,000' },
    // All of the IOI is done, and half of the order.
    { ric: '6758.T', shares: 5_000, sold: 5_000, order: { parentQuantity: 10_000 }, left: '5,000' },
    { ric: '8306.T', shares: 20_000, sold: 12_000, order: {}, left: '8,000' },
    // Nothing is left.
    { ric: '4063.T', shares: 20_000, sold: 10_000, order: { parentQuantity: 10_000 }, left: null },
  ]
  for (const { ric, shares, sold, order } of orders) {
    const terms = { ...order, orderReference: `PT ${ric}`, minimumQuantity: 10 }
    const { id } = await alder.advertises('BUY', ric, shares, terms)
    const contra = await birch.advertises('SELL', ric, sold)
    await alder.accepts(await alder.isLocated(id))
    await birch.accepts(await birch.isLocated(contra.id))
    await untilStatus(alder, id, 'COMPLETED')
  }
  await openAs(alder)
  await openHistory(orders.map(({ ric }) => ric))
  await userEvent.click(document.querySelector('.ag-header input[type=checkbox]') as Element)
  await press('history.action.residual', { count: 3 })
  await screen.findByText(textIn('En', 'history.result.all', { done: 3, count: 3 }))

  const wanted = orders.flatMap(({ ric, left }) => (left === null ? [] : [{ ric, left }]))
  await waitFor(async () => {
    const drafts = (await alder.adverts()).filter((each) => each.advertisementStatus === 'UNSENT')
    expect(drafts.map(({ securityName }) => securityName.slice(0, 6)).toSorted()).toEqual(
      wanted.map(({ ric }) => ric).toSorted(),
    )
  })
  await press('history.close', {}, 'En', ' ↩')
  for (const { ric, left } of wanted) {
    await waitFor(() => act(() => draftRow(ric).click()))
    await waitFor(async () => expect((await sizeField('quantity')).value).toBe(left))
    await send('send')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }

  const sent = (await alder.adverts()).filter(isOpen)
  expect(
    Object.fromEntries(
      sent.map(({ securityName, direction, shareQuantity, orderReference, parentQuantity }) => [
        securityName.slice(0, 6),
        [direction, shareQuantity, orderReference, parentQuantity],
      ]),
    ),
  ).toEqual({
    '7203.T': ['BUY', 4_000, 'PT 7203.T', 12_000],
    '6758.T': ['BUY', 5_000, 'PT 6758.T', 10_000],
    '8306.T': ['BUY', 8_000, 'PT 8306.T', null],
  })
}, 60_000)
