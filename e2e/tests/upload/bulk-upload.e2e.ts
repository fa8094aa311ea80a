import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import {
  chooseFile,
  csvFile,
  csvHeader,
  downloadedText,
  openUploadDialog,
  pressUpload,
  rowCheckboxes,
  traderEmail,
  uploadDialog,
} from './upload-dialog.ts'

const product = serverForEachTest()

const mixed = csvFile(
  'morning.csv',
  [
    csvHeader,
    '7203.T,BUY,"40,000"',
    '６７５８．Ｔ,SELL,20000',
    '9999.X,BUY,1000',
    '8306.T,BUY,100',
    '9984.T,HOLD,5000',
    '',
  ].join('\r\n'),
)

for (const language of languages) {
  // spec: 2.trader.9, 2.trader.16
  test(`a file is checked, confirmed row by row, sent one by one, and its result downloaded, ${language}`, {
    tag: language === 'Jp' ? [] : '@full',
  }, async ({ browser }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email: traderEmail, language })
    await openUploadDialog(trader)
    await chooseFile(trader, mixed)

    const rows = uploadDialog(trader).locator('tbody tr')
    await expect(rows).toHaveCount(8)
    await expect(uploadDialog(trader)).toContainText(trader.text('upload.summary.bad', { count: 3 }))
    await expect(rowCheckboxes(trader)).toHaveCount(2)
    for (const box of await rowCheckboxes(trader).all()) await expect(box).toBeChecked()
    await expect(rows.nth(3)).toContainText(`▲${trader.text('common.BUY')}`)
    await expect(rows.nth(3)).toContainText('40,000')
    await expect(rows.nth(3)).toContainText(language === 'Jp' ? /\d+\.\d+億/ : /\d+\.\dm/)
    await expect(rows.nth(4)).toContainText(`▼${trader.text('common.SELL')}`)
    const unknown = { line: 4, ric: '9999.X', reason: trader.text('ERR-002') }
    await expect(rows.nth(0)).toContainText(trader.text('upload.row.at', unknown))
    await expect(rows.nth(1)).toContainText('8306.T')
    await expect(rows.nth(1)).not.toContainText('{')
    const hold = trader.text('ERR-001', { header: 'direction', value: 'HOLD' })
    await expect(rows.nth(2)).toContainText(
      trader.text('upload.row.at', { line: 6, ric: '9984.T', reason: hold }),
    )

    await rowCheckboxes(trader).nth(1).uncheck()
    await expect(uploadDialog(trader).getByRole('checkbox').first()).not.toBeChecked()
    await uploadDialog(trader).getByRole('checkbox').first().check()
    await rowCheckboxes(trader).nth(1).uncheck()
    await pressUpload(trader, 1)
    await expect(uploadDialog(trader)).toContainText(trader.text('upload.done.sent', { count: 1 }))

    const downloading = trader.page.waitForEvent('download')
    await trader.button('upload.done.download').click()
    const result = await downloadedText(await downloading)
    expect(result.startsWith('\ufeff')).toBe(true)
    const lines = result.split('\r\n')
    expect(lines).toHaveLength(7)
    expect(lines[1]).toBe(`2,7203.T,BUY,40000,${trader.text('upload.result.sent')},`)
    expect(lines[2]).toContain(trader.text('upload.result.notChosen'))
    expect(lines[3]).toContain(trader.text('ERR-002'))

    await trader.button('common.close').click()
    await trader.sees('7203.T', 'advert.status.SENT')
    await expect(trader.row('6758.T')).toHaveCount(0)
  })

  // spec: 2.trader.15, 2.trader.17, 5.bulk.2
  test(`a file that is not CSV is refused with the text of the specification, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email: traderEmail, language })
    await openUploadDialog(trader)
    await chooseFile(trader, csvFile('iois.xlsx', 'x', 'application/vnd.ms-excel'))
    await expect(uploadDialog(trader)).toContainText(trader.text('upload.invalid.body'))
    await trader.button('common.ok').click()
    await chooseFile(trader, csvFile('iois.csv', 'x', 'application/pdf'))
    await expect(uploadDialog(trader)).toContainText(trader.text('upload.invalid.body'))
    await trader.page.keyboard.press('Escape')

    await chooseFile(trader, csvFile('iois.csv', `${csvHeader}\n"7203.T,BUY,1000\n`))
    await expect(uploadDialog(trader).getByRole('alert')).toHaveText(trader.text('FILE_QUOTE', { line: 2 }))
    await trader.button('upload.cancel').click()
    await expect(uploadDialog(trader)).toBeHidden()
  })

  // spec: 2.trader.15
  test(`the template can be downloaded, dropped again and sent, ${language}`, { tag: '@full' }, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email: traderEmail, language })
    await openUploadDialog(trader)
    const downloading = trader.page.waitForEvent('download')
    await trader.button('upload.template').click()
    const downloaded = await downloading
    const name = downloaded.suggestedFilename()
    expect(name).toBe(trader.text('upload.template.file'))
    const text = await downloadedText(downloaded)
    expect(text.startsWith('\ufeffric,direction,shareQuantity,')).toBe(true)

    const file = `new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'text/csv' })`
    const dropped = await trader.page.evaluateHandle(
      `(() => { const carried = new DataTransfer(); carried.items.add(${file}); return carried })()`,
    )
    await trader.page.locator('.upload-drop').dispatchEvent('dragover', { dataTransfer: dropped })
    await expect(trader.page.locator('.upload-drop')).toHaveAttribute('data-over', 'true')
    // Outside the drop zone, where the browser would otherwise open the file.
    await trader.page.locator('header').first().dispatchEvent('drop', { dataTransfer: dropped })
    await expect(rowCheckboxes(trader)).toHaveCount(2)
    await expect(uploadDialog(trader)).toContainText(trader.text('upload.summary.file', { source: name }))
    await trader.button('upload.cancel').click()

    await openUploadDialog(trader)
    const two = await trader.page.evaluateHandle(
      `(() => { const c = new DataTransfer(); c.items.add(${file}); c.items.add(${file}); return c })()`,
    )
    await trader.page.locator('.upload-drop').dispatchEvent('drop', { dataTransfer: two })
    await expect(uploadDialog(trader).getByRole('alert')).toHaveText(
      trader.text('upload.oneFile', { count: 2 }),
    )
  })

  test(`rows copied from Excel are pasted, checked and sent without a mouse, ${language}`, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email: traderEmail, language })
    await trader.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = 'ric\tdirection\tshareQuantity\r\n7203.T\t買い\t４００００\r\n6758.T\tSELL\t20,000\r\n'
    await trader.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(copied)})`)
    await trader.button('upload.action').focus()
    await trader.page.keyboard.press('Enter')
    await expect(trader.button('upload.browse')).toBeFocused()
    await trader.page.keyboard.press('Control+v')
    await expect(rowCheckboxes(trader)).toHaveCount(2)
    const upload = trader.page.getByRole('button', {
      name: trader.text('upload.upload', { count: 2 }),
      exact: true,
    })
    await expect(async () => {
      await trader.page.keyboard.press('Tab')
      await expect(upload).toBeFocused({ timeout: 50 })
    }).toPass()
    await trader.page.keyboard.press('Enter')
    await expect(uploadDialog(trader)).toContainText(trader.text('upload.done.sent', { count: 2 }))
    await trader.page.keyboard.press('Escape')
    await trader.sees('6758.T', 'advert.status.SENT')
  })

  test(`a row replaces the own draft, and a refused row is edited in the editor, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email: traderEmail, language })
    await trader.drafts('BUY', '7203.T', 30_000)
    await openUploadDialog(trader)
    await chooseFile(trader, csvFile('two.csv', `${csvHeader}\n7203.T,SELL,50000\n6758.T,SELL,20000\n`))
    await expect(uploadDialog(trader).getByText(trader.text('upload.summary.draft'))).toHaveCount(1)
    // An operator halts one of the two while the trader reads the list.
    halts('6758.T')
    await pressUpload(trader, 2)
    await expect(uploadDialog(trader)).toContainText(trader.text('upload.done.sent', { count: 1 }))
    await expect(uploadDialog(trader)).toContainText(trader.text('upload.done.refused', { count: 1 }))
    await expect(uploadDialog(trader)).toContainText(trader.text('SECURITY-HALTED'))
    await trader.page
      .getByRole('button', { name: trader.text('upload.done.fixOf', { ric: '6758.T' }) })
      .click()

    await expect(trader.row('7203.T')).toHaveCount(1)
    await expect(trader.row('7203.T')).toContainText('50,000')
    await trader.sees('7203.T', 'advert.status.SENT')
    await trader.sees('6758.T', 'advert.status.UNSENT')
    await expect(trader.page.getByLabel(trader.text('advert.quantity'), { exact: true })).toHaveValue(
      '20,000',
    )
    await expect(trader.page.getByRole('radio', { name: trader.text('common.SELL') })).toBeChecked()
  })
}

/** Runs an operator's command. */
function halts(ric: string): void {
  execFileSync(process.execPath, ['cli/aitai.mjs', 'security', 'halt', ric, '--yes', '--reason', 'test'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, DATA_DIR: product.dataDir },
    stdio: 'ignore',
  })
}
