import { readFile } from 'node:fs/promises'
import { type Download, expect, type Locator } from '@playwright/test'
import type { Trader } from './people.ts'

/** What the stories of bulk upload do and see alike. */

export const email = 'trader@alder.example'
export const header = 'RIC,Direction,shareQuantity'

export const csv = (name: string, text: string, mimeType = 'text/csv') => ({
  ...{ name, mimeType, buffer: Buffer.from(text, 'utf8') },
})

export const dialog = (trader: Trader): Locator => trader.page.getByRole('dialog')
export const boxes = (trader: Trader): Locator => dialog(trader).locator('tbody input[type=checkbox]')

export async function opensBulk(trader: Trader): Promise<void> {
  await trader.button('upload.action').click()
  await expect(dialog(trader)).toContainText(trader.text('upload.drop'))
}

export const browses = (trader: Trader, file: ReturnType<typeof csv>): Promise<void> =>
  trader.page.locator('input[type=file]').setInputFiles(file)

export const textOf = async (downloaded: Download): Promise<string> =>
  readFile(await downloaded.path(), 'utf8')

/** Presses the button that sends so many rows. */
export const uploads = (trader: Trader, count: number): Promise<void> =>
  trader.page.getByRole('button', { name: trader.text('upload.upload', { count }), exact: true }).click()
