import { type ApiSession, callApi } from '@aitai/contract/api-client.ts'
import { listLocateNotifications } from '@aitai/contract/routes/locates.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { expect, type Page, type Route, test } from '@playwright/test'
import { meet, nextDayWithoutLimits, securitiesToMeetIn } from '../../support/many-locates.ts'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import { type ConnectedUser, generousRateLimits, sessionOf, signInContra } from '../../support/trading-api.ts'

const product = serverForEachTest(generousRateLimits)

interface Desk {
  readonly trader: Trader
  readonly session: ApiSession
  readonly contra: ConnectedUser
  readonly equities: readonly Equity[]
}

/** A trader at the desk, and a contra for so many securities. */
async function openDesk(
  browser: Parameters<typeof Trader.signsIn>[0]['browser'],
  count: number,
): Promise<Desk> {
  const clock = await nextDayWithoutLimits(product, count)
  const { url } = product
  const contra = await signInContra(url, 'birch')
  const trader = await Trader.signsIn({ url, browser, email: 'trader@alder.example', language: 'En', clock })
  const session = await sessionOf(trader.page, url)
  return { trader, session, contra, equities: await securitiesToMeetIn(session, count) }
}

/** Opens the table in a window of its own, from the popup's list of three locates. */
async function opensTable({ page, popup }: Trader): Promise<Page> {
  const opens = page.waitForEvent('popup')
  await popup.locator('.locate-table').click()
  const table = await opens
  await expect(open(table)).not.toHaveCount(0)
  return table
}

const open = (table: Page) => table.locator('.blotter-table tr[data-phase=question]')
const current = (table: Page) => table.locator('.blotter-table tr[aria-current]')
const chosen = (table: Page) => table.locator('.blotter-table tr[aria-selected=true]')

/** Holds the answers of a window; the returned function waits for the first of them. */
async function holdAnswers(page: Page): Promise<() => Promise<Route>> {
  let hold: (route: Route) => void
  const held = new Promise<Route>((resolve) => {
    hold = resolve
  })
  await page.route('**/locate-notification/connect-*', (route) => hold(route))
  return () => held
}

/** Lets a held answer go on, and returns the status of its reply. */
async function release(page: Page, route: Route): Promise<number> {
  const request = route.request()
  const replied = page.waitForResponse((response) => response.request() === request)
  await route.continue()
  return (await replied).status()
}

const answers = ['ACCEPT', 'DECLINE'] as const
const waitingFor = { ACCEPT: 'locate.waiting.accepted', DECLINE: 'locate.waiting.declined' } as const

// Each is the window whose answer reaches the server first: the desk accepts, and the other window declines.
for (const first of answers)
  test(`of two windows that answer a locate differently at once, the first counts in both: ${first}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const { trader, session, contra, equities } = await openDesk(browser, 3)
    const { page, popup } = trader
    await meet(session, contra, equities)
    const table = await opensTable(trader)
    const [ofDesk, ofTable] = [await holdAnswers(page), await holdAnswers(table)]

    await page.bringToFront()
    await page.keyboard.press('F8')
    await expect(popup.locator('.locate-accept')).toHaveAttribute('aria-disabled', 'false')
    const ric = (await current(table).locator('b').first().textContent()) ?? ''
    await expect(popup.locator('[role=option][aria-selected=true]')).toContainText(ric)
    await page.keyboard.press('a')
    const accepted = await ofDesk()
    await table.bringToFront()
    await table.keyboard.press('F8')
    await expect(current(table).locator('.blotter-decline kbd')).toBeVisible()
    await table.keyboard.press('d')
    const declined = await ofTable()

    const inOrder = [() => release(page, accepted), () => release(table, declined)]
    if (first === 'DECLINE') inOrder.reverse()
    const statuses: number[] = []
    for (const next of inOrder) statuses.push(await next())
    expect(statuses).toEqual([200, 409])

    const given = (await callApi(session, listLocateNotifications)).filter(({ answer }) => answer !== null)
    expect(given.map(({ answer }) => answer)).toEqual([first])
    const outcome = trader.text(waitingFor[first])
    await expect(popup.getByRole('option').filter({ hasText: ric })).toContainText(outcome)
    await expect(table.getByRole('row').filter({ hasText: ric })).toContainText(outcome)
    for (const window of [page, table]) await expect(window.getByRole('dialog')).toHaveCount(0)
    await contra.leaves()
  })

test('the table comes back to the desk with what was selected in its window, which survives a reload of the desk', {
  tag: '@full',
}, async ({ browser }) => {
  const { trader, session, contra, equities } = await openDesk(browser, 4)
  const { page, popup } = trader
  await meet(session, contra, equities)
  const table = await opensTable(trader)
  await expect(open(table)).toHaveCount(4)

  await test.step('a reload of the desk leaves the window as it is, and finds it again', async () => {
    await table.keyboard.press('F8')
    await table.keyboard.press('ArrowDown')
    await expect(async () => {
      await table.keyboard.press('Escape')
      await table.keyboard.press('F8')
      await table.keyboard.press('Shift+ArrowDown')
      await expect(chosen(table)).toHaveCount(2, { timeout: 500 })
    }).toPass()
    const rows = await chosen(table).evaluateAll((all) => all.map(({ id }) => id))
    await page.reload()
    await expect(popup.getByRole('option')).toHaveCount(4)
    await popup.locator('.locate-table').click()
    await expect(chosen(table)).toHaveCount(2)
    expect(await chosen(table).evaluateAll((all) => all.map(({ id }) => id))).toEqual(rows)
    expect(page.context().pages()).toHaveLength(2)
  })

  await test.step('its end puts the current row into the popup of the desk', async () => {
    const ric = (await current(table).locator('b').first().textContent()) ?? ''
    const top = popup.locator('[role=option]').first()
    await expect(top).toHaveAttribute('aria-selected', 'true')
    await expect(top).not.toContainText(ric)
    // As its user closes it.
    await table.close({ runBeforeUnload: true })
    await expect(popup.locator('[role=option][aria-selected=true]')).toContainText(ric)
  })
  await contra.leaves()
})

test('the table on the page of the desk continues with the rows that were chosen in the window', {
  tag: '@full',
}, async ({ browser }) => {
  const { trader, session, contra, equities } = await openDesk(browser, 4)
  const { page } = trader
  await meet(session, contra, equities)
  const table = await opensTable(trader)
  await page.getByRole('link', { name: trader.text('blotter.title'), exact: true }).click()
  await expect(open(page)).toHaveCount(4)
  await expect(open(table)).toHaveCount(4)
  const last = open(table).last()
  await expect(last.locator('.blotter-accept')).toHaveAttribute('aria-disabled', 'false')
  await table.keyboard.press('F8')
  await table.keyboard.press('End')
  await table.keyboard.press('Space')
  await expect(chosen(table)).toHaveCount(1)
  const ids = await chosen(table).evaluateAll((all) => all.map(({ id }) => id))
  await table.getByRole('button', { name: trader.text('blotter.closeWindow') }).click()

  await expect(chosen(page)).toHaveCount(1)
  expect(await chosen(page).evaluateAll((all) => all.map(({ id }) => id))).toEqual(ids)
  await expect(current(page)).toHaveAttribute('id', ids[0] ?? '')
  await contra.leaves()
})
