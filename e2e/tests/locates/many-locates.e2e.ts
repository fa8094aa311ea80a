import { type ApiSession, callApi } from '@aitai/contract/api-client.ts'
import { listLocateNotifications } from '@aitai/contract/routes/locates.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { meet, nextDayWithoutLimits, securitiesToMeetIn } from '../../support/many-locates.ts'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import {
  answerLocate,
  type ConnectedUser,
  generousRateLimits,
  type LocateAnswer,
  sessionOf,
  signInContra,
} from '../../support/trading-api.ts'

const product = serverForEachTest(generousRateLimits)
const many = 30

/** Answers everything in these securities that is still open, on both sides; every third contra declines. */
async function settle(
  trader: ApiSession,
  contra: ConnectedUser,
  equities: readonly Equity[],
  answered: number,
) {
  const answers = (i: number): LocateAnswer => (i % 3 === 2 ? 'decline' : 'accept')
  await Promise.all([
    ...equities.slice(answered).map((equity) => answerLocate(trader, equity, 'accept')),
    ...equities.map((equity, i) => answerLocate(contra, equity, answers(i))),
  ])
}

const rows = ({ popup }: Trader): Locator => popup.getByRole('option')
const ended = ({ popup }: Trader): Locator => popup.locator('[role=option][data-phase=outcome]')

for (const language of languages)
  test(`thirty open locates and sixty outcomes are one list in one popup, and few keys, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    test.setTimeout(240_000)
    const clock = await nextDayWithoutLimits(product, many)
    const { url } = product
    const contra = await signInContra(url, 'birch')
    const trader = await Trader.signsIn({ url, browser, email: 'trader@alder.example', language, clock })
    const { page, popup } = trader
    const session = await sessionOf(page, url)
    const equities = await securitiesToMeetIn(session, 2 * many)
    const [first, second] = [equities.slice(0, many), equities.slice(many)]
    let keys = 0
    const press = async (key: string): Promise<void> => {
      keys += 1
      await page.keyboard.press(key)
    }
    const byKey = 5

    await test.step('thirty locates, and two keys for each answer', async () => {
      await meet(session, contra, first)
      await expect(rows(trader)).toHaveCount(many)
      await expect(popup).toContainText(trader.text('locate.list.open', { count: many }))
      for (let i = 0; i < byKey; i += 1) {
        await press('F8')
        await expect(popup.locator('.locate-accept')).toHaveAttribute('aria-disabled', 'false')
        await press('a')
        await expect(rows(trader).nth(i)).toContainText(trader.text('locate.waiting.accepted'))
      }
      expect(keys).toBe(2 * byKey)
    })

    await test.step('an outcome takes the place of its question in the list, with broker and password', async () => {
      const answered = await callApi(session, listLocateNotifications)
      const done = new Set(answered.filter(({ answer }) => answer !== null).map((each) => each.securityId))
      const order = [...first].sort((a, b) => Number(done.has(b.equityId)) - Number(done.has(a.equityId)))
      await settle(session, contra, order, byKey)
      await expect(ended(trader)).toHaveCount(many)
      await expect(popup).toHaveCount(1)
      await expect(rows(trader)).toHaveCount(many)
      await expect(ended(trader).locator('code')).toHaveText(Array(20).fill(/^[2-9A-Z]{8}$/))
    })

    await test.step('thirty more are open beside thirty outcomes, and end as sixty', async () => {
      await meet(session, contra, second)
      await expect(rows(trader)).toHaveCount(2 * many)
      await expect(popup).toContainText(trader.text('locate.list.outcomes', { count: many }))
      await settle(session, contra, second, 0)
      await expect(ended(trader)).toHaveCount(2 * many)
      await expect(popup).toHaveCount(1)
    })

    await test.step('three keys close all of them', async () => {
      await page.locator('main').focus()
      // An outcome that has just arrived is not closed: the button counts those that it closes.
      await expect(trader.button('locate.closeAll', { count: 2 * many })).toBeVisible()
      keys = 0
      await press('F8')
      await press('Tab')
      await press('Enter')
      await trader.seesNoPopup()
      expect(keys).toBe(3)
    })
    await contra.leaves()
  })
