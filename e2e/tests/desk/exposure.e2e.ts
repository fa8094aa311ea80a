import { languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import { addedPassword, addTrader, runOperatorCommand } from '../../support/operator-cli.ts'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import {
  answerLocate,
  type ConnectedUser,
  generousRateLimits,
  sessionOf,
  signInContra,
  submitAdvert,
  tradableSecurities,
} from '../../support/trading-api.ts'

let contra: ConnectedUser

// Registered first, so that the contra leaves before the server stops.
test.afterEach(() => contra.leaves())
const product = serverForEachTest(generousRateLimits)
test.beforeEach(async () => {
  contra = await signInContra(product.url, 'birch')
  await addTrader(product, {
    email: 'head@alder.example',
    firstName: 'Aya',
    lastName: 'Ono',
    firm: 'Alder',
  })
  const granted = ['--desk-head', 'on', '--reason', 'agreed with the institution']
  await runOperatorCommand(product, 'user', 'change', 'head@alder.example', ...granted)
})

for (const language of languages)
  test(`a trader and the desk head see what a declined locate and an agreement have shown, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const who = { url: product.url, browser, language } as const
    const trader = await Trader.signsIn({ ...who, email: 'trader@alder.example' })
    const api = await sessionOf(trader.page, product.url)
    const securities = (await tradableSecurities(api)).slice(0, 2)
    for (const [i, security] of securities.entries()) {
      await submitAdvert(api, security, 'BUY')
      await submitAdvert(contra, security, 'SELL')
      await answerLocate(api, security, 'accept')
      await answerLocate(contra, security, i === 0 ? 'decline' : 'accept')
    }

    await test.step('the trader, by IOI, below the cost analysis', async () => {
      const { page } = trader
      await page.goto(`${product.url}/cost-analysis`)
      const table = page.getByRole('table', { name: trader.text('exposure.byAdvert') })
      await expect(table.locator('tbody tr')).toHaveCount(2)
      for (const { ric } of securities) await expect(table).toContainText(ric)
      const shares = async (row: number) =>
        (await table.locator('tbody tr').nth(row).locator('td').allTextContents()).slice(2, 5)
      const [declined, agreed] = [await shares(0), await shares(1)]
      expect(declined.slice(0, 1)).toEqual(['1'])
      expect(declined[2]).toBe('0')
      expect(agreed[1]).toBe(agreed[2])
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: trader.text('exposure.export') }).click()
      expect((await download).suggestedFilename()).toMatch(/^aitai-exposure-\d{4}-\d\d-\d\d\.csv$/)
    })
    await test.step('the desk head, by day', async () => {
      const head = await Trader.signsIn({ ...who, email: 'head@alder.example', password: addedPassword })
      await head.page.goto(`${product.url}/desk`)
      await head.page.getByRole('radio', { name: head.text('openInterest.by.exposure') }).click()
      const table = head.page.getByRole('table', { name: head.text('exposure.byDay') })
      await expect(table.locator('tbody tr')).toHaveCount(1)
      const cells = await table.locator('tbody td').allTextContents()
      expect([cells[0], cells[2]]).toEqual(['2', '1'])
      await expect(head.page.getByText(head.text('exposure.note.desk'))).toBeVisible()
      await head.leaves()
    })
    await trader.leaves()
  })
