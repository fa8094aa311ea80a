import { expect, test } from '@playwright/test'
import { BrokerUser, Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests({ ROBOTS: 'on' })

test('one user alone, with the robots, reaches a confirmed agreement', { tag: '@full' }, async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const { url } = product
  const trader = await Trader.signsIn({ url, browser, email: 'trader@alder.example', language: 'Jp' })
  const securities = ['7203.T', '6758.T', '8306.T', '6501.T', '9984.T', '8035.T', '9432.T', '8058.T']
  for (const ric of securities) {
    await trader.advertises('BUY', ric, 20_000)
    await expect(trader.popup).toContainText(trader.text('locate.title'), { timeout: 90_000 })
    await trader.answers('a')
    await expect(trader.popup.locator('[data-outcome]')).toBeVisible({ timeout: 40_000 })
    // A robot sometimes declines; then try the next security.
    if (await trader.popup.locator('[data-outcome=ACCEPTED]').count()) break
    await trader.readsOutcome()
  }
  const { broker: brokerName, password } = await trader.handedTo()

  const email = `broker@${brokerName.split(' ')[0]?.toLowerCase()}.example`
  const broker = await BrokerUser.signsIn({ url, browser, email, language: 'En' })
  // In the popup of the match or, once the broker's robot has confirmed both sides by itself, in the row.
  await expect(broker.page.getByText(password).first()).toBeVisible()
  await expect(broker.page.getByRole('button', { name: /Undo.*Alder \(BUY/ })).toBeVisible({
    timeout: 30_000,
  })
})
