import type { TextKey } from '@aitai/messages/en.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { client, RealProvider } from '../../../server/test/accounts/sign-on/real-provider.ts'
import { expectAccessible } from '../../accessibility/checks.ts'
import { runTypedCommand } from '../../support/manual-transcripts.ts'
import { Person } from '../../support/people.ts'
import { type RunningServer, startServer } from '../../support/server.ts'
import { generousRateLimits } from '../../support/trading-api.ts'

const emails = {
  administrator: 'administrator@aitai.example',
  compliance: 'compliance@aitai.example',
  operations: 'operations@aitai.example',
  support: 'support@aitai.example',
} as const

class Staff extends Person {
  async goesTo(page: TextKey): Promise<void> {
    await this.page.getByRole('link', { name: this.text(page) }).click()
  }

  get details(): Locator {
    return this.page.getByRole('region', { name: this.text('operations.users.details') })
  }

  /** The request in the list of those that wait. */
  request(command: TextKey): Locator {
    const waiting = this.page.getByRole('region', { name: this.text('operations.approvals.waiting') })
    return waiting.getByRole('row').filter({ hasText: this.text(command) })
  }

  /** Reads the only request of its kind, and approves it. */
  async approves(command: TextKey, shows: readonly string[], state: 'DONE' | 'GRANTED'): Promise<void> {
    await this.goesTo('operations.page.approvals')
    const row = this.request(command)
    for (const each of shows) await expect(row).toContainText(each)
    await row
      .getByRole('button')
      .filter({ hasText: this.text('operations.approvals.approve') })
      .click()
    const dialog = this.page.getByRole('dialog')
    for (const each of shows) await expect(dialog).toContainText(each)
    await this.button('operations.approvals.do').click()
    const what = this.text(command)
    await expect(this.page.getByText(this.text(`operations.approvals.done.${state}`, { what }))).toBeVisible()
  }

  /** Confirms the open popup with a reason, and reads that it waits for a second person. */
  async requests(reason: string): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    const field = dialog.getByLabel(this.text('operations.halt.reason'), { exact: true })
    await field.fill(reason)
    await field.press('Enter')
    await expect(dialog).toHaveCount(0)
    const [before = ''] = this.text('operations.approvals.waits', { id: '\n' }).split('\n')
    const [, after = ''] = this.text('operations.approvals.waits', { id: '\n' }).split('\n')
    await expect(this.page.getByText(after.trim())).toContainText(before.trim())
  }
}

/** The command line of the administrator, under a typed name until there is a credential. */
class CommandLine {
  readonly #product: RunningServer
  credential: string | undefined

  constructor(product: RunningServer) {
    this.#product = product
  }

  async runs(typed: readonly string[], input = ''): Promise<{ code: number | null; both: string }> {
    const { dataDir } = this.#product
    const { credential } = this
    const words = ['npm', 'run', '-s', 'aitai', '--', ...typed]
    const surroundings = { dataDir, folder: dataDir, input }
    return await runTypedCommand(
      { words, shown: '' },
      credential === undefined ? surroundings : { ...surroundings, credential },
    )
  }

  /** Runs a command that succeeds, and returns what it prints. */
  async does(typed: readonly string[], input = ''): Promise<string> {
    const { code, both } = await this.runs(typed, input)
    if (code !== 0) throw new Error(`aitai ${typed.join(' ')}: ${both}`)
    return both
  }

  /** Runs a command that waits for a second person. */
  async requests(typed: readonly string[], input = ''): Promise<void> {
    const { code, both } = await this.runs(typed, input)
    expect(both).toMatch(/aitai approve \w+/)
    expect(code).not.toBe(0)
  }
}

for (const language of languages)
  test(`a day of an administrator, ${language}`, async ({ browser }) => {
    test.setTimeout(300_000)
    const product = await startServer({ ...generousRateLimits, ROBOTS: 'off' })
    const provider = await RealProvider.start({ publicUrl: product.url, url: product.url })
    try {
      const opens = async (email: string): Promise<Staff> =>
        new Staff(await Person.window({ url: product.url, browser, language, email }), language)
      const arrives = async (email: string): Promise<Staff> => {
        const person = await opens(email)
        await person.signsIn(email)
        await expect(person.page.locator('.today-state')).toBeVisible()
        return person
      }
      const martin = await arrives(emails.administrator)
      const keiko = await arrives(emails.compliance)
      const { page } = martin
      const commandLine = new CommandLine(product)
      const add = ['credential', 'add', '--staff', '--user', emails.administrator, '--note', 'laptop 7']
      const adds = [...add, '--reason', 'one for each operator']

      await test.step('issue a credential for the command line, with a second person', async () => {
        await commandLine.requests(adds)
        const shows = [emails.administrator, 'laptop 7', 'one for each operator']
        await keiko.approves('operations.approvals.command.credential add', shows, 'GRANTED')
        const printed = await commandLine.does(adds)
        commandLine.credential = printed.trim().split('\n').at(-1) ?? ''
        expect(commandLine.credential).toMatch(/^\S{20,}$/)
      })

      await test.step('a name that is only typed is enough no longer', async () => {
        const typed = await new CommandLine(product).runs(['staff', 'show'])
        expect(typed.code).not.toBe(0)
        expect(typed.both).toContain('A typed name is not enough here')
        expect(await commandLine.does(['credential', 'list'])).toContain(emails.administrator)
      })

      await test.step('require a passkey of staff, from the next sign-in', async () => {
        await commandLine.does([
          ...['staff', 'change', '--required-factor', 'passkey'],
          ...['--reason', 'the policy on access of staff'],
        ])
        const naomi = await opens(emails.operations)
        await naomi.signsIn(emails.operations)
        const title = naomi.text('auth.firstPasskeyTitle')
        await expect(naomi.page.getByRole('heading', { name: title })).toBeVisible()
        await naomi.leaves()
      })

      await test.step('require none again, which waits for compliance', async () => {
        await commandLine.requests([
          ...['staff', 'change', '--required-factor', 'any'],
          ...['--reason', 'the keys are delivered next week'],
        ])
        await martin.goesTo('operations.page.approvals')
        const own = martin.request('operations.approvals.command.staff change')
        await expect(own).toContainText(martin.text('operations.approvals.own'))
        await expect(own.getByRole('button')).toHaveCount(1)
        const [now, then] = (['passkey', 'any'] as const).map((factor) =>
          martin.text(`operations.approvals.factor.${factor}`),
        )
        const shows = [`${now} → ${then}`, 'the keys are delivered next week']
        await keiko.approves('operations.approvals.command.staff change', shows, 'DONE')
        await expect(own).toHaveCount(0)
        await expectAccessible(martin, 'operations-administrator-approvals')
      })

      await test.step("set an institution's provider, at which its traders then sign in", async () => {
        const set = [
          ...['sign-on', 'set', '--firm', 'Alder', '--issuer', provider.issuer],
          ...['--client-id', client.clientId, '--domains', 'alder.example'],
          ...['--reason', 'asked by its head of security'],
        ]
        await commandLine.requests(set, client.clientSecret)
        const shows = ['Alder', provider.issuer, 'alder.example']
        await keiko.approves('operations.approvals.command.sign-on set', shows, 'GRANTED')
        await expect(keiko.page.getByText(client.clientSecret)).toHaveCount(0)
        await commandLine.does(set, client.clientSecret)
        const emma = await opens('trader@alder.example')
        await emma.page.getByLabel(emma.text('auth.email')).fill('trader@alder.example')
        await emma.page.keyboard.press('Tab')
        await emma.button('auth.provider').click()
        await expect(emma.page).toHaveURL(new RegExp(`^${provider.issuer}`))
        await emma.leaves()
      })

      await test.step('grant a role, which counts once compliance has approved it', async () => {
        await martin.goesTo('operations.page.users')
        await page.getByLabel(martin.text('operations.users.search'), { exact: true }).fill(emails.support)
        await expect(page.getByRole('rowheader')).toHaveCount(1)
        await page.getByRole('rowheader').getByRole('button').press('Enter')
        const grant = martin.text('operations.grant.operations')
        await martin.button('operations.users.grant.named', { grant }).click()
        await expectAccessible(martin, 'operations-grant-question')
        await martin.requests('Covers for Naomi in December')
        const revoke = martin.button('operations.users.revoke.named', { grant })
        await expect(revoke).toHaveCount(0)
        const shows = [emails.support, grant, 'Covers for Naomi in December']
        await keiko.approves('operations.approvals.command.user grant', shows, 'DONE')
        await expect(revoke).toBeVisible()
        await expectAccessible(martin, 'operations-grants')
      })

      await test.step('approve a weaker venue setting, which holds from the day that is shown', async () => {
        const daniel = await arrives(emails.support)
        await daniel.page.goto(`${product.url}/operations/reference?part=venue`)
        const name = daniel.text('operations.setting.openLocatesPerTrader')
        await daniel.button('operations.venue.changeNamed', { name }).click()
        const dialog = daniel.page.getByRole('dialog')
        await dialog.getByLabel(daniel.text('operations.venue.newValue'), { exact: true }).fill('7')
        const day = dialog.getByLabel(daniel.text('operations.venue.day'), { exact: true })
        const [year, month, date] = (await day.inputValue()).split('-').map(Number)
        const shownDay = new Intl.DateTimeFormat(language === 'Jp' ? 'ja-JP' : 'en-GB', {
          dateStyle: 'long',
          timeZone: 'UTC',
        }).format(Date.UTC(year ?? 0, (month ?? 0) - 1, date))
        await daniel.requests('Asked by the largest institutions')
        const schedule = daniel.page.getByRole('region', { name: daniel.text('operations.venue.scheduled') })
        await expect(schedule).toContainText(daniel.text('operations.venue.nothingScheduled'))
        await martin.approves('operations.approvals.command.venue set', [name, '→ 7', shownDay], 'DONE')
        await expect(schedule).toContainText(shownDay)
        await expect(schedule).toContainText('→ 7')
        await martin.goesTo('operations.page.reference')
        await page.getByRole('tab', { name: martin.text('operations.reference.venue') }).click()
        await expect(page.getByText(martin.text('operations.reference.onlyOperations'))).toBeVisible()
        await expect(
          page.getByRole('region', { name: martin.text('operations.venue.scheduled') }),
        ).toContainText(shownDay)
        await daniel.leaves()
      })

      await test.step('revoke the credential, with which nothing can be done afterwards', async () => {
        const list = await commandLine.does(['credential', 'list', '--json'])
        const [{ id }] = JSON.parse(list.slice(0, list.lastIndexOf(']') + 1))
        await commandLine.does(['credential', 'revoke', id, '--reason', 'the laptop was replaced', '--yes'])
        const refused = await commandLine.runs(['staff', 'show'])
        expect(refused.code).not.toBe(0)
        expect(refused.both).toContain('Your credential is not valid')
      })
    } finally {
      await provider.stop()
      await product.stop()
    }
  })
