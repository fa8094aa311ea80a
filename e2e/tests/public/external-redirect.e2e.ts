import { languages } from '@aitai/messages/texts.ts'
import { type BrowserContext, expect, test } from '@playwright/test'
import { Person, Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

/** The owner's external about pages: the only foreign content here. */
const pages = { En: 'https://venue.example/about', Jp: 'https://venue.example/ja/about' } as const

const product = serverForAllTests({
  ABOUT_URL_EN: pages.En,
  ABOUT_URL_JP: pages.Jp,
  LOGIN_REDIRECT: 'on',
})

const theirs = (window: BrowserContext) =>
  window.route('https://venue.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The venue</title>' }),
  )

// spec: 2.routes.2, 2.routes.3, 2.header.3
for (const language of languages)
  test(`an owner's about page is shown first, by language, and users can still sign in, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const email = 'trader@alder.example'
    const page = await Person.window({ url: product.url, browser, email, language, prepare: theirs })
    await test.step('the login page and the about page lead there', async () => {
      await expect(page).toHaveURL(pages[language])
      await page.goto(`${product.url}/about-us`)
      await expect(page).toHaveURL(pages[language])
    })
    await test.step('who wants to sign in can, and the header leads there, too', async () => {
      const trader = new Trader(page, language)
      await page.goto(`${product.url}/?sign-in`)
      await trader.signsIn(email)
      await trader.isAtDesk()
      const about = page.context().waitForEvent('page')
      await page
        .getByRole('banner')
        .getByRole('link', { name: trader.text('about.link') })
        .click()
      await expect(await about).toHaveURL(pages[language])
    })
    await page.context().close()
  })
