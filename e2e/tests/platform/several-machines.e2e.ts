import { type Browser, expect, test } from '@playwright/test'
import { type Machine, ServerCluster } from '../../../proof/cluster/server-cluster.ts'
import {
  createPostgresFolder,
  freePort,
  type PostgresFolder,
} from '../../../proof/harness/postgres-server.ts'
import { LoadBalancer } from '../../../tools/cluster/load-balancer.ts'
import { BrokerUser, Trader } from '../../support/people.ts'

let folder: PostgresFolder
let cluster: ServerCluster
let balancer: LoadBalancer
let balanced: string

test.setTimeout(240_000)

test.beforeEach(async () => {
  folder = await createPostgresFolder()
  const primary = await folder.startPrimary()
  const standby = await folder.startStandby(primary, { name: 'second', isSynchronous: true })
  const port = await freePort()
  balanced = `http://localhost:${port}`
  cluster = await ServerCluster.create({
    machines: 3,
    databases: [primary, standby],
    env: { DEMO: 'on', SWEEP_DELAY: '0-0', PUBLIC_URL: balanced },
  })
  for (const machine of cluster.machines) await machine.start()
  balancer = new LoadBalancer(cluster.machines.map(({ url }) => url))
  await balancer.listen(port)
})

test.afterEach(async () => {
  balancer.close()
  await cluster.remove()
  await folder.remove()
})

/** A buyer at Alder and a seller at Birch, who have been located. */
async function located(browser: Browser, buyersUrl: string, sellersUrl: string) {
  const [alder, birch] = ['trader@alder.example', 'trader@birch.example'] as const
  const buyer = await Trader.signsIn({ url: buyersUrl, browser, email: alder, language: 'En' })
  const seller = await Trader.signsIn({ url: sellersUrl, browser, email: birch, language: 'Jp' })
  await buyer.advertises('BUY', '7203.T', 40_000)
  await seller.advertises('SELL', '7203.T', 30_000)
  await buyer.seesContraLocated('30,000')
  await seller.seesContraLocated('30,000')
  return { buyer, seller }
}

/** Both accept, and are handed to the same broker. */
async function bothAccept(buyer: Trader, seller: Trader) {
  await buyer.answers('a')
  await seller.answers('a')
  const [bought, sold] = [await buyer.handedTo(), await seller.handedTo()]
  expect(sold.broker).toBe(bought.broker)
  expect(sold.password).not.toBe(bought.password)
  return { bought, sold }
}

function followersOf(writer: Machine): readonly [Machine, Machine] {
  const [first, second] = cluster.machines.filter((each) => each !== writer)
  if (!first || !second) throw new Error('two machines follow')
  return [first, second]
}

test('the server that writes is killed before the answers, with a person at each of three', {
  tag: '@full',
}, async ({ browser }) => {
  const writer = await cluster.newWriter()
  const [first, second] = followersOf(writer)
  const { buyer, seller } = await located(browser, first.url, second.url)
  await writer.kill()
  const { bought, sold } = await bothAccept(buyer, seller)
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
})

test('two of three servers are killed before the answers: the desks go on at the third', {
  tag: '@full',
}, async ({ browser }) => {
  const { buyer, seller } = await located(browser, balanced, balanced)
  const writer = await cluster.newWriter()
  const [first] = followersOf(writer)
  await Promise.all([writer.kill(), first.kill()])
  await bothAccept(buyer, seller)
  for (const trader of [buyer, seller]) {
    await trader.readsOutcome()
    await trader.isAtDesk()
    await trader.sees('7203.T', 'advert.status.COMPLETED')
  }
})
