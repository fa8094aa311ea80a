import { callApi } from '@aitai/contract/api-client.ts'
import { brokerExecutionConfirmation } from '@aitai/contract/routes/agreements.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import {
  agreementIn,
  colleague,
  dismissMatches,
  longTimeout,
  openDeskWith,
  openTestMarket,
  rowOf,
  signInAsBroker,
  testMarket,
} from '../../test/support/broker-desk.ts'
import { newSessionToken, renderApp } from '../../test/support/render-app.tsx'
import { savedFile } from '../../test/support/saved-file.ts'
import { api } from '../shared/api/desk-api.ts'
import { formatTimeWithZone } from '../ui/format/format.ts'

openTestMarket('Sakura')

const { fetch: network } = globalThis
afterEach(() => {
  globalThis.fetch = network
})

type Key = Parameters<typeof textIn>[1]
const en = (key: Key, values = {}): string => textIn('En', key, values)
const namedIn = (language: Language, { securityName, securityLocalName }: ConnectionAgreement): string =>
  language === 'Jp' ? securityLocalName : securityName

// spec: 2.broker.2
test('an empty day explains what will appear; a match opens a popup until OK and stays marked as new', async () => {
  await signInAsBroker()
  await screen.findByRole('heading', { name: en('agreement.emptyTitle') }, longTimeout)
  const agreement = await agreementIn('7203.T')

  const popup = await screen.findByRole('dialog', { name: en('agreement.matchTitle') }, longTimeout)
  for (const part of ['40,000', 'Sakura Buyers', 'Sakura Sellers', agreement.buyPw, agreement.sellPw])
    await waitFor(() => expect(popup.textContent).toContain(part), longTimeout)
  const named = { security: agreement.securityName, quantity: '40,000' }
  await screen.findByText(en('agreement.arrived', named), {}, longTimeout)
  await userEvent.click(within(popup).getByRole('button', { name: en('common.ok') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const row = await rowOf('7203.T')
  // There was no field to return to.
  await waitFor(() => expect(row.contains(document.activeElement)).toBe(true))
  expect(row.textContent).toContain(en('agreement.new'))
  expect(row.className).toContain('agreement-new')
  await screen.findByText(en('agreement.fresh', { count: 1 }))
  await userEvent.click(within(row).getByText('7203.T'))
  await waitFor(() => expect(screen.queryByText(en('agreement.fresh', { count: 1 }))).toBeNull())
})

// spec: 1.4, 4.broker.2, 4.broker.4, 4.broker.5, 6.9
test.each(languages)('each side is confirmed and undone, with user and time, in %s', async (language) => {
  const agreement = await agreementIn('6758.T')
  await dismissMatches(await signInAsBroker(language), language)
  const security = namedIn(language, agreement).normalize('NFKC')
  for (const side of ['Buy', 'Sell'] as const) {
    const naming = { institution: side === 'Buy' ? 'Sakura Buyers' : 'Sakura Sellers', security }
    const button = (key: 'confirm' | 'undo') =>
      screen.findByRole('button', { name: textIn(language, `agreement.${key}${side}`, naming) }, longTimeout)
    await userEvent.click(await button('confirm'))
    await userEvent.click(await button('undo'))
    await userEvent.click(await button('confirm'))
    await button('undo')
  }

  const row = await rowOf('6758.T')
  expect(within(row).getAllByText(textIn(language, 'common.received'))).toHaveLength(2)
  expect(within(row).getAllByText('Broker Sakura')).toHaveLength(2)
  const { buyConfirmedBy, sellConfirmedBy, buyConfirmedAt } = await agreementIn('6758.T')
  expect([buyConfirmedBy, sellConfirmedBy]).toEqual(['Broker Sakura', 'Broker Sakura'])
  const times = [...row.querySelectorAll('time')].map((time) => Date.parse(time.dateTime))
  expect(times).toContain(buyConfirmedAt)
  for (const side of ['Buy', 'Sell'] as const) {
    const naming = { institution: side === 'Buy' ? 'Sakura Buyers' : 'Sakura Sellers', security }
    await userEvent.click(
      await screen.findByRole('button', { name: textIn(language, `agreement.undo${side}`, naming) }),
    )
    await screen.findByRole(
      'button',
      { name: textIn(language, `agreement.confirm${side}`, naming) },
      longTimeout,
    )
  }
})

test('a double click confirms and does not undo the confirmation', async () => {
  const { agreements } = await openDeskWith('8306.T')
  const naming = { institution: 'Sakura Buyers', security: agreements[0]?.securityName ?? '' }
  const confirm = await screen.findByRole('button', { name: en('agreement.confirmBuy', naming) })
  await userEvent.click(confirm)
  const undo = await screen.findByRole('button', { name: en('agreement.undoBuy', naming) }, longTimeout)
  fireEvent.click(undo, { detail: 2 })
  await userEvent.click(
    screen.getByRole('button', {
      name: en('agreement.confirmSell', { ...naming, institution: 'Sakura Sellers' }),
    }),
  )

  await waitFor(async () => expect((await agreementIn('8306.T')).sellStatus).toBe(true), longTimeout)
  expect((await agreementIn('8306.T')).buyStatus).toBe(true)
})

test('Enter on a cell presses its button once, however long it is held; a report that nothing was executed has nothing preselected, and is printed, corrected and withdrawn', async () => {
  const { agreements } = await openDeskWith('6501.T')
  const naming = { institution: 'Sakura Buyers', security: agreements[0]?.securityName ?? '' }
  const cell = (await screen.findByRole('button', { name: en('agreement.confirmBuy', naming) })).closest(
    '[role=gridcell]',
  ) as HTMLElement
  cell.focus()
  fireEvent.keyDown(cell, { key: 'Enter' })
  await screen.findByRole('button', { name: en('agreement.undoBuy', naming) }, longTimeout)
  fireEvent.keyDown(cell, { key: 'Enter', repeat: true })
  fireEvent.keyDown(cell, { key: 'Enter', repeat: true })

  expect((await agreementIn('6501.T')).buyStatus).toBe(true)
  await screen.findByRole('button', { name: en('agreement.undoBuy', naming) })
  await reportsOnHeldKey('6501.T')
  expect(printed()).toContain(en('agreement.execution.BUY'))
  await changesReport('6501.T')
})

/** The row's button of a report that nothing was executed, to correct or withdraw it. */
const reportButton = async (ric: string): Promise<HTMLElement> =>
  within(await rowOf(ric)).getByRole('button', { name: new RegExp(`^${en('agreement.notExecuted')}`) })

const popupNamed = (title: Key): Promise<HTMLElement> =>
  screen.findByRole('dialog', { name: en(title) }, longTimeout)
const popupGone = (): Promise<void> =>
  waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), longTimeout)

/** Reports the buyer, with a key that is held when the popup opens. */
async function reportsOnHeldKey(ric: string): Promise<void> {
  const row = within(await rowOf(ric))
  // One slip of the hand is not enough: the row does not offer it.
  expect(row.queryByText(/^Not executed/)).toBeNull()
  await userEvent.click(row.getByText(en('agreement.executed.action')))
  await userEvent.click(await screen.findByRole('button', { name: en('agreement.executed.nothing') }))
  const popup = within(await popupNamed('agreement.notExecuted.title'))
  const report = popup.getByRole('button', { name: en('agreement.notExecuted.report') })
  const [buyer] = popup.getAllByRole('radio')
  if (!buyer) throw new Error('no sides to choose from')
  expect(fireEvent.keyDown(buyer, { key: ' ', repeat: true })).toBe(false)
  expect(popup.queryByRole('radio', { checked: true })).toBeNull()
  expect(report.getAttribute('aria-disabled')).toBe('true')

  await userEvent.click(popup.getByRole('radio', { name: /Sakura Buyers/ }))
  await userEvent.click(report)
  await popupGone()
  await within(await rowOf(ric)).findByText(en('agreement.notExecuted'), {}, longTimeout)
  const { notExecuted } = await agreementIn(ric)
  expect(notExecuted).toMatchObject({ sides: ['BUY'], reportedBy: 'Broker Sakura' })
}

/** Corrects the report to both sides, and withdraws it. */
async function changesReport(ric: string): Promise<void> {
  await userEvent.click(await reportButton(ric))
  const popup = within(await popupNamed('agreement.notExecuted.changeTitle'))
  expect(popup.getByRole('radio', { checked: true })).toBe(popup.getAllByRole('radio')[0])
  const { notExecuted } = await agreementIn(ric)
  const time = formatTimeWithZone(notExecuted?.reportedAt ?? 0, 'En')
  const report = en('agreement.execution.BUY')
  popup.getByText(en('agreement.notExecuted.reported', { time, name: 'Broker Sakura', report }))
  await userEvent.click(popup.getByRole('radio', { name: en('agreement.notExecuted.both') }))
  await userEvent.click(popup.getByRole('button', { name: en('agreement.notExecuted.correct') }))
  await popupGone()
  expect((await agreementIn(ric)).notExecuted?.sides).toEqual(['BUY', 'SELL'])

  await userEvent.click(await reportButton(ric))
  await userEvent.click(await screen.findByRole('button', { name: en('agreement.notExecuted.withdraw') }))
  await within(await rowOf(ric)).findByText(en('agreement.executed.action'), {}, longTimeout)
  expect((await agreementIn(ric)).notExecuted).toBeNull()
}

/** The text on paper. jsdom has no printer, so the events of one are fired. */
function printed(): string {
  fireEvent(window, new Event('beforeprint'))
  const paper = document.querySelector('body > .printed-day')?.textContent ?? ''
  fireEvent(window, new Event('afterprint'))
  return paper
}

// spec: 4.broker.1
test('several matches are one popup: both sides of each are confirmed in it, and one OK is for all', async () => {
  await dismissMatches(await signInAsBroker())
  for (const ric of ['6752.T', '7751.T', '8035.T']) await agreementIn(ric)
  const popup = within(await screen.findByRole('dialog', { name: en('agreement.matchTitle') }, longTimeout))
  for (const ric of ['6752.T', '7751.T', '8035.T']) await popup.findByText(new RegExp(ric), {}, longTimeout)
  expect(document.activeElement?.textContent).toBe(en('common.ok'))
  expect(popup.getAllByText(en('common.pending'))).toHaveLength(6)
  popup.getByText(en('agreement.matches', { count: 3 }))

  const { securityName: security } = await agreementIn('7751.T')
  const naming = { institution: 'Sakura Buyers', security }
  await userEvent.click(popup.getByRole('button', { name: en('agreement.confirmBuy', naming) }))
  await popup.findByRole('button', { name: en('agreement.undoBuy', naming) }, longTimeout)
  expect((await agreementIn('7751.T')).buyStatus).toBe(true)
  await waitFor(async () => {
    await userEvent.click(popup.getByRole('button', { name: en('common.ok') }))
    expect(screen.queryByRole('dialog')).toBeNull()
  }, longTimeout)
})

// spec: 2.broker.3
test("a colleague's confirmation closes the popup, and bell and row name the colleague", async () => {
  await dismissMatches(await signInAsBroker())
  const agreement = await agreementIn('9984.T')
  await screen.findByRole('dialog', { name: en('agreement.matchTitle') }, longTimeout)
  const { connectionAgreementId } = agreement
  for (const side of [{ buyStatus: true }, { sellStatus: true }])
    await callApi(colleague, brokerExecutionConfirmation, { body: { connectionAgreementId, ...side } })

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), longTimeout)
  const row = await rowOf('9984.T')
  await waitFor(() => expect(within(row).getAllByText('Colleague Sakura')).toHaveLength(2), longTimeout)
  await userEvent.click(screen.getByRole('button', { name: /unread in notifications/ }))
  const bell = screen.getByRole('tabpanel')
  const line = await within(bell).findByRole('button', {
    name: new RegExp(`${en('notification.Connection confirmed')}.*9984\\.T`),
  })
  await userEvent.click(line)
  expect(bell.textContent).toContain(en('notification.confirmedBy', { name: 'Colleague Sakura' }))
  expect(bell.textContent).toContain(en('common.received'))
})

// spec: 4.broker.3
test('the bell says when a colleague has confirmed one side: which, and who', async () => {
  await dismissMatches(await signInAsBroker())
  const { connectionAgreementId } = await agreementIn('4502.T')
  await screen.findByRole('dialog', { name: en('agreement.matchTitle') }, longTimeout)
  const body = { connectionAgreementId, sellStatus: true }
  await callApi(colleague, brokerExecutionConfirmation, { body })

  await waitFor(async () => {
    const ok = screen.queryByRole('button', { name: en('common.ok') })
    if (ok) await userEvent.click(ok)
    expect(screen.queryByRole('dialog')).toBeNull()
  }, longTimeout)
  await userEvent.click(screen.getByRole('button', { name: /unread in notifications/ }))
  const bell = screen.getByRole('tabpanel')
  const line = await within(bell).findByRole('button', {
    name: new RegExp(`${en('notification.Connection status updated')}.*4502\\.T`),
  })
  await userEvent.click(line)
  expect(bell.textContent).toContain('Colleague Sakura')
  expect(bell.textContent).toContain(en('common.received'))
  expect(bell.textContent).toContain(en('common.pending'))
})

test('the search finds the row of a password, by any of its names and numbers', async () => {
  const { page, agreements } = await openDeskWith('7203.T', '6758.T')
  const [toyota] = agreements
  const quick = screen.getByRole('textbox', { name: en('table.quick') })
  await userEvent.type(quick, toyota?.sellPw.toLowerCase() ?? '')
  await waitFor(() => expect(screen.queryByRole('row', { name: /6758\.T/ })).toBeNull())
  expect(screen.getByRole('row', { name: /7203\.T/ })).toBeTruthy()
  expect(JSON.stringify([page.store.getState(), page.router.state.location, document.title])).not.toContain(
    toyota?.sellPw.toLowerCase(),
  )
  await userEvent.clear(quick)
  await userEvent.type(quick, 'ソニー')
  await waitFor(() => expect(screen.queryByRole('row', { name: /7203\.T/ })).toBeNull())
  await userEvent.type(quick, ' nothing of the kind')
  await screen.findByText(en('agreement.noneShown'))
  await userEvent.click(screen.getByRole('button', { name: en('table.clear') }))

  await screen.findByRole('row', { name: /7203\.T/ })
  await userEvent.click(screen.getByRole('button', { name: en('table.filters') }))
  await userEvent.type(screen.getByRole('textbox', { name: en('agreement.quantity') }), '<10k')
  await screen.findByText(en('agreement.noneShown'))
})

// spec: 3.22, 9.24
test('agreements are sorted by locate time, oldest first', async () => {
  const { agreements } = await openDeskWith('7203.T', '6758.T')
  const oldestFirst = agreements.toSorted((a, b) => a.locateTime - b.locateTime)
  const positions: number[] = []
  for (const { securityName } of oldestFirst) {
    const row = await rowOf(securityName.split(' ')[0] ?? '')
    positions.push(Number(row.getAttribute('row-index')))
  }

  expect(new Set(oldestFirst.map(({ locateTime }) => locateTime)).size).toBe(2)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(new Set(positions).size).toBe(2)
})

test('a row that no longer passes the filter stays while the user works with it', async () => {
  // One pointer, which leaves the row when it goes elsewhere.
  const user = userEvent.setup()
  const { agreements } = await openDeskWith('8058.T')
  const naming = { institution: 'Sakura Buyers', security: agreements[0]?.securityName ?? '' }
  await user.click(screen.getByRole('button', { name: en('table.filters') }))
  const filter = screen.getByRole('combobox', { name: en('agreement.buyStatus') })
  await user.selectOptions(filter, en('common.pending'))
  await user.click(await screen.findByRole('button', { name: en('agreement.confirmBuy', naming) }))
  await screen.findByRole('button', { name: en('agreement.undoBuy', naming) }, longTimeout)

  expect(screen.getByRole('row', { name: /8058\.T/ })).toBeTruthy()
  await user.click(screen.getByRole('textbox', { name: en('table.quick') }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /8058\.T/ })).toBeNull())
})

// spec: 2.broker.1
test('a row is copied with its passwords', async () => {
  const user = userEvent.setup()
  const { agreements } = await openDeskWith('7203.T')
  const row = await rowOf('7203.T')
  await user.click(within(row).getByRole('button', { name: en('agreement.copyRow') }))

  const copied = (await navigator.clipboard.readText()).split('\t')
  for (const part of ['40,000', 'Sakura Buyers', agreements[0]?.buyPw, agreements[0]?.sellPw])
    expect(copied).toContain(part)
  await screen.findByRole('button', { name: en('common.copied') })
})

test('an exported file has the displayed rows, times with their zone, and no passwords', async () => {
  const { agreements } = await openDeskWith('7203.T', '6758.T')
  await userEvent.type(screen.getByRole('textbox', { name: en('table.quick') }), '7203')
  await waitFor(() => expect(screen.queryByRole('row', { name: /6758\.T/ })).toBeNull())
  const { text } = await savedFile(() =>
    userEvent.click(screen.getByRole('button', { name: en('table.export') })),
  )

  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(en('agreement.security'))
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d,7203\.T - Toyota Motor.*,40000,/)
  for (const { buyPw, sellPw } of agreements) expect(lines.join()).not.toMatch(`${buyPw}|${sellPw}`)
})

test('the printed day has all rows, sides as words, times with their zone, author and time, and no passwords', async () => {
  const { agreements } = await openDeskWith('7203.T', '6758.T')
  await userEvent.type(screen.getByRole('textbox', { name: en('table.quick') }), '7203')
  let paper = ''
  // As a browser does it: jsdom has no printer.
  window.print = () => {
    fireEvent(window, new Event('beforeprint'))
    paper = document.querySelector('body > .printed-day')?.textContent ?? ''
    fireEvent(window, new Event('afterprint'))
  }
  await userEvent.click(screen.getByRole('button', { name: en('agreement.print') }))

  for (const { securityName, buyPw, sellPw } of agreements) {
    expect(paper).toContain(securityName)
    expect(paper).not.toMatch(`${buyPw}|${sellPw}`)
  }
  for (const part of ['BUY Sakura Buyers', 'SELL Sakura Sellers', 'Sakura Securities', 'Broker Sakura'])
    expect(paper).toContain(part)
  expect(paper).toMatch(/\d\d:\d\d:\d\d [A-Z]{3}/)
  expect(paper).toContain(en('agreement.print.generated', { moment: '|', name: '|' }).split('|')[0])
  expect(document.querySelector('.printed-day')).toBeNull()
})

test('without a network the table keeps its rows and shows their age', async () => {
  const { page } = await openDeskWith('7203.T')
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'))
  act(() => void page.store.dispatch(api.util.invalidateTags(['Agreements'])))

  await screen.findByText(new RegExp(`^${en('agreement.stale', { time: '' })}`), {}, longTimeout)
  expect(screen.getByRole('row', { name: /7203\.T/ })).toBeTruthy()
})

test('a list that fails to load shows an error and appears after a retry', async () => {
  await agreementIn('7203.T')
  localStorage.setItem('userToken', await newSessionToken(testMarket.broker))
  globalThis.fetch = (input, init) =>
    String(input instanceof Request ? input.url : input).includes('execution-listing')
      ? Promise.reject(new TypeError('fetch failed'))
      : network(input, init)
  renderApp('/brokers-home')
  await screen.findByText(en('auth.loadFailed'), {}, longTimeout)
  globalThis.fetch = network
  await userEvent.click(screen.getByRole('button', { name: en('common.retry') }))

  await rowOf('7203.T')
})
