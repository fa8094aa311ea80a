import { expect, test } from '@playwright/test'
import { ServerCluster } from '../../../proof/cluster/server-cluster.ts'
import { createPostgresFolder } from '../../../proof/harness/postgres-server.ts'
import { BrokerUser, Trader } from '../../support/people.ts'

test(
  'three people, each at another server: the one that writes is killed before the answers',
  {
    tag: '@full',
  },
  async ({ browser }, testInfo) => {
    test.setTimeout(240_000)
    const folder = await createPostgresFolder()
    const primary = await folder.startPrimary()
    const standby = await folder.startStandby(primary, { name: 'second', isSynchronous: true })
    const cluster = await ServerCluster.create({
      machines: 3,
      databases: [primary, standby],
      env: { DEMO: 'on', SWEEP_DELAY: '0-0' },
    })
    try {
      for (const machine of cluster.machines) await machine.start()
      const writer = await cluster.newWriter()
      const [first, second] = cluster.machines.filter((each) => each !== writer)
      if (!first || !second) throw new Error('two machines follow')
      const buyer = await Trader.signsIn({
        url: first.url,
        browser,
        email: 'trader@alder.example',
        language: 'En',
      })
      const seller = await Trader.signsIn({
        url: second.url,
        browser,
        email: 'trader@birch.example',
        language: 'Jp',
      })
      await buyer.advertises('BUY', '7203.T', 40_000)
      await seller.advertises('SELL', '7203.T', 30_000)
      await buyer.seesContraLocated('30,000')
      await seller.seesContraLocated('30,000')
      await writer.kill()
      await buyer.page.screenshot({ path: testInfo.outputPath('popup-after-the-writer-was-killed.png') })
      await buyer.answers('a')
      await seller.answers('a')
      const [bought, sold] = [await buyer.handedTo(), await seller.handedTo()]
      await seller.page.screenshot({ path: testInfo.outputPath('handed-to-the-broker.png') })
      expect(sold.broker).toBe(bought.broker)
      expect(sold.password).not.toBe(bought.password)
      expect(await cluster.newWriter(writer)).not.toBe(writer)

      // The machine of the killed server comes back, and the broker works there.
      await writer.start()
      const email = `broker@${bought.broker.split(' ')[0]?.toLowerCase()}.example`
      const broker = await BrokerUser.signsIn({ url: writer.url, browser, email, language: 'Jp' })
      await broker.readsMatch()
      const table = broker.page.getByRole('grid').or(broker.page.getByRole('treegrid'))
      await expect(table).toContainText(bought.password)
      await expect(table).toContainText(sold.password)
      await broker.confirms('agreement.confirmBuy', 'Alder', '7203.T - トヨタ自動車')
      await broker.confirms('agreement.confirmSell', 'Birch', '7203.T - トヨタ自動車')
    } finally {
      await cluster.remove()
      await folder.remove()
    }
  },
)
