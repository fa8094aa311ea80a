import { languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import { measuredPages } from '../../support/page-weight.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests()

/** Budgets of compressed JavaScript in bytes. A page with a form and a popup loads no grid. */
const most = { login: 175_000, forgot: 220_000, desk: 480_000, console: 404_000 } as const

for (const language of languages)
  test(`the login page is within its budget, and so are the desk and the console with everything that led to them, ${language}`, async ({
    browser,
  }) => {
    for (const page of ['login', 'forgot', 'desk', 'console'] as const) {
      const { script, files, consoleFiles } = await measuredPages[page]({
        url: product.url,
        browser,
        language,
      })
      test.info().annotations.push({ type: page, description: `${script} bytes in ${files} files` })

      // An empty page would be within the budget too.
      expect(script, page).toBeGreaterThan(most[page] / 2)
      expect(script, page).toBeLessThanOrEqual(most[page])
      // The console's code and texts are loaded by the console alone.
      expect(consoleFiles > 0, page).toBe(page === 'console')
    }
  })
