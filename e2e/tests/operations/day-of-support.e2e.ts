import type { TextKey } from '@aitai/messages/en.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { approveAsAdministrator } from '../../../server/test/support/console/demo-administrator.ts'
import { expectAccessible } from '../../accessibility/checks.ts'
import { temporaryPasswordIn, waitForMessage } from '../../support/outbox-messages.ts'
import { Person, Trader } from '../../support/people.ts'
import { startServer } from '../../support/server.ts'
import { generousRateLimits } from '../../support/trading-api.ts'

const own = 'seven-herons-over-the-moat'
const added = { email: 'mika@alder.example', firstName: 'Mika', lastName: 'Sato' }

class Support extends Person {
  get details(): Locator {
    return this.page.getByRole('region', { name: this.text('operations.users.details') })
  }

  async goesTo(page: TextKey): Promise<void> {
    await this.page.getByRole('link', { name: this.text(page), exact: true }).click()
  }

  /** Searches for an address and opens the only user that is found, by keyboard. */
  async opens(email: string): Promise<void> {
    const { page } = this
    const search = page.getByLabel(this.text('operations.users.search'), { exact: true })
    await search.fill(email)
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    const name = page.getByRole('rowheader').getByRole('button')
    await name.focus()
    await page.keyboard.press('Enter')
    await expect(this.details).toContainText(email)
    await expect(this.details).toContainText(this.text('operations.users.lastSignIn'))
  }

  /** Asks for an action, reads what it does, and confirms it with a reason, by keyboard. */
  async does(action: TextKey, means: TextKey, reason: string): Promise<void> {
    const { page } = this
    await this.button(action).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(this.text(means))
    const field = dialog.getByLabel(this.text('operations.halt.reason'), { exact: true })
    await field.fill(reason)
    await field.press('Enter')
    await expect(dialog).toHaveCount(0)
  }

  async seesStatus(key: TextKey, values: Record<string, string | number> = {}): Promise<void> {
    await expect(this.details.getByRole('status')).toHaveText(this.text(key, values))
  }
}

for (const language of languages)
  test(`a day of support, ${language}`, async ({ browser }) => {
    test.setTimeout(240_000)
    const product = await startServer({ ...generousRateLimits, ROBOTS: 'off' })
    try {
      const who = { url: product.url, browser, language } as const
      const daniel = new Support(await Person.window({ ...who, email: 'support@aitai.example' }), language)
      const { page } = daniel

      await test.step('sign in: ratings are not in the menu', async () => {
        await daniel.signsIn('support@aitai.example')
        await expect(page.getByRole('link', { name: daniel.text('operations.page.users') })).toBeVisible()
        await expect(page.getByRole('link', { name: daniel.text('operations.page.ratings') })).toHaveCount(0)
      })

      await test.step('invite a trader, who signs in with the mail and sets a password', async () => {
        await daniel.goesTo('operations.page.users')
        await daniel.button('operations.users.add').click()
        const dialog = page.getByRole('dialog')
        await expectAccessible(daniel, 'operations-new-user')
        await dialog.getByLabel(daniel.text('operations.halt.firm'), { exact: true }).selectOption('Alder')
        const fields = [
          ['operations.users.firstName', added.firstName],
          ['operations.users.lastName', added.lastName],
          ['operations.users.email', added.email],
          ['operations.halt.reason', 'Joined the desk, its head of trading wrote'],
        ] as const
        for (const [label, value] of fields)
          await dialog.getByLabel(daniel.text(label), { exact: true }).fill(value)
        await daniel.button('operations.users.add.do').click()
        await daniel.seesStatus('operations.users.done.added', { name: 'Mika Sato' })
        await expect(daniel.details).toContainText(daniel.text('operations.users.state.invited'))

        await daniel.goesTo('operations.page.outbox')
        await expect(page.getByRole('rowheader', { name: added.email })).toBeVisible()
        await expectAccessible(daniel, 'operations-outbox')
        const temporary = temporaryPasswordIn(await waitForMessage(product, added.email))
        await expect(page.getByText(temporary)).toHaveCount(0)
        const mika = new Person(await Person.window({ ...who, email: added.email }), language)
        await mika.setsFirstPassword({
          email: added.email,
          temporary,
          own,
          name: language === 'Jp' ? 'Sato' : 'Mika',
        })
        await mika.leaves()
      })

      await test.step('a trader who is locked out: unlock, and reset the password', async () => {
        await daniel.goesTo('operations.page.users')
        await daniel.opens(added.email)
        await expect(daniel.details).toContainText(daniel.text('operations.users.state.active'))
        await expectAccessible(daniel, 'operations-user')
        await daniel.does(
          'operations.users.unlock',
          'operations.users.unlock.means',
          'Called from the desk number',
        )
        await daniel.seesStatus('operations.users.done.unlocked', { name: 'Mika Sato' })
        await daniel.does(
          'operations.users.reset',
          'operations.users.reset.means',
          'Forgot the password, called back',
        )
        await expect(daniel.details).toContainText(daniel.text('operations.users.state.invited'))
        await waitForMessage(product, added.email, 2)
      })

      await test.step('name a desk head, and end the session of a trader, whose window says so', async () => {
        const emma = await Trader.signsIn({ ...who, email: 'trader@alder.example' })
        await daniel.opens('trader@alder.example')
        await daniel.does(
          'operations.users.makeDeskHead',
          'operations.users.deskHead.means',
          'Asked by the head of trading',
        )
        const waits = daniel.details.getByRole('status')
        await expect(waits).toContainText(/[2-9A-Z]{8}/)
        const [id = ''] = /[2-9A-Z]{8}/.exec(await waits.innerText()) ?? []
        await expect(waits).toHaveText(daniel.text('operations.approvals.waits', { id }))
        await approveAsAdministrator(product.url, id)
        await expect(daniel.details).toContainText(daniel.text('operations.users.deskHead'))
        await daniel.does(
          'operations.users.signOut',
          'operations.users.pauses',
          'A laptop was left in a train',
        )
        await daniel.seesStatus('operations.users.done.signedOut', { count: 1 })
        await expect(emma.page).not.toHaveURL(/adverts-home/)
        await expect(emma.page.getByText(emma.text('connection.live'), { exact: true })).toHaveCount(0)
        await expect(daniel.details).toContainText(daniel.text('operations.users.sessions.none'))
        await emma.leaves()
      })

      await test.step('disable who has left, who cannot sign in, and enable again', async () => {
        await daniel.opens('trader@cypress.example')
        await daniel.does(
          'operations.users.disable',
          'operations.users.disable.means',
          'Has left the institution',
        )
        await expect(daniel.details).toContainText(daniel.text('operations.users.state.disabled'))
        const kenji = new Person(await Person.window({ ...who, email: 'trader@cypress.example' }), language)
        await kenji.signsIn('trader@cypress.example')
        await expect(kenji.page.getByText(kenji.text('ACCESS_DENIED'))).toBeVisible()
        await daniel.does('operations.users.enable', 'operations.users.enable.means', 'It was somebody else')
        await kenji.leaves()
        await Trader.signsIn({ ...who, email: 'trader@cypress.example' }).then((back) => back.leaves())
      })

      await test.step('staff and institutions are for others', async () => {
        await daniel.opens('operations@aitai.example')
        await expect(daniel.details).toContainText(daniel.text('operations.users.onlyAdministrator'))
        await expect(daniel.details.getByRole('button')).toHaveCount(0)
        await daniel.goesTo('operations.page.institutions')
        await page.getByRole('button', { name: 'Alder', exact: true }).click()
        await expect(page.getByText(daniel.text('operations.institutions.onlyOperations'))).toBeVisible()
        await expect(daniel.button('operations.firms.change')).toHaveCount(0)
        await expectAccessible(daniel, 'operations-institutions')
        await page.goto(`${product.url}/operations/ratings`)
        await expect(page).toHaveURL(/\/operations$/)
      })
    } finally {
      await product.stop()
    }
  })
