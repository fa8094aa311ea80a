import { readFile } from 'node:fs/promises'
import { languages } from '@aitai/messages/texts.ts'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { encode } from 'uqr'
import { BrokerUser, Person, Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'

const product = serverForEachTest()

const ric = '7203.T'

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations).toEqual([])
}

/** Downloads the receipt in the open popup, and compares its QR code with the address that it should have. */
async function downloaded(person: Person): Promise<string> {
  const { page } = person
  const popup = page.getByRole('dialog')
  const started = page.waitForEvent('download')
  await popup.getByRole('button', { name: person.text('receipt.download') }).click()
  const receipt = await readFile(await (await started).path(), 'utf8')
  const { installation } = JSON.parse(receipt) as { installation: string }
  const address = `${installation}/verify-receipt#${Buffer.from(receipt).toString('base64url')}`
  const { data } = encode(address, { ecc: 'L', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  await expect(popup.locator('.qr-code path')).toHaveAttribute('d', dark.join(''))
  return receipt
}

/** The receipt with one byte of each member changed: the last one of its value. */
function changedMembers(receipt: string): (readonly [member: string, changed: string])[] {
  return Object.entries(JSON.parse(receipt) as Record<string, string | number>).map(([member, value]) => {
    const written = `${JSON.stringify(member)}:${JSON.stringify(value)}`
    const at = receipt.indexOf(written) + written.length - (typeof value === 'number' ? 1 : 2)
    const other = String.fromCharCode(receipt.charCodeAt(at) ^ 1)
    return [member, receipt.slice(0, at) + other + receipt.slice(at + 1)]
  })
}

for (const language of languages)
  test(`a trader and the broker get a receipt, and it is verified without sign-in, server and network, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    test.setTimeout(180_000)
    const { url } = product
    const buyer = await Trader.signsIn({ url, browser, email: 'trader@alder.example', language })
    const seller = await Trader.signsIn({ url, browser, email: 'trader@birch.example', language })
    await buyer.advertises('BUY', ric, 40_000)
    await seller.advertises('SELL', ric, 30_000)
    for (const trader of [buyer, seller]) await trader.answers('a')
    const { broker: name, password } = await buyer.handedTo()
    for (const trader of [buyer, seller]) await trader.readsOutcome()

    const receipt = await test.step('the trader opens it beside the completed IOI', async () => {
      await buyer.page
        .locator('.desk-editor .handover')
        .getByRole('button', { name: buyer.text('agreement.receipt') })
        .click()
      await expect(buyer.page.getByRole('dialog')).toContainText('30,000')
      await expectAccessible(buyer.page)
      const text = await downloaded(buyer)
      for (const secret of [password, 'Birch']) expect(text).not.toContain(secret)
      return text
    })

    await test.step('its printed page has the facts and the code, and nothing of the desk', async () => {
      await buyer.page.emulateMedia({ media: 'print' })
      await expect(buyer.page.locator('.printed-receipt .qr-code')).toBeVisible()
      await expect(buyer.page.locator('.printed-receipt')).toContainText('30,000')
      await expect(buyer.page.locator('.desk-editor')).toBeHidden()
      await buyer.page.emulateMedia({ media: 'screen' })
    })

    await test.step('the broker opens it from the table', async () => {
      const email = `broker@${name.split(' ')[0]?.toLowerCase()}.example`
      const broker = await BrokerUser.signsIn({ url, browser, email, language })
      await broker.readsMatch()
      await broker.page.getByRole('button', { name: broker.text('agreement.receipt'), exact: true }).click()
      await expect(broker.page.getByRole('dialog')).toContainText('Alder')
      const text = await downloaded(broker)
      expect(JSON.parse(text)).toMatchObject({
        view: 'BROKER',
        buyInstitution: 'Alder',
        sellInstitution: 'Birch',
      })
      expect(text).not.toContain(password)
    })

    const { keys } = (await (await fetch(`${url}/api/evidence`)).json()) as {
      keys: { keyId: string; publicKey: string }[]
    }
    const key = keys[0]?.publicKey ?? ''
    const guest = new Person(
      await Person.window({ url, browser, email: 'nobody@example.com', language }),
      language,
    )
    const { page } = guest
    const field = page.getByLabel(guest.text('receipt.text'), { exact: true })
    const valid = page.getByText(guest.text('receipt.valid', { keyId: keys[0]?.keyId ?? '' }))

    await test.step('with the key of the user alone, although the server shows none', async () => {
      await page.route('**/api/evidence', (route) => route.abort())
      await page.goto(`${url}/verify-receipt?again#${Buffer.from(receipt).toString('base64url')}`)
      await expect(page.getByText(guest.text('receipt.fault.NO_KEY'))).toBeVisible()
      const keyField = page.getByLabel(guest.text('receipt.publicKey'))
      await keyField.fill(key.slice(1))
      await expect(page.getByText(guest.text('receipt.keyInvalid'))).toBeVisible()
      await keyField.fill(key.startsWith('A') ? `B${key.slice(1)}` : `A${key.slice(1)}`)
      await expect(page.getByText(guest.text('receipt.fault.UNKNOWN_KEY'))).toBeVisible()
      await keyField.fill(key)
      await expect(valid).toBeVisible()
      await expect(page.getByText(guest.text('receipt.validGiven'))).toBeVisible()
    })

    await test.step('the page verifies without server and network: pasted, from a file, and by the address of the code', async () => {
      await page.unroute('**/api/evidence')
      await page.goto(`${url}/verify-receipt`)
      await expect(page.getByText(keys[0]?.keyId ?? '')).toBeVisible()
      await product.halt()
      await page.context().setOffline(true)
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      await field.fill(receipt)
      await expect(valid).toBeVisible()
      await expect(page.locator('.receipt-facts')).toContainText('30,000')
      await expectAccessible(page)
      for (const [member, changed] of changedMembers(receipt)) {
        await field.fill(changed)
        await expect(page.getByRole('alert'), member).toBeVisible()
        await expect(valid, member).toBeHidden()
        await field.fill(receipt)
        await expect(valid, member).toBeVisible()
      }
      await field.fill(receipt.replace('30000', '30001'))
      await expect(page.getByText(guest.text('receipt.fault.SIGNATURE'))).toBeVisible()
      await expect(valid).toBeHidden()
      const file = { name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(receipt) }
      await page.locator('input[type=file]').setInputFiles(file)
      await expect(valid).toBeVisible()
      await field.fill('')
      const fragment = Buffer.from(receipt).toString('base64url')
      await page.evaluate((hash) => location.assign(`#${hash}`), fragment)
      await expect(valid).toBeVisible()
      await page.evaluate((hash) => location.assign(`#${hash}`), fragment.replace(/.$/, '~'))
      await expect(page.getByText(guest.text('receipt.fault.UNREADABLE'))).toBeVisible()
      // A font of characters that are shown for the first time; without it the system's font shows them.
      expect(requests.filter((url) => !url.endsWith('.woff2'))).toEqual([])
    })
  })
