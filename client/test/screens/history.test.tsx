import { textIn } from '@aitai/messages/texts.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import {
  advertInEveryOwnStatus,
  changeAdvert,
  hourMs,
  liveAdvert,
  startWithOneTrader,
  startWithTwoTraders,
  untilStatus,
} from '../../../server/test/support/journeys.ts'
import { Operator } from '../../../server/test/support/operator.ts'
import { ScriptedMarket } from '../../../server/test/support/scripted-market.ts'
import { localDay } from '../../src/ui/table/delimited-text.ts'
import { enter, enterQuantity, press, sizeField } from '../support/advert-editor.ts'
import { openAs, pageServer, selectAdvert } from '../support/controlled-server.tsx'
import { historyRows, openHistory, ricsInHistory } from '../support/history-rows.ts'
import { savedFile } from '../support/saved-file.ts'

type Key = Parameters<typeof textIn>[1]
const en = (key: Key, values = {}): string => textIn('En', key, values)

const rowOf = (ric: string): HTMLElement | undefined =>
  historyRows().find((row) => row.textContent?.includes(ric))

/** Opens the history with a table of these securities, all of them selected. */
async function selectAllOf(rics: readonly string[]): Promise<void> {
  await openHistory(rics)
  await userEvent.click(document.querySelector('.ag-header input[type=checkbox]') as Element)
  await screen.findByText(en('history.selected', { count: rics.length, rics: '' }).trim(), { exact: false })
}

// spec: 2.trader.14, 4.statuses.13, 4.statuses.14, 4.statuses.15
test('Pause applies to SENT and LIVE, Resume to PAUSED, and Cancel to all that are not DEAD', async () => {
  const { alder, adverts } = await advertInEveryOwnStatus(await pageServer())
  await openAs(alder)
  const statuses = async () => {
    const now = await alder.adverts()
    return Object.fromEntries(
      Object.entries(adverts).map(([before, { id }]) => [
        before,
        now.find((each) => each.id === id)?.advertisementStatus,
      ]),
    )
  }
  await selectAllOf(Object.values(adverts).map(({ securityName }) => securityName.slice(0, 6)))

  await press('history.action.pause', { count: 2 })
  await screen.findByText(en('history.result.all', { done: 2, count: 2 }))
  expect(await statuses()).toEqual({
    UNSENT: 'UNSENT',
    SENT: 'PAUSED',
    LIVE: 'PAUSED',
    PAUSED: 'PAUSED',
    DEAD: 'DEAD',
  })
  await press('history.action.resume', { count: 3 })
  await screen.findByText(en('history.result.all', { done: 3, count: 3 }))
  expect(await statuses()).toMatchObject({ UNSENT: 'UNSENT', SENT: 'SENT', LIVE: 'LIVE', PAUSED: 'LIVE' })

  await press('history.action.cancel', { count: 4 })
  const popup = await screen.findByRole('dialog')
  await press('history.question.cancel.confirm', { count: 4 })
  // The server refuses the draft: it was never sent.
  await within(popup).findByText(en('history.result.all', { done: 3, count: 4 }))
  expect(await statuses()).toEqual({
    UNSENT: 'UNSENT',
    SENT: 'DEAD',
    LIVE: 'DEAD',
    PAUSED: 'DEAD',
    DEAD: 'DEAD',
  })
}, 60_000)

// spec: 2.trader.14, 4.statuses.16
test('Send sends DEAD and UNSENT as new, and modifies all others', async () => {
  const { alder, adverts } = await advertInEveryOwnStatus(await pageServer())
  await openAs(alder)
  for (const [status, { securityName }] of Object.entries(adverts)) {
    await selectAdvert(securityName.slice(0, 6))
    await enterQuantity(status === 'LIVE' ? '11,000' : '12,000')
  }
  await selectAllOf(Object.values(adverts).map(({ securityName }) => securityName.slice(0, 6)))
  await press('history.action.both', { submits: 2, modifies: 3 })
  await press('history.question.send.confirm', { count: 5 })
  await screen.findByText(en('history.result.all', { done: 5, count: 5 }), {
    selector: '.history-progress',
  })

  const now = await alder.adverts()
  const shares = (status: keyof typeof adverts) =>
    now.find(({ id }) => id === adverts[status].id)?.shareQuantity
  expect([shares('SENT'), shares('LIVE'), shares('PAUSED'), shares('UNSENT')]).toEqual([
    ...[12_000, 11_000, 12_000, 12_000],
  ])
  expect(await alder.advert(adverts.PAUSED.id)).toMatchObject({ advertisementStatus: 'PAUSED' })
  expect((await alder.advert(adverts.UNSENT.id)).advertisementStatus).not.toBe('UNSENT')
  // The dead one was sent as a new advert.
  expect(shares('DEAD')).toBeUndefined()
  const sentAgain = now.find(({ securityId }) => securityId === adverts.DEAD.securityId)
  expect(sentAgain).toMatchObject({ shareQuantity: 12_000, causeOfDeath: null })
})

test('an update of what was sent is called one, and is not offered without a change', async () => {
  const { alder, adverts } = await advertInEveryOwnStatus(await pageServer())
  await openAs(alder)
  await openHistory(Object.values(adverts).map(({ securityName }) => securityName.slice(0, 6)))
  const live = rowOf(adverts.LIVE.securityName.slice(0, 6)) as HTMLElement
  await userEvent.click(within(live).getByRole('checkbox'))
  await press('history.action.modify', { count: 1 })

  const popup = await screen.findByRole('dialog', { name: en('history.question.update') })
  const confirm = within(popup).getByRole('button', {
    name: en('history.question.update.confirm', { count: 1 }),
  })
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  expect(popup.textContent).toContain(en('history.question.unchanged'))
}, 60_000)

const sortBy = (key: Key): Promise<void> => userEvent.click(screen.getByText(en(key)))

// rule: 22.3
test('an IOI above the size limit is refused in the review of several, and only the others are sent', async () => {
  const { desk, alder } = await startWithTwoTraders(await pageServer())
  const drafts = [await alder.drafts('7203.T'), await alder.drafts('6758.T')]
  await new Operator(desk).runs('firm change', {
    firm: 'Alder',
    reason: 'a test',
    largestNotional: 50_000_000,
  })
  await openAs(alder)
  await selectAdvert('7203.T')
  await enterQuantity('4m')
  await selectAdvert('6758.T')
  await enterQuantity('4000')
  await selectAllOf(['7203.T', '6758.T'])

  await press('history.action.submit', { count: 2 })
  const refusal = en('ADVERT-ERROR-014', { notional: '50,000,000', scope: en('sizeLimit.ONE') })
  const popup = await screen.findByRole('dialog')
  await waitFor(() => expect(popup.textContent).toContain(refusal))
  expect(within(popup).queryByRole('textbox')).toBeNull()
  await press('history.question.send.confirm', { count: 1 })
  await waitFor(() => expect(popup.textContent).toContain(en('history.result.all', { done: 1, count: 2 })))

  expect(popup.textContent).toContain(refusal)
  const now = await alder.adverts()
  expect(drafts.map(({ id }) => now.find((each) => each.id === id)?.shareQuantity)).toEqual([
    drafts[0]?.shareQuantity,
    4_000,
  ])
})

// rule: 13.16
test('an IOI whose own expiry cannot be read is not sent with several, and the review says why', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  const [unreadable, other] = [await alder.drafts('7203.T'), await alder.drafts('6758.T')]
  await openAs(alder)
  await selectAdvert('6758.T')
  await enterQuantity('4000')
  await selectAdvert('7203.T')
  await enterQuantity('4000')
  await press('advert.panel.open')
  act(() => document.getElementById('panel-advertPreferences')?.click())
  await userEvent.click(await screen.findByRole('radio', { name: en('advert.ownExpiry.choice') }))
  enter(screen.getByLabelText<HTMLInputElement>(en('advert.ownExpiry.time')), 'noon')
  await selectAllOf(['7203.T', '6758.T'])

  await press('history.action.submit', { count: 2 })
  const popup = await screen.findByRole('dialog')
  await waitFor(() => expect(popup.textContent).toContain(en('advert.ownExpiry.invalid')))
  await press('history.question.send.confirm', { count: 1 })
  await waitFor(() => expect(popup.textContent).toContain(en('history.result.all', { done: 1, count: 2 })))

  expect(popup.textContent).toContain(en('advert.ownExpiry.invalid'))
  expect((await alder.advert(unreadable.id)).advertisementStatus).toBe('UNSENT')
  expect((await alder.advert(other.id)).advertisementStatus).not.toBe('UNSENT')
})

// spec: 2.trader.11, 4.statuses.17
test('the remaining percentage sorts, which the export and the next opening keep, and a residual becomes a draft', async () => {
  const { alder, birch } = await startWithTwoTraders(await pageServer())
  // 20,000 of 100,000 remain of one, and all 5,000 of the other, which are fewer shares.
  const { id } = await alder.advertises('BUY', '7203.T', 100_000, { minimumQuantity: 10 })
  const contra = await birch.advertises('SELL', '7203.T', 80_000)
  await liveAdvert(alder, '6758.T')
  await alder.advertises('BUY', '8035.T', 5_000)
  await alder.accepts(await alder.isLocated(id))
  await birch.accepts(await birch.isLocated(contra.id))
  await untilStatus(alder, id, 'COMPLETED')
  await openAs(alder)
  await selectAllOf(['7203.T', '6758.T', '8035.T'])

  await sortBy('history.column.percentRemaining')
  await waitFor(() => expect(ricsInHistory()[0]).toBe('7203.T'))

  const { name, text } = await savedFile(() => press('table.export'))
  expect(name).toBe(`aitai-iois-${localDay(Date.now())}.csv`)
  expect(text.match(/\d{4}\.T/g)).toEqual(ricsInHistory())

  await press('history.close', {}, 'En', ' ↩')
  await openHistory(['7203.T', '6758.T', '8035.T'])
  expect(ricsInHistory()[0]).toBe('7203.T')
  await sortBy('history.column.percentRemaining')
  await waitFor(() => expect(ricsInHistory()[2]).toBe('7203.T'))
  await press('history.close', {}, 'En', ' ↩')
  await selectAdvert('7203.T')
  await press('advert.panel.residual')
  await waitFor(async () => expect((await sizeField('quantity')).value).toBe('20,000'))
  const drafts = (await alder.adverts()).filter((each) => each.advertisementStatus === 'UNSENT')
  expect(drafts).toMatchObject([{ parentAdvertId: id, shareQuantity: 20_000 }])
}, 60_000)

// spec: 4.statuses.2, 4.statuses.18
test('dead adverts show expired or cancelled, and sort by their cause within the status', async () => {
  const market = new ScriptedMarket()
  const { desk, alder } = await startWithTwoTraders({ ...(await pageServer()), quotes: market.quotes })
  const knockout = { knockoutTriggerActivated: true, knockoutTrigger: 2_960 }
  await changeAdvert(alder, 'cancel', await liveAdvert(alder, '8306.T'))
  await alder.advertises('BUY', '4063.T', 10_000, { duration: '60' })
  const struck = await alder.advertises('BUY', '7203.T', 10_000, knockout)
  await changeAdvert(alder, 'cancel', await liveAdvert(alder, '6758.T'))
  market.standsAt('7203.T', 2_970)
  await untilStatus(alder, struck.id, 'DEAD')
  desk.clock.advance(hourMs - 1)
  await alder.adverts()
  desk.clock.advance(1)
  const rics = ['8306.T', '4063.T', '7203.T', '6758.T']
  await waitFor(async () => expect((await alder.adverts()).every((each) => each.causeOfDeath)).toBe(true))
  await openAs(alder)
  await selectAllOf(rics)

  const statusOf = (ric: string) => rowOf(ric)?.querySelector('.status-tag')?.textContent
  await waitFor(() => expect(rics.map(statusOf)).toEqual(['Cancelled', 'Expired', 'Cancelled', 'Cancelled']))
  await sortBy('history.column.status')
  const byUser = ['8306.T', '6758.T']
  await waitFor(() => {
    const positions = byUser.map((ric) => ricsInHistory().indexOf(ric))
    expect(Math.abs((positions[0] ?? 0) - (positions[1] ?? 0))).toBe(1)
    expect(ricsInHistory().toSorted()).toEqual(rics.toSorted())
  })
  // Newest first, as it was, the two would not be neighbours.
  expect(ricsInHistory()).not.toEqual(['6758.T', '7203.T', '4063.T', '8306.T'])
})

// spec: 2.trader.34
test('the summary has a line for each selected IOI, which is copied, mailed or acted upon', async () => {
  const { alder, adverts } = await advertInEveryOwnStatus(await pageServer())
  const user = userEvent.setup()
  await openAs(alder)
  const names = [adverts.LIVE, adverts.SENT].map(({ securityName }) => securityName.slice(0, 6))
  await openHistory(Object.values(adverts).map(({ securityName }) => securityName.slice(0, 6)))
  for (const name of names) await user.click(within(rowOf(name) as HTMLElement).getByRole('checkbox'))
  await press('history.summary')
  const popup = await screen.findByRole('dialog', { name: en('history.summary.title', { count: 2 }) })
  const lines = within(popup).getAllByRole('listitem')
  expect(lines).toHaveLength(2)

  const [line] = lines
  await user.click(within(line as HTMLElement).getByRole('button'))
  const copied = await navigator.clipboard.readText()
  expect(copied).toMatch(/^(BUY|SELL) .*10,000/)
  expect(names.filter((name) => copied.includes(name))).toHaveLength(1)
  within(popup).getByRole('button', { name: en('history.summary.mail') })
  await press('history.action.pause', { count: 2 })
  await screen.findByText(en('history.result.all', { done: 2, count: 2 }))
  for (const { id } of [adverts.LIVE, adverts.SENT])
    expect((await alder.advert(id)).advertisementStatus).toBe('PAUSED')
}, 60_000)

test('what the server refuses for its rate is sent again: a bulk action reaches every IOI', async () => {
  // Four calls at once, and one a second.
  const { desk, alder } = await startWithTwoTraders(await pageServer({ CHANGES_PER_SECOND: '1' }))
  const rics = ['7203.T', '6758.T', '8306.T', '4063.T', '8035.T']
  for (const ric of rics) {
    await liveAdvert(alder, ric)
    desk.clock.advance(10_000)
  }
  await openAs(alder)
  const { fetch: network } = globalThis
  let refusals = 0
  globalThis.fetch = async (...call) => {
    const response = await network(...call)
    if (response.status === 429) {
      refusals += 1
      desk.clock.advance(1_000)
    }
    return response
  }
  onTestFinished(() => {
    globalThis.fetch = network
  })
  await selectAllOf(rics)
  await press('history.action.pause', { count: 5 })
  await screen.findByText(en('history.result.all', { done: 5, count: 5 }), {}, { timeout: 45_000 })

  expect(refusals).toBeGreaterThan(0)
  const statuses = (await alder.adverts()).map((each) => each.advertisementStatus)
  expect(statuses).toEqual(Array(5).fill('PAUSED'))
}, 90_000)
