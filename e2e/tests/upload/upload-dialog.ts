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

/** Presses the button that sends this many rows. */
export const pressUpload = (trader: Trader, count: number): Promise<void> =>
  trader.page.getByRole('button', { name: trader.text('upload.upload', { count }), exact: true }).click()
