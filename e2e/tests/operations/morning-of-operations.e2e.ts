import { languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../../accessibility/checks.ts'
import { runOperatorCommand } from '../../support/operator-cli.ts'
import { Person, Trader } from '../../support/people.ts'
import { startServer } from '../../support/server.ts'
import { generousRateLimits } from '../../support/trading-api.ts'

const email = 'operations@aitai.example'
const secondEmail = 'administrator@aitai.example'

class Operations extends Person {
  /** Waits for what was just halted or resumed. */
  async seesText(shown: string): Promise<void> {
    await expect(this.page.getByText(shown, { exact: true })).toBeVisible()
  }

  /** Chooses what to halt, gives a reason and confirms, by keyboard only from the reason on. */
  async halts(kind: 'PLATFORM' | 'FIRM' | 'SECURITY', name: string, reason: string): Promise<void> {
    const { page } = this
    await page
      .getByRole('radio', { name: this.text(`operations.halt.${kind}`), exact: true })
      .check({ force: true })
    if (kind === 'FIRM') await page.getByRole('combobox').selectOption(name)
    if (kind === 'SECURITY')
      await page.getByLabel(this.text('operations.halt.ric'), { exact: true }).fill(name)
    const field = page.getByLabel(this.text('operations.halt.reason'), { exact: true })
    await field.fill(reason)
    const review = this.button('operations.halt.next')
    await expect(review).not.toHaveAttribute('aria-disabled', 'true')
    await field.press('Enter')
    await expect(page.getByRole('dialog')).toContainText(reason)
    // The focus is on Cancel, so that a second Enter halts nothing.
    await expect(this.button('operations.cancel')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(this.button(`operations.halt.do.${kind}`)).toBeFocused()
    await page.keyboard.press('Enter')
  }

  async resumes(kind: 'PLATFORM' | 'FIRM' | 'SECURITY', name: string, reason: string): Promise<void> {
    const { page } = this
    const label =
      kind === 'PLATFORM'
        ? this.text('operations.resume.platform')
        : this.text('operations.resume.named', { name })
    await page.getByRole('button', { name: label, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button').last()).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel(this.text('operations.halt.reason'), { exact: true }).fill(reason)
    await this.button(`operations.resume.do.${kind}`).click()
    await expect(dialog).toHaveCount(0)
  }
}

for (const language of languages)
  test(`a morning of operations, ${language}`, async ({ browser }) => {
    test.setTimeout(180_000)
    const product = await startServer({ ...generousRateLimits, ROBOTS: 'off' })
    try {
      const who = { url: product.url, browser, language } as const
      const trader = await Trader.signsIn({ ...who, email: 'trader@alder.example' })
      const naomi = new Operations(await Person.window({ ...who, email }), language)
      const { page } = naomi

      await test.step('sign in, and see the state of the day', async () => {
        await naomi.signsIn(email)
        await expect(page).toHaveURL(/\/operations$/)
        await expect(
          page.getByRole('heading', { name: naomi.text('operations.state.matching') }),
        ).toBeVisible()
        const sessions = page.getByRole('region', { name: naomi.text('operations.sessions') })
        await expect(sessions).toContainText(`${naomi.text('operations.sessions.TRADER')}1`)
        await expect(page.locator('.check').first()).toContainText('docs/operations/')
        await expectAccessible(naomi, 'operations-today')
      })

      await test.step('halt a security after a look at its name; the trader cannot send in it', async () => {
        await page.getByRole('link', { name: naomi.text('operations.page.halts'), exact: true }).click()
        await expect(page.getByText(naomi.text('operations.halts.none'))).toBeVisible()
        await expectAccessible(naomi, 'operations-halts')
        await page.getByLabel(naomi.text('operations.halt.ric'), { exact: true }).fill('0000.T')
        await expect(page.getByText(naomi.text('operations.halt.ric.unknown'))).toBeVisible()
        await naomi.halts('SECURITY', '7203.T', 'Special quote, asked by the exchange')
        await expect(page.getByRole('rowheader', { name: '7203.T' })).toBeVisible()
        await expect(page.getByRole('cell', { name: 'Naomi Fujita', exact: true })).toBeVisible()
        await expectAccessible(naomi, 'operations-halted')
      })

      await test.step('halt an institution, and see it on the page of today', async () => {
        await naomi.halts('FIRM', 'Birch', 'A mistaken list, its desk asked for it')
        await naomi.seesText(naomi.text('operations.done.halted', { name: 'Birch' }))
        await page.getByRole('link', { name: naomi.text('operations.page.today'), exact: true }).click()
        await page.getByRole('link', { name: naomi.text('operations.halts.count', { count: 2 }) }).click()
        await expect(page.getByRole('rowheader')).toHaveCount(2)
      })

      await test.step('end both, and close and open the platform', async () => {
        await naomi.resumes('SECURITY', '7203.T', 'Normal quotes again')
        await naomi.resumes('FIRM', 'Birch', 'The list is corrected')
        await naomi.halts('PLATFORM', '', 'A drill before the open')
        await page.goto(`${product.url}/operations`)
        await expect(page.getByRole('heading', { name: naomi.text('operations.state.halted') })).toBeVisible()
        await expectAccessible(naomi, 'operations-closed')
        await page.goto(`${product.url}/operations/halts`)
        await expect(page.getByRole('rowheader')).toHaveCount(1)
        await expectAccessible(naomi, 'operations-halts-closed')
        await naomi.resumes('PLATFORM', '', 'The drill is over')
        await expect(page.locator('.console-done')).not.toBeEmpty()
        await expect(page.getByRole('rowheader')).toHaveCount(1)
      })

      await test.step('a second person opens it, by keyboard', async () => {
        const martin = new Operations(await Person.window({ ...who, email: secondEmail }), language)
        await martin.signsIn(secondEmail)
        const what = martin.text('operations.approvals.command.platform open')
        await martin.page.getByRole('link', { name: martin.text('operations.page.approvals') }).click()
        await expect(martin.page.getByRole('rowheader', { name: what })).toBeVisible()
        await expectAccessible(martin, 'operations-approvals')
        const approve = martin.page.getByRole('button', { name: martin.text('operations.approvals.approve') })
        await approve.focus()
        await martin.page.keyboard.press('a')
        await expect(martin.page.getByRole('dialog')).toContainText('The drill is over')
        await expectAccessible(martin, 'operations-approval-question')
        await martin.button('operations.approvals.do').click()
        await martin.seesText(martin.text('operations.approvals.done.DONE', { what }))
        await expectAccessible(martin, 'operations-approved')
        await martin.page.context().close()
        await expect(page.getByText(naomi.text('operations.halts.none'))).toBeVisible()
        await trader.advertises('BUY', '7203.T', 10_000)
      })

      await test.step('a revoked grant ends the page of the running session', async () => {
        const change = ['--grant', 'operations', '--reason', 'moved to another desk']
        await runOperatorCommand(product, 'user', 'revoke', email, ...change)
        await expect(page.getByText(naomi.text('operations.forbidden'))).toBeVisible()
        await page.reload()
        await expect(page.getByText(naomi.text('auth.staffTitle'))).toBeVisible()
      })
    } finally {
      await product.stop()
    }
  })
