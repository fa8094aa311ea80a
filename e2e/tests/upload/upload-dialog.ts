import { readFile } from 'node:fs/promises'
import { type Download, expect, type Locator } from '@playwright/test'
import type { Trader } from '../../support/people.ts'

/** Steps that the tests of bulk upload share. */

export const traderEmail = 'trader@alder.example'
export const csvHeader = 'RIC,Direction,shareQuantity'

export const csvFile = (name: string, text: string, mimeType = 'text/csv') => ({
  name,
  mimeType,
  buffer: Buffer.from(text, 'utf8'),
})

export const uploadDialog = (trader: Trader): Locator => trader.page.getByRole('dialog')
export const rowCheckboxes = (trader: Trader): Locator =>
  uploadDialog(trader).locator('tbody input[type=checkbox]')

export async function openUploadDialog(trader: Trader): Promise<void> {
  await trader.button('upload.action').click()
  await expect(uploadDialog(trader)).toContainText(trader.text('upload.drop'))
}

export const chooseFile = (trader: Trader, file: ReturnType<typeof csvFile>): Promise<void> =>
  trader.page.locator('input[type=file]').setInputFiles(file)

export const downloadedText = async (downloaded: Download): Promise<string> =>
  readFile(await downloaded.path(), 'utf8')

/** Presses the button that sends this many rows, after typing the total of those with an unusual size. */
export async function pressUpload(trader: Trader, count: number): Promise<void> {
  const warned = uploadDialog(trader)
    .locator('tbody tr')
    .filter({ has: trader.page.locator('.size-warning') })
  const quantities = await warned.locator('.upload-number:nth-of-type(4)').allTextContents()
  const total = quantities.reduce((sum, shown) => sum + Number(shown.replaceAll(',', '')), 0)
  if (total > 0) await uploadDialog(trader).locator('.retyped input').fill(String(total))
  await trader.page
    .getByRole('button', { name: trader.text('upload.upload', { count }), exact: true })
    .click()
}
