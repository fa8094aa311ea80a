import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../../../server/src/admin/demo/demo-accounts.ts'
import { nextDayWithoutLimits, securitiesToMeetIn } from '../../support/many-locates.ts'
import { Person } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import { answerLocate, generousRateLimits, signInContra, submitAdvert } from '../../support/trading-api.ts'
import { textOf } from './accessibility-tree.ts'
import { ScreenReaderTrader } from './screen-reader-trader.ts'
import { ScreenReaderUser } from './screen-reader-user.ts'

const product = serverForEachTest(generousRateLimits)
const email = 'trader@alder.example'
const good = 18
const first = 3
const burst = 5

const limitOf = ({ closePrice }: Equity): number => Math.floor((closePrice * 0.99) / 10) * 10

/** What an order management system copies: the last order has a limit, and two cannot be read. */
function tableOf(orders: readonly Equity[], other: Equity | undefined): string {
  const headings = ['Ticker', 'Side', 'Order Qty', 'Leaves', 'Filled', 'Lmt Px', 'Order Ref']
  const rows = orders.map((equity, i) => [
    ...[equity.ric.replace('.T', ' JP'), 'BUY', '15,000', '10,000', '5,000'],
    ...[i === orders.length - 1 ? limitOf(equity).toLocaleString('en-US') : 'MKT', `LIST/${i + 1}`],
  ])
  const rejected = [
    ['9999 JP', 'BUY', '15,000', '10,000', '5,000', 'MKT', 'LIST/19'],
    [other?.ric.replace('.T', ' JP') ?? '', 'SSHRT', '15,000', '10,000', '5,000', 'MKT', 'LIST/20'],
  ]
  return [headings, ...rows, ...rejected].map((cells) => cells.join('\t')).join('\r\n')
}

/** Copies in another program, whose place a page takes. */
async function copies(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
}

for (const language of languages)
  test(`a list of orders is sent, located, answered and followed by the accessibility tree alone, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    test.setTimeout(420_000)
    const clock = await nextDayWithoutLimits(product, first + burst)
    const { url } = product
    const contra = await signInContra(url, 'birch')
    const page = await Person.window({ url, browser, email, language, clock })
    const person = new Person(page, language)
    const text: Person['text'] = (key, values) => person.text(key, values)
    const desk = await ScreenReaderUser.at(page)
    const trader = new ScreenReaderTrader(desk, text)
    const [other, ...orders] = await securitiesToMeetIn(contra, good + 1)
    const [single, several] = [orders.slice(0, first), orders.slice(first, first + burst)]
    const sells = (equities: readonly Equity[]) =>
      Promise.all(
        equities.map((each) => submitAdvert(contra, each, 'SELL', { terms: { shareQuantity: 10_000 } })),
      )
    const answers = (rics: readonly string[], answer: 'accept' | 'decline') =>
      Promise.all(
        orders.filter(({ ric }) => rics.includes(ric)).map((each) => answerLocate(contra, each, answer)),
      )

    await test.step('signs in, pastes the list, reads the rejected rows and sends the others', async () => {
      await trader.signsIn(email, demoPassword)
      await copies(page, tableOf(orders, other))
      const [unknown = '', short = '', ...others] = (await trader.pastes(good, 2)).map(textOf)
      expect([unknown, short]).toEqual([expect.stringContaining('9999'), expect.stringContaining('SSHRT')])
      expect(unknown).toContain(text('ERR-002'))
      expect(others).toEqual([])
      await trader.sendsPasted(good)
    })

    const key = 'F8'
    await test.step('hears of contras, and accepts one in the popup while its seconds run', async () => {
      await sells(single)
      const shown = await trader.goesToContra(single)
      const [before, after] = await trader.readsCountdown()
      expect(after).toBeLessThan(before)
      await trader.acceptsInPopup(shown)
      await desk.reader.hears(text('common.BUY'), '10,000')
    })

    const agreed: string[] = []
    await test.step('answers the others in the table of locates, one by one, and reads the outcomes', async () => {
      await trader.opensTable()
      const accepted = await trader.answersCurrent('accept')
      const declined = await trader.answersCurrent('decline')
      await answers(
        single.map(({ ric }) => ric),
        'accept',
      )
      await trader.table.reader.hears(declined, text('locate.outcomeDetail.DECLINED'))
      await trader.readsOutcome(declined, 'locate.row.DECLINED')
      const cells = await trader.readsOutcome(accepted, 'locate.row.ACCEPTED')
      expect(cells[text('blotter.column.broker')]).not.toBe('')
      expect(cells[text('blotter.column.password')]).toMatch(/^[2-9A-Z]{8}$/)
      agreed.push(accepted)
    })

    await test.step('answers a burst by choosing several, and hears how it ends', async () => {
      await sells(several)
      await trader.table.reader.hears(text('common.BUY'), '10,000')
      await trader.table.press(key)
      const chosen = await trader.answersChosen(3, burst, 'accept')
      const rest = await trader.answersRest(2, 'accept')
      expect([...chosen, ...rest].toSorted()).toEqual(several.map(({ ric }) => ric).toSorted())
      await Promise.all([answers(chosen, 'accept'), answers(rest, 'decline')])
      for (const ric of chosen) await trader.readsOutcome(ric, 'locate.row.ACCEPTED')
      for (const ric of rest) await trader.readsOutcome(ric, 'locate.row.CONTRA_DECLINED')
      await trader.closesOutcomes(key, first + burst)
      agreed.push(...chosen)
    })

    await test.step('cancels one, and changes the limit price of another', async () => {
      const sent = text('advert.status.SENT')
      const cancelled = await trader.choosesIoi(
        (row) => row.includes(sent) && !row.includes(orders.at(-1)?.ric ?? ''),
      )
      const [ric = ''] = /\d[\dA-Z]{3}\.T/.exec(cancelled) ?? []
      await trader.cancels(ric)
      await trader.choosesIoi((row) => row.includes(ric) && row.includes(text('advert.status.CANCELLED')))
      const last = orders.at(-1)
      if (!last) throw new Error('no orders')
      await trader.choosesIoi((row) => row.includes(last.ric))
      const [was] = await trader.changesLimit(last.ric, (price) => price - 10)
      expect(was).toBe(limitOf(last))
    })

    await test.step('reads the totals of the orders, and logs off', async () => {
      const rows = await trader.readsOrders(good)
      for (const ric of agreed) {
        const row = rows.find((cells) => Object.values(cells).some((cell) => cell.includes(ric))) ?? {}
        expect([row[text('order.agreed')], row[text('order.left')]], ric).toEqual(['10,000', '0'])
      }
      await trader.logsOff()
    })
    await contra.leaves()
  })
