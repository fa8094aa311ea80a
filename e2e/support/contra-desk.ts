import type { Language } from '@aitai/messages/texts.ts'
import { type Browser, test } from '@playwright/test'
import { Trader } from './people.ts'
import { serverForEachTest } from './test-server.ts'
import {
  type ConnectedUser,
  generousRateLimits,
  sessionOf,
  signInContra,
  submitAdvert,
  tradableSecurity,
} from './trading-api.ts'

/** Starts a server before each test of the file, and signs a contra in at Birch. */
export function contraForEachTest() {
  let contra: ConnectedUser
  // Registered first, so that the contra leaves before the server stops.
  test.afterEach(() => contra.leaves())
  const product = serverForEachTest(generousRateLimits)
  test.beforeEach(async () => {
    contra = await signInContra(product.url, 'birch')
  })

  /** A trader at a desk with an advert for which the contra can be located at any time. */
  async function atDesk(browser: Browser, language: Language = 'En') {
    const trader = await Trader.signsIn({
      url: product.url,
      browser,
      email: 'trader@alder.example',
      language,
    })
    const session = await sessionOf(trader.page, product.url)
    const security = await tradableSecurity(session, '7203.T')
    await submitAdvert(session, security, 'BUY')
    await trader.sees('7203.T', 'advert.status.SENT')
    return { trader, session, contra, security, contraSells: () => submitAdvert(contra, security, 'SELL') }
  }
  return { product, atDesk }
}
