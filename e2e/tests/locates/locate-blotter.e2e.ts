import { languages } from '@aitai/messages/texts.ts'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoLayoutFaults } from '../../accessibility/checks.ts'
import { meet, nextDayWithoutLimits, securitiesToMeetIn } from '../../support/many-locates.ts'
import { type Theme, Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import { answerLocate, generousRateLimits, sessionOf, signInContra } from '../../support/trading-api.ts'

const product = serverForEachTest(generousRateLimits)
const many = 20
const oneByOne = 5
const themes: readonly Theme[] = ['light', 'dark']
/** How many are open while a table is looked at, and how many tables are: in each window, in each theme. */
const few = 3
const looks = 2 * themes.length

for (const language of languages)
  test(`twenty locates are answered in a window of their own, by keys alone, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    test.setTimeout(240_000)
    const clock = await nextDayWithoutLimits(product, many)
    const { url } = product
    const contra = await signInContra(url, 'birch')
    const trader = await Trader.signsIn({ url, browser, email: 'trader@alder.example', language, clock })
    const { page, popup } = trader
    const session = await sessionOf(page, url)
    const all = await securitiesToMeetIn(session, many + few * looks)
    const [equities, more] = [all.slice(0, many), [...all.slice(many)]]
    const opens = page.waitForEvent('popup')
    await meet(session, contra, equities)
    await expect(popup.getByRole('option')).toHaveCount(many)
    await trader.page.locator('.locate-table').click()
    const blotter = await opens
    const rows = blotter.locator('.blotter-table tbody tr')
    const open = blotter.locator('.blotter-table tr[data-phase=question]')

    await test.step('one by one: F8, then A', async () => {
      await expect(rows).toHaveCount(many)
      await expect(blotter.locator('.locate-popup')).toHaveCount(0)
      for (let i = 0; i < oneByOne; i += 1) {
        await blotter.keyboard.press('F8')
        await expect(open.first().locator('.blotter-accept kbd')).toBeVisible()
        await blotter.keyboard.press('a')
        await expect(open).toHaveCount(many - 1 - i)
      }
    })

    await test.step('three chosen ones with one key, and the rest with another', async () => {
      const focused = blotter.locator('tr[aria-current]')
      await expect(focused).toHaveAttribute('data-phase', 'question')
      for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown']) await blotter.keyboard.press(key)
      await expect(blotter.locator('tr[aria-selected=true]')).toHaveCount(3)
      await blotter.keyboard.press('d')
      await expect(open).toHaveCount(many - oneByOne - 3)
      await blotter.keyboard.press('Control+a')
      await blotter.keyboard.press('a')
      await expect(open).toHaveCount(0)
    })

    await test.step('the desk shows the same answers, and neither window asks again', async () => {
      await expect(popup.locator('[role=option][data-phase=question]')).toHaveCount(0)
      await Promise.all(equities.map((equity) => answerLocate(contra, equity, 'accept')))
      await expect(rows.filter({ has: blotter.locator('code') })).toHaveCount(many - 3)
      await expect(popup.locator('[role=option][data-phase=outcome]')).toHaveCount(many)
      const { accepts, declines } = await answersOf(blotter)
      expect([accepts, declines]).toEqual([many - 3, 3])
    })

    // Checked last and with few, because a locate is open for 30 seconds only.
    await test.step('open locates beside outcomes are accessible and fit a small window, in both themes', async () => {
      await page.getByRole('link', { name: trader.text('blotter.title'), exact: true }).click()
      for (const table of [blotter, page]) {
        await table.setViewportSize({ width: 1280, height: 800 })
        for (const theme of themes) {
          await table.emulateMedia({ colorScheme: theme })
          await expect(table.locator('html')).toHaveAttribute('data-mode', theme)
          await meet(session, contra, more.splice(0, few))
          const questions = table.locator('.blotter-table tr[data-phase=question]')
          const name = `${table === page ? 'the page' : 'the window'} of the table, ${theme}`
          await expect(questions).not.toHaveCount(0)
          await expectAccessible({ page: table }, name)
          await expectNoLayoutFaults({ page: table }, name)
          await expect(questions).not.toHaveCount(0)
        }
      }
    })
    await contra.leaves()
  })

/** How many rows ended as agreed and as declined by the trader. */
async function answersOf(blotter: Page): Promise<{ readonly accepts: number; readonly declines: number }> {
  const ended = (outcome: string): Promise<number> =>
    blotter.locator(`.blotter-table tr[data-outcome=${outcome}]`).count()
  return { accepts: await ended('ACCEPTED'), declines: await ended('DECLINED') }
}
