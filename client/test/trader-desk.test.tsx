import { callApi } from '@aitai/contract/api-client.ts'
import { brokerNotExecutedReport, brokerUserExecutionListing } from '@aitai/contract/routes/agreements.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { historyToggled } from '../src/adverts/desk-slice.ts'
import { api } from '../src/shared/api/desk-api.ts'
import { formatNumber } from '../src/ui/format/format.ts'
import { newSessionToken, renderApp } from './support/render-app.tsx'
import { createTestMarket, sessionOf, type TestMarket } from './support/test-market.ts'

/** Institutions of its own: the tests count adverts and notifications. */
let market: TestMarket
beforeAll(async () => {
  market = await createTestMarket('Sumire')
}, 120_000)

const waiting = { timeout: 30_000 }
const en = (key: Parameters<typeof textIn>[1], values = {}): string => textIn('En', key, values)
const search = { name: en('advert.search.label') }
const user = userEvent.setup()
const button = (name: string) => screen.findByRole('button', { name }, waiting)
const quantity = () => screen.findByLabelText<HTMLInputElement>(en('advert.quantity'), {}, waiting)

async function opens(email: string) {
  localStorage.setItem('userToken', await newSessionToken(email))
  const page = renderApp('/adverts-home')
  await screen.findByRole('combobox', search, waiting)
  return page
}

/** Finds a security by its code and takes the first match, as a trader does. */
async function finds(ric: string): Promise<void> {
  await user.type(await screen.findByRole('combobox', search, waiting), ric)
  await screen.findByRole('option', { name: new RegExp(`^${ric}`) }, waiting)
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: new RegExp(`^${ric}`) }, waiting)
}

async function types(shares: string): Promise<void> {
  const field = await quantity()
  await user.clear(field)
  // A new IOI has no side until one is chosen.
  await user.type(field, `B ${shares}`)
}

/** Answers a call with a reply of the server, after `beforeReply`; returns how often it was called. */
function answers(path: string, body: unknown, status: number, beforeReply = () => {}): () => number {
  const { fetch: network } = globalThis
  let times = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (!(input as Request).url.endsWith(path)) return network(input, init)
    times += 1
    beforeReply()
    return Promise.resolve(Response.json(body, { status }))
  })
  return () => times
}

/** Reviews and confirms, once the review takes a press. */
async function confirms(): Promise<void> {
  await user.click(await button(en('advert.action.review.send')))
  const confirm = await button(en('advert.review.confirm.send'))
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).not.toBe('true'))
  await user.click(confirm)
}

// spec: 4.locate.4, 2.trader.26
test('broker and password stay on the completed IOI, in the history and in the bell; a report that nothing was executed joins them', async () => {
  await market.agree('7203.T', 40_000)
  const { store } = await opens(market.buyer)
  const details = await screen.findByText(en('locate.broker'), {}, waiting)
  const handover = within(details.closest('dl') as HTMLElement)
  await handover.findByText('Sumire Securities', { selector: '.handover-broker' })
  for (const term of ['locate.quantity', 'locate.mid', 'locate.time', 'locate.received'] as const)
    expect(handover.getByText(en(term))).toBeTruthy()
  const password = handover.getByText(/^[A-Z2-9]{8}$/).textContent ?? ''
  expect(screen.getByText(en('advert.editor.completed'))).toBeTruthy()
  // The dollar of the market moves every second, that of the locate does not.
  const [locate] = (await store.dispatch(api.endpoints.listLocateNotifications.initiate())).data ?? []
  const field = (key: 'advert.usd' | 'advert.jpy') =>
    screen.getByRole<HTMLInputElement>('textbox', { name: en(key) }).value
  expect(field('advert.usd')).toBe(formatNumber(locate?.usdnotional ?? 0))
  expect(field('advert.jpy')).toBe(formatNumber(locate?.jpynotional ?? 0))
  // Its conditions matter no more, and a locate of its full size leaves no residual.
  expect(screen.queryByRole('button', { name: en('advert.panel.open') })).toBeNull()
  expect(screen.queryByRole('button', { name: en('advert.panel.residual') })).toBeNull()

  await user.click(screen.getByRole('button', { name: /unread in notifications/ }))
  await user.click(screen.getByRole('tab', { name: new RegExp(en('notification.located')) }))
  await user.click(
    screen.getByRole('button', { name: new RegExp(en('notification.Contra Connection Accepted!')) }),
  )
  expect(screen.getByText(password, { selector: '.bell-line .handover code' })).toBeTruthy()

  act(() => void store.dispatch(historyToggled(true)))
  const row = await screen.findByRole('row', { name: /7203\.T/ }, waiting)
  // The grid draws a row at once and the contents of its cells after it.
  await waitFor(() => expect(row.textContent).toContain(`${password} · Sumire Securities`), waiting)
  expect(row.querySelector('[col-id=locatedQuantity]')?.textContent).toBe('40,000')

  await reportsNotExecuted(market.broker)
  await waitFor(
    () => expect(row.textContent).toMatch(/Not executed \d\d:\d\d: you · [A-Z2-9]{8} · Sumire/),
    waiting,
  )
  act(() => void store.dispatch(historyToggled(false)))
  const note = await screen.findByText(en('locate.notExecuted.YOU'), {}, waiting)
  expect(note.closest('.not-executed')?.textContent).toMatch(/at \d\d:\d\d:\d\d [A-Z]{3}/)
  expect(screen.queryByText(en('advert.editor.completed'))).toBeNull()
  await user.click(screen.getByRole('tab', { name: new RegExp(en('notification.statusAlert')) }))
  expect(screen.getByText(en('notification.notExecuted.YOU'))).toBeTruthy()
  expect(document.body.textContent).not.toContain('Sumire Sellers')
})

/** The broker of the first agreement reports that its buyer did not follow through. */
async function reportsNotExecuted(email: string): Promise<void> {
  const session = sessionOf(await newSessionToken(email))
  const [agreement] = await callApi(session, brokerUserExecutionListing)
  const connectionAgreementId = agreement?.connectionAgreementId ?? ''
  await callApi(session, brokerNotExecutedReport, { body: { connectionAgreementId, sides: ['BUY'] } })
}

test('a completed IOI has the size and value of its locate, whatever the price does', async () => {
  const { store } = await opens(market.buyer)
  const locates = await store.dispatch(api.endpoints.listLocateNotifications.initiate())
  const agreed = locates.data?.find(({ connectionAgreementId }) => connectionAgreementId)
  if (!agreed) throw new Error('no agreement')
  const yen = Math.round(agreed.locateQuantity * agreed.midPrice).toLocaleString('en')

  expect((await quantity()).value).toBe('40,000')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(en('advert.jpy')).value).toBe(yen))
  const known = (await store.dispatch(api.endpoints.advertList.initiate())).data ?? []
  const moved = known.map((advert) => ({ ...advert, jpynotional: advert.jpynotional * 2 }))
  await act(() => store.dispatch(api.util.upsertQueryData('advertList', undefined, moved)))
  expect(screen.getByLabelText<HTMLInputElement>(en('advert.jpy')).value).toBe(yen)
  expect(screen.getByRole('option', { name: /7203\.T/ }).textContent).toContain('40,000')
})

test('a press of Update reviews a quantity that is still being typed', async () => {
  await opens(market.buyer)
  await finds('6758.T')
  await types('20,000')
  await confirms()
  const update = await button(en('advert.action.review.update'))
  expect(update.getAttribute('aria-disabled')).toBe('true')
  await types('30,000')
  await user.click(update)

  const review = await screen.findByRole('dialog')
  expect(review.textContent).toContain('30,000')
})

// spec: 4.statuses.10, 4.statuses.11, 4.statuses.19, 4.notifications.1
test('Send becomes Update; a cancelled IOI is selected again by the search, and its Send sends it again', async () => {
  const { store } = await opens(market.seller)
  await finds('6758.T')
  await types('20,000')
  await confirms()
  const update = await button(en('advert.action.review.update'))
  expect(update.getAttribute('aria-disabled')).toBe('true')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /unread in notifications/ }).textContent).toBe('1'),
  )
  await user.click(await button(en('advert.action.cancel')))
  await user.click(await button(en('advert.cancel.confirm')))
  await button(en('advert.action.review.send'))
  const before = store.getState().desk?.selectedAdvertisement
  await finds('6758.T')
  expect(store.getState().desk?.selectedAdvertisement).toBe(before)
  expect(screen.getAllByRole('option', { name: /6758\.T/ })).toHaveLength(1)
  await confirms()
  await button(en('advert.action.review.update'))
  expect(store.getState().desk?.selectedAdvertisement).not.toBe(before)
  expect(screen.getAllByRole('option', { name: /6758\.T/ })).toHaveLength(1)
}, 60_000)

test('a slash goes to the search from a field for numbers, which keeps its number', async () => {
  await opens(market.seller)
  await finds('6758.T')
  await user.type(await quantity(), '/')

  expect(document.activeElement).toBe(screen.getByRole('combobox', search))
  expect((await quantity()).value).not.toContain('/')
})

// spec: 8.defaults.5, 8.defaults.7, 8.shown.5
test.each([
  [
    {},
    'Cannot submit advertisement.\nSomething went wrong on our side. Check whether your action took effect before you try again. Reference for support: –',
  ],
  [{ message: 'The book is closed.' }, 'Cannot submit advertisement.\nThe book is closed.'],
])('a send that fails without a known code says so, %j', async (body, shown) => {
  await opens(market.colleagueTrader)
  await finds('8306.T')
  await types('100,000')
  const times = answers('/advert/submit-advert', body, 500)
  await confirms()

  await waitFor(() =>
    expect(screen.getByRole('dialog').querySelector('[role=alert]')?.textContent).toBe(shown),
  )
  expect(times()).toBe(1)
})

test('a send that fails after the review was closed opens it again and says so', async () => {
  await opens(market.colleagueTrader)
  await finds('8306.T')
  await types('100,000')
  const closes = () => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  answers('/advert/submit-advert', { message: 'The book is closed.' }, 500, closes)
  await confirms()

  const shown = await screen.findByText(/The book is closed\./, {}, waiting)
  expect(shown.closest('[role=dialog]')).toBeTruthy()
})

test('a refused direction says why beside it, and has the focus', async () => {
  await opens(market.colleagueTrader)
  await finds('8306.T')
  await types('100,000')
  answers('/advert/submit-advert', { errorCode: 'ADVERT-DIRECTION', message: 'flipped' }, 409)
  await confirms()

  const shown = await screen.findByText(en('ADVERT-DIRECTION'), {}, waiting)
  expect(shown.getAttribute('role')).toBe('alert')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /BUY/, checked: true })),
  )
})

test('the review shows that it takes no press at first, and then has the focus on Send', async () => {
  await opens(market.colleagueTrader)
  await finds('8306.T')
  await types('100,000')
  const field = await quantity()
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.submit(field.closest('form') as HTMLFormElement)
  const confirm = await button(en('advert.review.confirm.send'))

  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(confirm), waiting)
  expect(confirm.getAttribute('aria-disabled')).not.toBe('true')
})

// spec: 4.statuses.2, 4.statuses.3
test.each([
  ['COMPLETE', 'advert.status.COMPLETED'],
  ['CANCELLED', 'advert.status.CANCELLED'],
  ['EXPIRED', 'advert.status.EXPIRED'],
  ['SOMETHING', 'advert.status.UNDEFINED'],
] as const)('an IOI with the status %s is understood', async (advertisementStatus, text) => {
  const { store } = await opens(market.seller)
  const list = await store.dispatch(api.endpoints.advertList.initiate())
  const [advert] = list.data ?? []
  answers('/advert/advert-list', [{ ...advert, advertisementStatus, causeOfDeath: null }], 200)
  act(() => void store.dispatch(api.util.invalidateTags(['Adverts'])))

  await waitFor(
    () => expect(document.querySelector('.status-banner .status-tag')?.textContent).toBe(en(text)),
    waiting,
  )
})

test('the first stop of Tab leads past the header to the list of IOIs', async () => {
  await opens(market.buyer)
  await finds('9433.T')
  // A new IOI takes the focus to its quantity.
  const field = await quantity()
  await waitFor(() => expect(document.activeElement).toBe(field))
  const skip = screen.getByRole('button', { name: en('header.skipToAdverts') })
  expect(document.querySelector('button, a, input, select, [tabindex="0"]')).toBe(skip)
  skip.focus()
  await user.keyboard('{Enter}')

  expect(document.activeElement).toBe(screen.getByRole('listbox', { name: en('advert.list.title') }))
})
