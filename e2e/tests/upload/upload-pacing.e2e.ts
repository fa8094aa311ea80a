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

/** Uploads a file that is larger than the first burst, and reads the progress. */
async function beginsLongFile(trader: Trader): Promise<number> {
  const rics = await trader.page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('userToken')}` }
    const answer = await fetch('/api/equity/get-equities', { headers })
    return ((await answer.json()) as { ric: string }[]).map(({ ric }) => ric)
  })
  const count = 12
  const rows = rics.slice(0, count).map((ric) => `${ric},BUY,50000`)
  await openUploadDialog(trader)
  await chooseFile(trader, csvFile('long.csv', [csvHeader, ...rows].join('\n')))
  await expect(rowCheckboxes(trader)).toHaveCount(count)
  await pressUpload(trader, count)
  // Ten calls are sent at once; each row takes two.
  await expect(uploadDialog(trader).locator('.upload-progress')).toHaveText(/^[5-9] of 12$/)
  return count
}

async function sendsTheRest(trader: Trader, count: number): Promise<void> {
  const rest = trader.page.getByRole('button', { name: /^Upload remaining \(\d+\)$/ })
  await rest.click()
  await expect(uploadDialog(trader)).toContainText(trader.text('upload.done.sent', { count }), {
    timeout: 60_000,
  })
}

/** How often each security is in the trader's list, from the server. */
const listed = (trader: Trader): Promise<string[]> =>
  trader.page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('userToken')}` }
    const answer = await fetch('/api/advert/advert-list', { headers })
    const all = (await answer.json()) as { securityId: string; advertisementStatus: string }[]
    return all.map((each) => `${each.securityId} ${each.advertisementStatus === 'UNSENT'}`)
  })

test('a long file shows its progress, keeps within the rate limit, stops between rows, and continues later', {
  tag: '@full',
}, async ({ browser }) => {
  const trader = await Trader.signsIn({ url: product.url, browser, email: traderEmail, language: 'En' })
  const statuses: number[] = []
  trader.page.on('response', (answer) => void statuses.push(answer.status()))
  const count = await beginsLongFile(trader)
  await trader.button('upload.sending.stop').click()

  const downloading = trader.page.waitForEvent('download')
  await trader.button('upload.done.download').click()
  const lines = (await downloadedText(await downloading)).trim().split('\r\n').slice(1)
  const sent = lines.filter((line) => line.includes(`,${trader.text('upload.result.sent')},`))
  const unsent = lines.filter((line) => line.includes(`,${trader.text('upload.result.notSent')},`))
  expect(sent.length + unsent.length).toBe(count)
  expect(unsent.length).toBeGreaterThan(0)
  expect(await listed(trader)).toHaveLength(sent.length)

  await sendsTheRest(trader, count)
  const all = await listed(trader)
  expect(new Set(all).size).toBe(count)
  expect(all.every((each) => each.endsWith('false'))).toBe(true)
  expect(statuses).not.toContain(429)
})

test('after a network failure the unsent rows are marked, and only those are sent again', async ({
  browser,
}) => {
  const trader = await Trader.signsIn({ url: product.url, browser, email: traderEmail, language: 'En' })
  const count = await beginsLongFile(trader)
  await trader.page.context().setOffline(true)
  await expect(uploadDialog(trader)).toContainText(trader.text('upload.result.unsure'))
  await expect(uploadDialog(trader)).toContainText(trader.text('upload.result.notSent'))
  await trader.page.context().setOffline(false)
  await sendsTheRest(trader, count)
  expect(await listed(trader)).toHaveLength(count)
})

test('a 429 reply is respected: the upload waits as long as it says', { tag: '@full' }, async ({
  browser,
}) => {
  await product.restart({ CHANGES_PER_SECOND: '1' })
  const trader = await Trader.signsIn({ url: product.url, browser, email: traderEmail, language: 'En' })
  await openUploadDialog(trader)
  const rows = ['7203.T', '6758.T', '8306.T'].map((ric) => `${ric},BUY,50000`)
  await chooseFile(trader, csvFile('three.csv', [csvHeader, ...rows].join('\n')))
  await pressUpload(trader, 3)
  await expect(uploadDialog(trader).locator('.upload-waiting')).toHaveText(
    trader.text('upload.sending.waiting'),
  )
  await expect(uploadDialog(trader)).toContainText(trader.text('upload.done.sent', { count: 3 }))
})
