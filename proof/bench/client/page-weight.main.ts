import { chromium } from '@playwright/test'
import { installedBrowser } from '../../../e2e/support/browser.ts'
import { measuredPages } from '../../../e2e/support/page-weight.ts'
import { startServer } from '../../../e2e/support/server.ts'

/**
 * `node weight.main.ts`: the size of each page of the built client in real Chromium with an empty cache, as
 * JSON, in KB (1,000 bytes) compressed.
 */
const { url, stop } = await startServer()
const executablePath = installedBrowser()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})
const inKb = (bytes: number): number => Math.round(bytes / 100) / 10
try {
  const rows: object[] = []
  for (const language of ['En', 'Jp'] as const)
    for (const [page, open] of Object.entries(measuredPages)) {
      const { script, style, font, files } = await open({ url, browser, language })
      const sizes = { script: inKb(script), style: inKb(style), font: inKb(font) }
      rows.push({ page: `${page} ${language}`, ...sizes, files })
    }
  console.log(JSON.stringify(rows))
} finally {
  await browser.close()
  await stop()
}
