import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'
import { apiCallerOf, type Equity, generousRateLimits } from '../../support/trading-api.ts'

const product = serverForAllTests(generousRateLimits)

const emails = { En: 'trader@alder.example', Jp: 'trader@birch.example' } as const
const rics = ['7203.T', '6758.T', '8306.T', '9984.T'] as const

interface Watchlist {
  readonly securityIds: string[]
  readonly groups: { readonly name: string; readonly isCollapsed: boolean; readonly securityIds: string[] }[]
}

interface GroupsDesk {
  readonly trader: Trader
  /** As stored: "Basket A: 7203 6758", and last what is in no group. */
  readonly stored: () => Promise<string[]>
}

/** A desk with four securities, none of them in a group. */
async function openDesk(trader: Trader): Promise<GroupsDesk> {
  const api = await apiCallerOf(trader.page, product.url)
  const equities = await api.call<Equity[]>('GET', '/equity/get-equities')
  const ids = rics.map((ric) => equities.find((equity) => equity.ric === ric)?.equityId ?? '')
  await api.call('POST', '/user-defaults/set-watchlist', { securityIds: ids, groups: [] })
  await trader.page.reload()
  await expect(rowsOf(trader.page)).toHaveCount(4)
  const named = (securityIds: readonly string[]): string =>
    securityIds.map((id) => rics[ids.indexOf(id)]?.slice(0, 4)).join(' ')
  const stored = async (): Promise<string[]> => {
    const { securityIds, groups } = await api.call<Watchlist>('GET', '/user-defaults/get-watchlist')
    return [
      ...groups.map((group) => `${group.name}${group.isCollapsed ? ' –' : ''}: ${named(group.securityIds)}`),
      named(securityIds),
    ]
  }
  return { trader, stored }
}

const rowsOf = (page: Page): Locator => page.locator('.first-watched tr')
const rowOf = (page: Page, ric: string): Locator => rowsOf(page).filter({ hasText: ric })

for (const language of languages) {
  test(`a watchlist is put into groups by keys alone, ${language}`, { tag: '@full' }, async ({ browser }) => {
    const signedIn = await Trader.signsIn({ url: product.url, browser, email: emails[language], language })
    const { trader, stored } = await openDesk(signedIn)
    const { page } = trader
    const grip = (ric: string): Locator => rowOf(page, ric).locator('.first-grip')

    await test.step('a new group, from the menu of a row', async () => {
      await tabTo(page, grip('6758.T'))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowUp')
      await expect(page.getByRole('menuitem', { name: trader.text('watchlist.menu.new') })).toBeFocused()
      await page.keyboard.press('Enter')
      const name = page.getByRole('textbox', { name: trader.text('watchlist.group.name') })
      await expect(name).toBeFocused()
      await page.keyboard.type('Basket　Ａ')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: /^Basket A/ })).toBeFocused()
      await expect.poll(stored).toEqual(['Basket A: 6758', '7203 8306 9984'])
    })
    await test.step('a row steps into it, and the focus with it', async () => {
      const choice = rowOf(page, '7203.T').getByRole('button').first()
      await tabTo(page, choice)
      await page.keyboard.press('Alt+ArrowUp')
      await expect(choice).toBeFocused()
      await page.keyboard.press('Alt+ArrowUp')
      await expect(choice).toBeFocused()
      await expect.poll(stored).toEqual(['Basket A: 7203 6758', '8306 9984'])
      const announced = trader.text('watchlist.moved.in', {
        security: '7203.T',
        position: '1',
        count: '2',
        group: 'Basket A',
      })
      await expect(page.getByText(announced)).toBeAttached()
    })
    await test.step('a row moves to the group by its menu', async () => {
      await tabTo(page, grip('9984.T'))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      const item = page.getByRole('menuitem', { name: 'Basket A' })
      for (let presses = 0; presses < 4; presses += 1) {
        if (await item.evaluate((element) => element.matches(':focus'))) break
        await page.keyboard.press('ArrowDown')
      }
      await page.keyboard.press('Enter')
      await expect(grip('9984.T')).toBeFocused()
      await expect.poll(stored).toEqual(['Basket A: 7203 6758 9984', '8306'])
    })
    await test.step('the group is collapsed, also after a reload, and its rows follow no prices', async () => {
      await tabTo(page, page.getByRole('button', { name: /^Basket A/ }))
      await page.keyboard.press('Enter')
      await expect(rowOf(page, '7203.T')).toHaveCount(0)
      await expect.poll(stored).toEqual(['Basket A –: 7203 6758 9984', '8306'])
      await page.reload()
      await expect(rowOf(page, '8306.T')).toBeVisible()
      await expect(rowsOf(page)).toHaveCount(3)
    })
    await test.step('a held key moves a row without an error, and the last order is stored', async () => {
      await tabTo(page, page.getByRole('button', { name: /^Basket A/ }))
      await page.keyboard.press('Enter')
      await tabTo(page, rowOf(page, '8306.T').getByRole('button').first())
      for (let presses = 0; presses < 30; presses += 1)
        await page.keyboard.press(presses % 6 < 3 ? 'Alt+ArrowUp' : 'Alt+ArrowDown')
      await expect.poll(stored).toEqual(['Basket A: 7203 6758 9984', '8306'])
      await expect(page.getByText(trader.text('watchlist.failed'))).toHaveCount(0)
    })
    await trader.leaves()
  })
}

/** Goes to a control with the Tab key; from the end of the page it begins again. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let presses = 0; presses < 160; presses += 1) {
    if (await control.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}
