import { callApi } from '@aitai/contract/api-client.ts'
import { getWatchlist, setWatchlist } from '@aitai/contract/routes/preferences.ts'
import { getEquities } from '@aitai/contract/routes/reference.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'
import { generousRateLimits, sessionOf } from '../../support/trading-api.ts'

const product = serverForAllTests(generousRateLimits)

const emails = { En: 'trader@alder.example', Jp: 'trader@birch.example' } as const
const rics = ['7203.T', '6758.T', '8306.T', '9984.T'] as const

interface GroupsDesk {
  readonly trader: Trader
  /** As stored: "Basket A: 7203 6758", and last what is in no group. */
  readonly stored: () => Promise<string[]>
}

/** A desk with four securities, none of them in a group. */
async function openDesk(trader: Trader): Promise<GroupsDesk> {
  const api = await sessionOf(trader.page, product.url)
  const equities = await callApi(api, getEquities)
  const ids = rics.map((ric) => equities.find((equity) => equity.ric === ric)?.equityId ?? '')
  const { version } = await callApi(api, getWatchlist)
  await callApi(api, setWatchlist, { body: { securityIds: ids, groups: [], version } })
  await trader.page.reload()
  await expect(rowsOf(trader.page)).toHaveCount(4)
  const named = (securityIds: readonly string[]): string =>
    securityIds.map((id) => rics[ids.indexOf(id)]?.slice(0, 4)).join(' ')
  const stored = async (): Promise<string[]> => {
    const { securityIds, groups } = await callApi(api, getWatchlist)
    return [
      ...groups.map((group) => `${group.name}${group.isCollapsed ? ' –' : ''}: ${named(group.securityIds)}`),
      named(securityIds),
    ]
  }
  return { trader, stored }
}

const rowsOf = (page: Page): Locator => page.locator('.watchlist-section tr')
const rowOf = (page: Page, ric: string): Locator => rowsOf(page).filter({ hasText: ric })

for (const language of languages) {
  test(`a watchlist is put into groups by keys alone, ${language}`, { tag: '@full' }, async ({ browser }) => {
    const signedIn = await Trader.signsIn({ url: product.url, browser, email: emails[language], language })
    const { trader, stored } = await openDesk(signedIn)
    const { page } = trader
    const grip = (ric: string): Locator => rowOf(page, ric).locator('.watchlist-grip')

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

for (const language of languages) {
  test(`securities and groups are dragged, by mouse and by finger, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const signedIn = await Trader.signsIn({ url: product.url, browser, email: emails[language], language })
    const { trader, stored } = await openDesk(signedIn)
    const { page } = trader
    for (const name of ['Basket A', 'Watching']) {
      await trader.button('watchlist.group.new').click()
      await page.getByRole('textbox', { name: trader.text('watchlist.group.name') }).fill(name)
      await page.keyboard.press('Enter')
    }
    const heading = (name: string): Locator => page.getByRole('button', { name: new RegExp(`^${name}`) })
    await expect.poll(stored).toEqual(['Basket A: ', 'Watching: ', '7203 6758 8306 9984'])

    await test.step('rows into an empty group, and before another row', async () => {
      await drag(page, rowOf(page, '8306.T'), heading('Basket A'))
      await expect.poll(stored).toEqual(['Basket A: 8306', 'Watching: ', '7203 6758 9984'])
      await drag(page, rowOf(page, '9984.T'), rowOf(page, '8306.T'), 0.2)
      await expect.poll(stored).toEqual(['Basket A: 9984 8306', 'Watching: ', '7203 6758'])
      await drag(page, rowOf(page, '7203.T'), rowOf(page, '6758.T'), 0.8)
      await expect.poll(stored).toEqual(['Basket A: 9984 8306', 'Watching: ', '6758 7203'])
      // A drag from a name is no choice of the security.
      await expect(page.getByRole('heading', { name: /^7203/ })).toHaveCount(0)
    })
    await test.step('a line shows where, and Escape gives up', async () => {
      await press(page, rowOf(page, '7203.T'))
      await moveOver(page, rowOf(page, '9984.T'), 0.2)
      await expect(page.locator('[data-drop="before"]')).toContainText('9984.T')
      await page.keyboard.press('Escape')
      await page.mouse.up()
      await expect(page.locator('[data-drop]')).toHaveCount(0)
      expect(await stored()).toEqual(['Basket A: 9984 8306', 'Watching: ', '6758 7203'])
    })
    await test.step('a group above another, which does not collapse it', async () => {
      await drag(page, heading('Watching'), heading('Basket A'), 0.2)
      await expect.poll(stored).toEqual(['Watching: ', 'Basket A: 9984 8306', '6758 7203'])
    })
    await test.step('a result of the search of the desk into a group', async () => {
      const search = page.getByRole('combobox', { name: trader.text('advert.search.label') })
      await search.fill('6758')
      await drag(page, page.getByRole('option', { name: /6758/ }).first(), rowOf(page, '8306.T'), 0.8)
      await expect.poll(stored).toEqual(['Watching: ', 'Basket A: 9984 8306 6758', '7203'])
      await expect(search).toHaveValue('')
    })
    await test.step('a row by finger, at its handle', async () => {
      const finger = await page.context().newCDPSession(page)
      const from = await centerOf(rowOf(page, '7203.T').locator('.watchlist-grip'))
      const to = await centerOf(heading('Watching'))
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
        finger.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
        })
      await touch('touchStart', from.x, from.y)
      for (let part = 1; part <= 5; part += 1)
        await touch('touchMove', from.x + ((to.x - from.x) * part) / 5, from.y + ((to.y - from.y) * part) / 5)
      await touch('touchEnd', to.x, to.y)
      await expect.poll(stored).toEqual(['Watching: 7203', 'Basket A: 9984 8306 6758', ''])
    })
    await trader.leaves()
  })
}

test('two windows change one watchlist at the same time, and each shows what the other did', {
  tag: '@full',
}, async ({ browser }) => {
  const who = { url: product.url, browser, email: emails.En, language: 'En' } as const
  const { trader, stored } = await openDesk(await Trader.signsIn(who))
  const { page } = trader
  const other = await page.context().newPage()
  await other.goto(`${product.url}/adverts-home`)
  await expect(rowsOf(other)).toHaveCount(4)
  const remove = (where: Page, ric: string) =>
    rowOf(where, ric)
      .getByRole('button', { name: new RegExp(`^Remove ${ric}`) })
      .click()
  const newGroup = async (where: Page, name: string): Promise<void> => {
    await where.getByRole('button', { name: trader.text('watchlist.group.new') }).click()
    await where.getByRole('textbox', { name: trader.text('watchlist.group.name') }).fill(name)
    await where.keyboard.press('Enter')
  }

  await test.step('a change is in the other window without a reload', async () => {
    await newGroup(page, 'Basket A')
    await expect(other.getByRole('button', { name: /^Basket A/ })).toBeVisible()
  })
  await test.step('of changes that are under way together none is lost', async () => {
    for (const each of [page, other])
      await each.route('**/set-watchlist', async (route) => {
        await new Promise((later) => setTimeout(later, 400))
        await route.continue()
      })
    await Promise.all([remove(page, '8306.T'), remove(other, '9984.T')])
    await expect.poll(stored).toEqual(['Basket A: ', '7203 6758'])
    for (const each of [page, other]) await expect(rowOf(each, '8306.T')).toHaveCount(0)
    for (const each of [page, other]) await expect(rowOf(each, '9984.T')).toHaveCount(0)
  })
  await test.step('twenty steps of a row in one window, and a new group in the other', async () => {
    await rowOf(page, '6758.T').getByRole('button').first().focus()
    const steps = async (): Promise<void> => {
      for (let presses = 0; presses < 20; presses += 1)
        await page.keyboard.press(presses % 2 === 0 ? 'Alt+ArrowUp' : 'Alt+ArrowDown')
      await page.keyboard.press('Alt+ArrowUp')
    }
    await Promise.all([steps(), newGroup(other, 'Basket B')])
    await expect.poll(stored).toEqual(['Basket A: ', 'Basket B: ', '6758 7203'])
    for (const each of [page, other]) {
      await expect(each.getByRole('button', { name: /^Basket B/ })).toBeVisible()
      await expect(each.locator('.watchlist-section .desk-card-choice b')).toHaveText(['6758.T', '7203.T'])
      await expect(each.getByText(trader.text('watchlist.failed'))).toHaveCount(0)
    }
  })
  await trader.leaves()
})

for (const language of languages) {
  test(`several rows are chosen, dragged together and removed, ${language}`, { tag: '@full' }, async ({
    browser,
  }) => {
    const who = { url: product.url, browser, email: emails[language], language }
    const { trader, stored } = await openDesk(await Trader.signsIn(who))
    const { page } = trader
    const name = (ric: string): Locator => rowOf(page, ric).locator('.desk-card-choice')
    await name('7203.T').click({ modifiers: ['ControlOrMeta'] })
    await name('8306.T').click({ modifiers: ['Shift'] })
    await expect(page.locator('.watchlist-section [aria-selected=true]')).toHaveCount(3)
    const toolbar = page.getByRole('toolbar', { name: trader.text('watchlist.chosen.count', { count: 3 }) })
    await expect(toolbar).toBeVisible()
    await drag(page, rowOf(page, '6758.T'), rowOf(page, '9984.T'), 0.8)
    await expect.poll(stored).toEqual(['9984 7203 6758 8306'])

    await page.keyboard.press('Escape')
    await name('9984.T').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(name('7203.T')).toBeFocused()
    await toolbarButton(page, trader.text('watchlist.chosen.move')).click()
    await page.getByRole('menuitem', { name: trader.text('watchlist.menu.new') }).click()
    await page.getByRole('textbox', { name: trader.text('watchlist.group.name') }).fill('Basket C')
    await page.keyboard.press('Enter')
    await expect.poll(stored).toEqual(['Basket C: 9984 7203', '6758 8306'])
    await toolbarButton(page, trader.text('watchlist.chosen.remove')).click()
    await expect.poll(stored).toEqual(['Basket C: ', '6758 8306'])
    await trader.leaves()
  })
}

const toolbarButton = (page: Page, name: string): Locator =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true })

async function centerOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error('not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Presses the mouse on an element, near its beginning. */
async function press(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox()
  if (!box) throw new Error('not on the screen')
  await page.mouse.move(box.x + 60, box.y + box.height / 2)
  await page.mouse.down()
}

/** Moves the mouse over an element, at a part of its height. */
async function moveOver(page: Page, element: Locator, part: number): Promise<void> {
  const box = await element.boundingBox()
  if (!box) throw new Error('not on the screen')
  await page.mouse.move(box.x + 80, box.y + box.height * part, { steps: 8 })
}

async function drag(page: Page, from: Locator, to: Locator, part = 0.5): Promise<void> {
  await from.waitFor()
  await press(page, from)
  await moveOver(page, to, part)
  await page.mouse.up()
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
