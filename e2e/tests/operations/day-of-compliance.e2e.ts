import { readFile } from 'node:fs/promises'
import { callApi } from '@aitai/contract/api-client.ts'
import { operationsApprovals } from '@aitai/contract/routes/console/approvals.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import {
  approveAsAdministrator,
  signInAdministrator,
} from '../../../server/test/support/console/demo-administrator.ts'
import { expectAccessible } from '../../accessibility/checks.ts'
import { runOperatorCommand } from '../../support/operator-cli.ts'
import { Person, Trader } from '../../support/people.ts'
import { startServer } from '../../support/server.ts'
import { generousRateLimits } from '../../support/trading-api.ts'

const email = 'compliance@aitai.example'

class Compliance extends Person {
  async opens(page: 'audit' | 'reference' | 'surveillance' | 'policyReports'): Promise<void> {
    await this.page.getByRole('link', { name: this.text(`operations.page.${page}`), exact: true }).click()
  }

  field(key: Parameters<Person['text']>[0]) {
    return this.page.getByLabel(this.text(key), { exact: true })
  }
}

/** The administrator of the demonstration, as the second person. */
async function approvesEverything(url: string): Promise<void> {
  const { open } = await callApi(await signInAdministrator(url), operationsApprovals)
  expect(open).toHaveLength(1)
  for (const { id } of open) await approveAsAdministrator(url, id)
}

for (const language of languages)
  test(`a day of compliance, ${language}`, async ({ browser }) => {
    test.setTimeout(180_000)
    const product = await startServer({ ...generousRateLimits, ROBOTS: 'off' })
    try {
      const who = { url: product.url, browser, language } as const
      const trader = await Trader.signsIn({ ...who, email: 'trader@alder.example' })
      const advert = { ric: '7203.T', quantity: 10_000 }
      await trader.advertises('BUY', advert.ric, advert.quantity)
      const disable = ['--reason', 'left the desk', '--yes']
      await runOperatorCommand(product, 'user', 'disable', 'trader@birch.example', ...disable)
      const sora = new Compliance(await Person.window({ ...who, email }), language)
      const { page } = sora

      await test.step('sign in; the pages of compliance are in the menu', async () => {
        await sora.signsIn(email)
        await expect(page).toHaveURL(/\/operations$/)
        const menu = page.getByRole('navigation', { name: sora.text('operations.pages') })
        await expect(menu).toContainText(sora.text('operations.page.audit'))
        await expect(menu).toContainText(sora.text('operations.page.surveillance'))
      })

      await test.step('find who disabled the user, by keyboard; the IOI is not there', async () => {
        await sora.opens('audit')
        await expect(page.getByText(sora.text('operations.audit.start'))).toBeVisible()
        await sora.field('operations.audit.action').first().selectOption('userDisabled')
        await sora.field('operations.audit.subject').first().fill('trader@birch.example')
        await page.keyboard.press('Enter')
        const row = page.getByRole('row').filter({ hasText: 'left the desk' })
        await expect(row).toContainText(sora.text('operations.action.userDisabled'))
        await row.getByRole('button').press('Enter')
        await expect(page.locator('.audit-details')).toContainText(/[0-9a-f]{64}/)
        await expectAccessible(sora, 'operations-audit-found')
        await expect(page.getByRole('table')).not.toContainText(advert.ric)
      })

      await test.step('the search itself is in the audit trail', async () => {
        await sora.field('operations.audit.action').first().selectOption('auditSearched')
        await sora.field('operations.audit.subject').first().fill('')
        await sora.button('operations.audit.do').click()
        await expect(
          page.getByRole('row').filter({ hasText: sora.text('operations.action.auditSearched') }),
        ).toHaveCount(1)
      })

      await test.step('verify both chains', async () => {
        await sora.button('operations.audit.verify.do').click()
        await expect(page.getByText(sora.text('operations.audit.verified'))).toBeVisible()
        await expectAccessible(sora, 'operations-audit-verified')
      })

      await test.step('export the records, which a second person has to approve first', async () => {
        await sora.button('operations.audit.export.next').click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(sora.text('operations.halt.reason'), { exact: true }).fill('Inspection 114')
        await page.keyboard.press('Enter')
        const fetches = sora.button('operations.audit.export.fetch')
        await expect(fetches).toBeVisible()
        await expectAccessible(sora, 'operations-export-waits')
        await fetches.click()
        await expect(page.getByText(sora.text('operations.audit.export.done'))).toHaveCount(0)
        await approvesEverything(product.url)
        const [file] = await Promise.all([page.waitForEvent('download'), fetches.click()])
        expect(file.suggestedFilename()).toMatch(/^aitai-audit-.*\.csv$/)
        const text = await readFile(await file.path(), 'utf8')
        expect(text.startsWith('\uFEFFkind,seq')).toBe(true)
        // The journal is in the export, and only there.
        expect(text).toContain('advertSubmitted')
        await expect(fetches).toHaveCount(0)
      })

      await test.step('look at surveillance, for a reason that the journal has', async () => {
        await sora.opens('surveillance')
        await expect(sora.button('operations.surveillance.do')).toHaveAttribute('aria-disabled', 'true')
        await sora.field('operations.halt.reason').fill('The alert of this morning')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('rowheader', { name: 'Alder', exact: true })).toBeVisible()
        await expect(page.getByText(sora.text('operations.surveillance.noProbing'))).toBeVisible()
        await expectAccessible(sora, 'operations-surveillance')
        await sora.button('operations.surveillance.close').click()
        await expect(page.getByRole('rowheader')).toHaveCount(0)
      })

      await test.step('look at reference data, and change none', async () => {
        await sora.opens('reference')
        await expect(page.getByText(sora.text('operations.reference.onlyOperations'))).toBeVisible()
        for (const part of ['holidays', 'hours', 'venue'] as const) {
          await page.getByRole('tab', { name: sora.text(`operations.reference.${part}`) }).click()
          await expect(page.getByRole('table').first()).toBeVisible()
          await expect(page.getByText(sora.text('operations.reference.onlyOperations'))).toBeVisible()
          await expectAccessible(sora, `operations-reference-${part}`)
        }
      })

      await test.step('see what a browser has reported', async () => {
        await sora.opens('policyReports')
        await expect(page.getByText(sora.text('operations.policy.none'))).toBeVisible()
        const report = {
          'effective-directive': 'script-src-elem',
          'blocked-uri': 'inline',
          'document-uri': `${product.url}/reset-password?resetToken=secret`,
        }
        const sent = await fetch(`${product.url}/policy-reports`, {
          method: 'POST',
          headers: { 'content-type': 'application/csp-report' },
          body: JSON.stringify({ 'csp-report': report }),
        })
        expect(sent.status).toBe(204)
        await expect(page.getByRole('rowheader', { name: 'script-src' })).toBeVisible({ timeout: 15_000 })
        await expect(page.getByRole('table')).toContainText('/reset-password')
        await expect(page.getByRole('table')).not.toContainText('secret')
        await expectAccessible(sora, 'operations-policy-reports')
      })
    } finally {
      await product.stop()
    }
  })

for (const language of languages)
  test(`an evening of operations with new reference data, ${language}`, async ({ browser }) => {
    test.setTimeout(180_000)
    const product = await startServer({ ...generousRateLimits, ROBOTS: 'off' })
    try {
      const staff = 'operations@aitai.example'
      const who = { url: product.url, browser, language, email: staff } as const
      const naomi = new Compliance(await Person.window(who), language)
      const { page } = naomi
      const reason = 'The list of the exchange of today'
      const shipped = await readFile(new URL('../../../server/data/equities.csv', import.meta.url), 'utf8')
      await naomi.signsIn(staff)
      await naomi.opens('reference')
      const chooses = (text: string) =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name: 'equities.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

      await test.step('a file with wrong lines is refused, with the lines', async () => {
        await chooses('ric,name\n7203.T,Toyota\n')
        await expect(page.getByText(naomi.text('EQUITIES_INVALID'))).toBeVisible()
        await expectAccessible(naomi, 'operations-equities-refused')
      })

      await test.step('a file is compared, and imported with a reason', async () => {
        await chooses(shipped.replace('2905.5', '2950'))
        const preview = page.locator('.file-preview')
        await expect(preview).toContainText('7203.T')
        await expect(preview).toContainText('2,905.5 → 2,950')
        await expectAccessible(naomi, 'operations-equities-preview')
        await naomi.button('operations.file.next').click()
        await page
          .getByRole('dialog')
          .getByLabel(naomi.text('operations.halt.reason'), { exact: true })
          .fill(reason)
        await page.keyboard.press('Enter')
        await expect(page.getByText(naomi.text('operations.file.done'))).toBeVisible()
        await expect(page.getByText(reason)).toBeVisible()
      })

      await test.step('what looks like a mistake has to be confirmed', async () => {
        await chooses(shipped.split('\n').slice(0, 200).join('\n'))
        await expect(
          page.getByRole('heading', { name: naomi.text('operations.file.concerns') }),
        ).toBeVisible()
        await expect(naomi.button('operations.file.next')).toHaveAttribute('aria-disabled', 'true')
        await page.getByText(naomi.text('operations.file.meant')).click()
        await expect(naomi.button('operations.file.next')).not.toHaveAttribute('aria-disabled', 'true')
        await naomi.button('operations.file.discard').click()
        await expect(page.locator('.file-preview')).toHaveCount(0)
      })

      await test.step('hours are typed in Tokyo time, compared and changed', async () => {
        await page.getByRole('tab', { name: naomi.text('operations.reference.hours') }).click()
        const platform = page.getByLabel(naomi.text('operations.hours.platform'), { exact: true })
        await platform.fill('7:30-19:30')
        await platform.press('Enter')
        await expect(page.locator('.file-preview')).toContainText('07:30–19:30')
        await naomi.button('operations.hours.next').click()
        await page
          .getByRole('dialog')
          .getByLabel(naomi.text('operations.halt.reason'), { exact: true })
          .fill(reason)
        await naomi.button('operations.hours.do').click()
        await expect(page.getByText(naomi.text('operations.hours.done'))).toBeVisible()
        await expect(page.getByRole('cell', { name: '07:30–19:30' }).first()).toBeVisible()
      })

      await test.step('a venue setting is scheduled and cancelled', async () => {
        await page.getByRole('tab', { name: naomi.text('operations.reference.venue') }).click()
        const name = naomi.text('operations.setting.ratedEvents')
        await naomi.button('operations.venue.changeNamed', { name }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(naomi.text('operations.venue.newValue'), { exact: true }).fill('30')
        await dialog.getByLabel(naomi.text('operations.halt.reason'), { exact: true }).fill(reason)
        await expectAccessible(naomi, 'operations-venue-change')
        await naomi.button('operations.venue.do').click()
        await expect(dialog).toHaveCount(0)
        const schedule = page.getByRole('region', { name: naomi.text('operations.venue.scheduled') })
        await expect(schedule).toContainText('→ 30')
        await schedule.getByRole('button').click()
        await dialog.getByLabel(naomi.text('operations.halt.reason'), { exact: true }).fill(reason)
        await naomi.button('operations.venue.cancel').last().click()
        await expect(schedule).toContainText(naomi.text('operations.venue.nothingScheduled'))
      })
    } finally {
      await product.stop()
    }
  })
