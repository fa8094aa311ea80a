import { type Language, languages } from '@aitai/messages/texts.ts'
import { type Browser, expect, type Locator, test } from '@playwright/test'
import { runOperatorCommand } from '../../support/operator-cli.ts'
import { Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

/** In addition to the five of the demonstration: nine in all. */
const more = ['Azusa', 'Keyaki', 'Sakaki', 'Yanagi'] as const
const emails = { En: 'trader@alder.example', Jp: 'trader@birch.example' } as const

const product = serverForAllTests()
test.beforeAll(async () => {
  await Promise.all(
    more.map(async (name) => {
      const short = name.slice(0, 3).toUpperCase()
      await runOperatorCommand(product, 'broker', 'add', short, '--name', `${name} Securities`)
      for (const firm of ['Alder', 'Birch'])
        await runOperatorCommand(product, 'broker', 'assign', short, '--firm', firm)
    }),
  )
})

const place = (trader: Trader, rank: number): Locator =>
  trader.page.getByRole('combobox', { name: trader.text('advert.panel.position', { rank }), exact: true })
const ranked = (trader: Trader, rank: number): Locator =>
  trader.page.getByRole('combobox', { name: trader.text('advert.path.rank', { rank }), exact: true })
const chosen = async (positions: Locator): Promise<string> =>
  (await positions.locator('option:checked').textContent()) ?? ''
const offered = ({ page }: Trader): Locator => page.locator('.path-add').getByRole('button')
const positions = ({ page }: Trader): Locator => page.locator('.path-position')
const nameOn = async (button: Locator): Promise<string> =>
  ((await button.textContent()) ?? '').replace('+ ', '')

/** The number of brokers in each row, from the top. */
async function rowsOf(all: Locator): Promise<number[]> {
  const tops = await all.evaluateAll((each) => each.map((one) => one.getBoundingClientRect().top))
  return [...new Set(tops)].sort((a, b) => a - b).map((top) => tops.filter((each) => each === top).length)
}

const counts = (trader: Trader, count: number): Promise<void> =>
  expect(trader.page.getByText(trader.text('advert.path.count', { count, max: 4 }))).toBeVisible()

async function opensPath(browser: Browser, language: Language): Promise<Trader> {
  const viewport = { width: 1280, height: 800 }
  const trader = await Trader.signsIn({
    url: product.url,
    browser,
    email: emails[language],
    language,
    viewport,
  })
  await trader.drafts('BUY', '7203.T', 40_000)
  await trader.page.getByRole('button', { name: trader.text('advert.panel.pathPreferences') }).click()
  await counts(trader, 4)
  return trader
}

for (const language of languages) {
  // spec: 9.21
  test(`of nine brokers four make a path, the others are in rows of four, ${language}`, async ({
    browser,
  }) => {
    const trader = await opensPath(browser, language)
    await test.step('five are left over: a row of four and one in the second', async () => {
      expect(await rowsOf(positions(trader))).toEqual([4])
      expect(await rowsOf(offered(trader))).toEqual([4, 1])
    })
    await test.step('a fifth is not added, and the button says why', () => isFull(trader))
    await test.step('choosing one that stands elsewhere swaps the two', () => swaps(trader))
    // spec: 5.editor.21
    await test.step('dragged to another place, two brokers swap; dragged from below, one comes in', () =>
      drags(trader))
    await test.step('none removes, until all nine are offered in three rows', () => empties(trader))
    // spec: 5.editor.22
    await test.step('the keys put four in the path again, ranked only on request', () => fills(trader))
    await trader.leaves()
  })
}

async function isFull(trader: Trader): Promise<void> {
  const fifth = offered(trader).first()
  await expect(fifth).toHaveAttribute('aria-disabled', 'true')
  await expect(fifth).toHaveAccessibleDescription(trader.text('advert.path.full', { max: 4 }))
  await fifth.focus()
  await trader.page.keyboard.press('Enter')
  await counts(trader, 4)
  await expect(offered(trader)).toHaveCount(5)
}

async function swaps(trader: Trader): Promise<void> {
  const [first, third] = [await chosen(place(trader, 1)), await chosen(place(trader, 3))]
  await place(trader, 1).selectOption({ label: third })
  await expect.poll(() => chosen(place(trader, 3))).toBe(first)
  expect(await chosen(place(trader, 1))).toBe(third)
}

async function drags(trader: Trader): Promise<void> {
  const all = positions(trader)
  const [second, fourth] = [await chosen(place(trader, 2)), await chosen(place(trader, 4))]
  await all.nth(1).locator('.path-grip').dragTo(all.nth(3))
  await expect.poll(() => chosen(place(trader, 4))).toBe(second)
  expect(await chosen(place(trader, 2))).toBe(fourth)

  const ninth = offered(trader).last()
  const name = await nameOn(ninth)
  await ninth.dragTo(all.nth(0))
  await expect.poll(() => chosen(place(trader, 1))).toBe(name)
  await expect(offered(trader).filter({ hasText: name })).toHaveCount(0)
  await counts(trader, 4)
}

async function empties(trader: Trader): Promise<void> {
  for (let left = 3; left >= 0; left -= 1) {
    await place(trader, 1).selectOption({ label: trader.text('advert.panel.none') })
    await counts(trader, left)
  }
  expect(await rowsOf(offered(trader))).toEqual([4, 4, 1])
  await expect(place(trader, 2)).toBeDisabled()
  await expect(place(trader, 2)).toHaveAccessibleDescription(trader.text('advert.path.earlier'))
  await expect(trader.page.getByText(trader.text('advert.path.empty'))).toBeVisible()
}

async function fills(trader: Trader): Promise<void> {
  const { page } = trader
  const wanted: string[] = []
  for (let count = 1; count <= 4; count += 1) {
    const next = offered(trader).last()
    wanted.push(await nameOn(next))
    await next.focus()
    await page.keyboard.press('Enter')
    await counts(trader, count)
  }
  await expect(ranked(trader, 1)).toHaveCount(0)
  await page.getByRole('switch', { name: trader.text('advert.path.ranked') }).focus()
  await page.keyboard.press('Space')
  for (const [index, name] of wanted.entries()) expect(await chosen(ranked(trader, index + 1))).toBe(name)
  const [first = '', second = ''] = wanted
  const down = page.getByRole('button', { name: trader.text('advert.path.down', { broker: first }) })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => chosen(ranked(trader, 2))).toBe(first)
  expect(await chosen(ranked(trader, 1))).toBe(second)
  await expect(down).toBeFocused()
}
